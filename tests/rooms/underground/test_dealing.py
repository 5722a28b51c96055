"""Minions are drawn, refilled and discarded."""

from __future__ import annotations

import pytest

from control.day.clock.phases import EndPhase, SetClock
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.context import THE_CLOCK, DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.reports import DESKS
from control.engine.viewer import Viewer
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.state import TableId, TableStep
from rooms.underground.game.tables.lookup import hand_of, room_of, table_of
from rooms.underground.game.tables.minions import MinionsDiscarded, MinionsDrawn, MinionsRefilled
from rooms.underground.game.view_cards import minions_view
from rooms.underground.rules.minion_cards import draws_of, house_of
from tests.rooms.realm.game.play import CHECK_IN, ORGANIZER
from tests.rooms.reporting import said_of
from tests.rooms.underground.minions import Dice, all_conserved, hand, with_settings
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, OCTOPUS_1, SNAKE_1, UNDA, AtTable
from tests.scenarios import default

CAT = HouseId("cat")
CAT_3, CAT_4, CAT_5 = SeatId("cat-3"), SeatId("cat-4"), SeatId("cat-5")


def seat_at(table: AtTable, seat: SeatId, room: Room, at: str = "") -> None:
    table.do(SeatInRoom(player=seat, month=table.month, room=room, table=at), ORGANIZER)


def another(table: AtTable) -> TableId:
    return next(TableId(each) for each in table.state.tables_of(Room.UNDERGROUND) if each != table.id)


def end_action(table: AtTable) -> None:
    deadline = table.state.clock.deadline
    assert deadline is not None
    table.day.now = deadline
    table.do(EndPhase(month=table.month, phase=Phase.ACTION), THE_CLOCK)


def ranked(table: AtTable, house: HouseId) -> list[SeatId]:
    return [seat.id for seat in sorted(table.state.seats.values(), key=lambda seat: seat.rank) if seat.house == house]


@pytest.mark.rule("R-115", "GE-UND-34", "GE-UND-35", "GE-UND-36", "GE-UND-37", "GE-UND-38")
def test_from_the_highest_down_a_house_draws_4_3_2_1_1_and_1_each_beyond():
    draws = default().settings.minion_draws

    assert [draws_of(place, draws) for place in range(1, 8)] == [4, 3, 2, 1, 1, 1, 1]
    assert draws_of(1, ()) == 0


@pytest.mark.rule("GE-UND-33", "GE-UND-34", "GE-UND-35", "R-115")
def test_everybody_at_a_table_draws_from_the_own_house_when_minions_begins():
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.SCHEMES)
    assert hand(table, CAT_1) == ()

    table.end(TableStep.SCHEMES)

    assert [len(hand(table, seat)) for seat in (CAT_1, CAT_2, SNAKE_1)] == [4, 3, 4]
    assert {house_of(card) for card in hand(table, SNAKE_1)} == {"snake"}
    assert all_conserved(table)


@pytest.mark.rule("R-115")
def test_a_house_that_sends_only_its_lowest_draws_4_all_the_same():
    table = AtTable((CAT_1, SNAKE_1))
    lowest = ranked(table, CAT)[-1]
    table = AtTable((lowest, SNAKE_1)).until(TableStep.MINIONS)

    assert len(hand(table, lowest)) == 4


@pytest.mark.rule("R-115")
def test_the_place_counts_at_all_tables_together():
    table = AtTable((CAT_1, CAT_2, SNAKE_1))
    elsewhere = another(table)
    seat_at(table, CAT_1, Room.UNDERGROUND, elsewhere)
    home, table.id = table.id, elsewhere
    table.until(TableStep.MINIONS)
    table.id = home
    table.until(TableStep.MINIONS)

    assert len(hand_of(table.state, elsewhere, CAT_1)) == 4
    assert len(hand(table, CAT_2)) == 3
    assert all_conserved(table)


@pytest.mark.rule("R-115")
def test_how_many_are_drawn_is_a_setting():
    table = AtTable((CAT_1, CAT_2, SNAKE_1), scenario=with_settings(minion_draws=(2, 5))).until(TableStep.MINIONS)

    assert [len(hand(table, seat)) for seat in (CAT_1, CAT_2, SNAKE_1)] == [2, 5, 2]


@pytest.mark.rule("R-115", "GE-UND-33")
def test_who_is_seated_late_draws_then_and_once_a_month():
    table = AtTable((CAT_2, SNAKE_1)).until(TableStep.ADVANCEMENT)
    seat_at(table, CAT_1, Room.UNDERGROUND)
    assert [len(hand(table, seat)) for seat in (CAT_1, CAT_2)] == [4, 4]

    seat_at(table, CAT_2, Room.WAR)
    before = hand(table, CAT_2)
    seat_at(table, CAT_2, Room.UNDERGROUND)
    assert hand(table, CAT_2) == before
    seat_at(table, ranked(table, CAT)[2], Room.UNDERGROUND)
    assert len(hand(table, ranked(table, CAT)[2])) == 2
    assert all_conserved(table)


@pytest.mark.rule("R-115", "GE-UND-33")
@pytest.mark.parametrize("behind", [TableStep.UPDATES, TableStep.MINIONS])
def test_who_has_drawn_at_one_table_draws_no_more_at_another_that_is_behind(behind):
    table = AtTable((CAT_1, OCTOPUS_1))
    other = TableId(table.state.seats[OCTOPUS_1].table)
    for step in (TableStep.UPDATES, TableStep.SCHEMES, TableStep.MINIONS):
        table.end(step, at=table.id)
    drew = hand(table, CAT_1)

    if behind is TableStep.UPDATES:
        seat_at(table, CAT_1, Room.UNDERGROUND, other)
    for step in (TableStep.UPDATES, TableStep.SCHEMES):
        table.end(step, at=other)
    if behind is TableStep.MINIONS:
        seat_at(table, CAT_1, Room.UNDERGROUND, other)

    assert len(drew) == 4
    assert hand_of(table.state, other, CAT_1) == drew
    assert all_conserved(table)


@pytest.mark.rule("R-115")
@pytest.mark.parametrize("where", [SNAKE_1, OCTOPUS_1], ids=["the same table", "another table"])
def test_who_has_drawn_and_left_keeps_the_place(where):
    table = AtTable((CAT_1, SNAKE_1, OCTOPUS_1)).until(TableStep.ADVANCEMENT)
    at = TableId(table.state.seats[where].table)
    seat_at(table, CAT_1, Room.WAR)
    seat_at(table, CAT_2, Room.UNDERGROUND, at)

    assert len(hand_of(table.state, at, CAT_2)) == 3


@pytest.mark.rule("R-121")
def test_hands_of_a_month_whose_end_the_clock_was_set_past_are_discarded_before_the_next_draw():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    table.do(SetClock(month=2, phase=Phase.PLANNING, seconds=600), ORGANIZER)
    seat_at(table, CAT_1, Room.UNDERGROUND)
    table.day.until(2, Phase.ACTION)
    table.until(TableStep.MINIONS)

    assert len(hand(table, CAT_1)) == 4
    assert hand(table, SNAKE_1) == ()
    assert all_conserved(table)


def test_who_comes_back_to_the_hall_while_the_table_plays_draws_then():
    table = AtTable((CAT_1, SNAKE_1))
    table.do(CheckIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.LATE), CHECK_IN)
    table.until(TableStep.PROTECTION)
    assert hand(table, CAT_1) == ()

    table.do(CheckIn(seat=CAT_1, before=Presence.LATE, presence=Presence.PRESENT), CHECK_IN)

    assert len(hand(table, CAT_1)) == 4


@pytest.mark.rule("R-110", "GE-UND-33")
def test_an_empty_pile_is_refilled_and_a_draw_never_fails():
    scenario = default()
    small = replace(scenario, minions=tuple(replace(card, copies=1) for card in scenario.minions))
    table = AtTable((CAT_1, CAT_2, SNAKE_1), scenario=small).until(TableStep.MINIONS)
    refills = [event for event in table.day.happened if isinstance(event, MinionsRefilled) and event.house == CAT]

    assert [event.fresh for event in refills] == [True, True]  # 4 + 3 of a deck of 6
    assert room_of(table.state).decks.minions[CAT].copies == 2
    assert len(set(hand(table, CAT_1)) | set(hand(table, CAT_2))) == 7
    end_action(table)
    assert len(room_of(table.state).decks.minions[CAT].discards) == 7
    assert all_conserved(table)


@pytest.mark.rule("R-110")
def test_the_discards_become_the_next_pile():
    scenario = default()
    small = replace(scenario, minions=tuple(replace(card, copies=1) for card in scenario.minions))
    table = AtTable((CAT_1, SNAKE_1), scenario=small).until(TableStep.MINIONS)
    first = hand(table, CAT_1)
    end_action(table)
    table.day.until(2, Phase.PLANNING)
    seat_at(table, CAT_1, Room.UNDERGROUND)
    table.day.until(2, Phase.ACTION)
    table.until(TableStep.MINIONS)

    again = [event for event in table.day.happened if isinstance(event, MinionsRefilled) and event.house == CAT]
    assert [event.fresh for event in again] == [True, False]
    assert set(again[-1].cards) == set(first)
    assert table.month == 2
    assert len(hand(table, CAT_1)) == 4
    assert all_conserved(table)


@pytest.mark.rule("R-121")
def test_hands_are_discarded_when_action_ends_each_to_its_own_house():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ATTACK)
    held = hand(table, SNAKE_1)

    end_action(table)

    assert hand(table, CAT_1) == hand(table, SNAKE_1) == ()
    assert room_of(table.state).decks.minions[HouseId("snake")].discards == held
    assert all_conserved(table)


@pytest.mark.rule("R-121")
def test_hands_stay_from_month_to_month_where_the_scenario_says_so():
    table = AtTable((CAT_1, SNAKE_1), scenario=with_settings(keep_hand=True)).until(TableStep.ATTACK)
    held = hand(table, CAT_1)
    end_action(table)
    table.day.until(2, Phase.PLANNING)
    assert hand(table, CAT_1) == held

    seat_at(table, CAT_1, Room.UNDERGROUND)
    table.day.until(2, Phase.ACTION)
    table.until(TableStep.MINIONS)
    assert hand(table, CAT_1)[:4] == held
    assert len(hand(table, CAT_1)) == 8
    end_action(table)
    assert hand(table, SNAKE_1) == ()  # a player who did not come back keeps nothing
    assert all_conserved(table)


@pytest.mark.rule("R-121", "R-115")
def test_a_hand_moves_along_to_another_table_and_is_discarded_after_another_room():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    held, elsewhere = hand(table, CAT_1), another(table)
    seat_at(table, CAT_1, Room.UNDERGROUND, elsewhere)
    assert hand(table, CAT_1) == ()
    assert hand_of(table.state, elsewhere, CAT_1) == held

    seat_at(table, CAT_1, Room.COURT)
    end_action(table)
    assert table_of(table.state, elsewhere).hands == {}
    assert all_conserved(table)


@pytest.mark.rule("R-144")
def test_nobody_but_who_draws_reads_which_minions():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.SCHEMES)
    before = table.state
    events = table.end(TableStep.SCHEMES)
    drawn, said = next(
        (each, said)
        for each, said in zip(events, said_of(GAME, before, events), strict=True)
        if isinstance(each, MinionsDrawn) and each.seat == CAT_1
    )

    assert said.pop(f"seat:{CAT_1}") == "You drew 4 minions."  # which, the phone shows until the hand is discarded
    assert said.pop(DESKS).endswith(" draws 4 minions.")
    assert said == {}
    hands = {seat: minions_view(table.state, Viewer(seat=seat), table.id).hand for seat in (CAT_1, SNAKE_1)}
    assert hands[CAT_1][0].words == "red Rock"
    assert {card.card for card in hands[CAT_1]} == set(drawn.cards)
    assert not {card.card for card in hands[SNAKE_1]} & set(drawn.cards)
    assert GAME.lasting(drawn)


@pytest.mark.rule("GE-UND-33", "R-144")
def test_a_preview_says_what_is_said_afterwards_and_nothing_of_chance():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.SCHEMES)
    command = EndStep(room=Room.UNDERGROUND, month=1, step=StepId(TableStep.SCHEMES.value), table=table.id)
    sentences = [
        [GAME.explain(each, table.state) for each in GAME.decide(table.state, command, asked)]
        for asked in (
            DecisionContext(by=UNDA, at=table.day.now),
            DecisionContext(by=UNDA, at=table.day.now, chance=Dice(7)),
        )
    ]

    assert sentences[0] == sentences[1]


def test_what_no_longer_lies_where_it_was_is_named_and_loses_no_card():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.MINIONS)
    held = hand(table, CAT_1)
    wrong = (
        MinionsDrawn(month=1, table=table.id, seat=CAT_1, cards=held),
        MinionsDiscarded(month=1, table=table.id, hands=()),
        MinionsRefilled(house=CAT, cards=held, fresh=False),
    )
    for event, names in zip(wrong, (True, False, True), strict=True):
        after = GAME.evolve(table.state, event)
        assert bool(GAME.broken(after)) is names
