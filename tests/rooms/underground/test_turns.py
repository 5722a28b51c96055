"""Turn order at a table of the Underground."""

from __future__ import annotations

from random import Random

import pytest

from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Room
from rooms.underground.game.state import Guard, TableId, TableStep
from rooms.underground.game.tables.attack import BeginAttack, StopAttack
from rooms.underground.game.tables.attack_scheme import GoOn
from rooms.underground.game.tables.lookup import hand_of, seats_at_table, turn_at
from rooms.underground.game.tables.turns import ArrangeSeats, EndTurn
from rooms.underground.game.view_desk import table_desk
from rooms.underground.game.view_phone import phone_table
from rooms.underground.rules.minion_cards import Face, minion
from rooms.underground.rules.turn_order import houses_in_turn
from tests.rooms.realm.game.play import ORGANIZER, player, running
from tests.rooms.underground.minions import advance, take_back, with_settings
from tests.rooms.underground.table import CAT_1, CAT_2, OCTOPUS_1, SNAKE_1, UNDA, AtTable

CARD = Face(symbol="rock", color="red")
CAT_3, SWORDS_1, SWORDS_2 = (SeatId(each) for each in ("cat-3", "swords-1", "swords-2"))
WEST = (CAT_1, CAT_2, CAT_3, SWORDS_1, SWORDS_2, SNAKE_1)


def at_advancement(*there: SeatId) -> AtTable:
    table = AtTable(there).until(TableStep.ADVANCEMENT)
    for at, seat in enumerate(there):
        table.deal(seat, minion(table.state.seats[seat].house, CARD, at + 1))
    return table


def end_turn(table: AtTable, seat: SeatId) -> EndTurn:
    return EndTurn(month=1, table=table.id, step=TableStep.ADVANCEMENT, seat=seat)


@pytest.mark.rule("R-116")
def test_each_month_begins_with_the_next_house():
    assert houses_in_turn("abc", 1) == ("a", "b", "c")
    assert houses_in_turn("abc", 3) == ("c", "a", "b")
    assert houses_in_turn("abcdefghi", 10) == tuple("abcdefghi")


HOME = "cat-1 cat-2 swords-1 snake-1"
GUESTS = "cat-1 swords-1 snake-1 ram-1 bear-1"  # players whom castles or a throne brought to the West's table
ROUNDS = [  # House m begins in month m, or the next at the table: Cat, Swords, Snake, Wolf, Eagle, Bear, Ram, Unicorn, Octopus
    (1, HOME, HOME),
    (2, HOME, "swords-1 snake-1 cat-1 cat-2"),
    (3, HOME, "snake-1 cat-1 cat-2 swords-1"),
    *((month, HOME, HOME) for month in (4, 5, 6, 7, 8, 9, 10)),
    (1, GUESTS, "cat-1 swords-1 snake-1 bear-1 ram-1"),
    (2, GUESTS, "swords-1 snake-1 bear-1 ram-1 cat-1"),
    (3, GUESTS, "snake-1 bear-1 ram-1 cat-1 swords-1"),
    (4, GUESTS, "bear-1 ram-1 cat-1 swords-1 snake-1"),
    (6, GUESTS, "bear-1 ram-1 cat-1 swords-1 snake-1"),
    (7, GUESTS, "ram-1 cat-1 swords-1 snake-1 bear-1"),
    (8, GUESTS, "cat-1 swords-1 snake-1 bear-1 ram-1"),
    (10, GUESTS, "cat-1 swords-1 snake-1 bear-1 ram-1"),
    (2, "cat-1 snake-1", "snake-1 cat-1"),
    (5, "cat-3 cat-1 cat-2", "cat-1 cat-2 cat-3"),
]


@pytest.mark.rule("R-116", "GE-UND-39", "GE-UND-55")
@pytest.mark.parametrize(("month", "there", "order"), ROUNDS)
def test_every_month_has_its_first_house_at_a_table(month, there, order):
    state = running().state
    sit = {
        seat: replace(state.seats[seat], choice=Room.UNDERGROUND, choice_month=month, table="west")
        for seat in map(SeatId, there.split())
    }
    state = replace(state, seats={**state.seats, **sit}, clock=replace(state.clock, month=month))

    assert " ".join(seat.id for seat in seats_at_table(state, TableId("west"))) == order


@pytest.mark.rule("R-116", "GE-UND-39")
def test_the_turn_goes_round_the_table_house_by_house_and_by_rank():
    table = at_advancement(CAT_2, CAT_1, SNAKE_1)
    order = [seat.id for seat in seats_at_table(table.state, table.id)]
    assert order.index(CAT_1) + 1 == order.index(CAT_2)

    for seat in order:
        assert turn_at(table.state, table.id) == seat
        table.press(end_turn(table, seat))

    assert turn_at(table.state, table.id) is None
    with pytest.raises(Stale, match="Everybody at this table is done"):
        table.press(end_turn(table, order[0]))


def test_nobody_acts_out_of_turn_and_the_desk_acts_for_whoever_it_is():
    table = at_advancement(CAT_1, SNAKE_1)
    first, second = (seat.id for seat in seats_at_table(table.state, table.id))

    with pytest.raises(Stale, match="It is the turn of"):
        table.press(end_turn(table, second))
    with pytest.raises(Refused):
        table.do(end_turn(table, first), by=player(second))
    table.do(end_turn(table, first))

    assert turn_at(table.state, table.id) == second


@pytest.mark.rule("R-116")
def test_control_rearranges_the_seats():
    table = at_advancement(CAT_1, SNAKE_1)
    first, second = (seat.id for seat in seats_at_table(table.state, table.id))
    table.do(ArrangeSeats(month=1, table=table.id, order=(second, first)))

    assert turn_at(table.state, table.id) == second
    with pytest.raises(Stale, match="sat down or left"):
        table.do(ArrangeSeats(month=1, table=table.id, order=(second, OCTOPUS_1)))


@pytest.mark.rule("R-116", "GE-UND-39")
def test_a_step_that_ends_over_somebody_says_so_to_the_table_and_its_desk_until_the_next_one_ends():
    table = at_advancement(CAT_1, CAT_2, SNAKE_1)
    first, *rest = [seat.id for seat in seats_at_table(table.state, table.id)]
    table.press(end_turn(table, first))
    names = [table.state.seats[seat].name for seat in rest]

    table.end(TableStep.ADVANCEMENT)

    words = f"Advancement ended before these were done: {names[0]} and {names[1]}."
    assert [phone_table(table.state, Viewer(seat=seat)).cut_off for seat in (CAT_1, SNAKE_1)] == [words, words]
    assert table_desk(table.state, Viewer(desks=UNDA.desks), table.id).cut_off == words
    for seat in (first, *rest):
        table.press(EndTurn(month=1, table=table.id, step=TableStep.PROTECTION, seat=seat))
    table.end(TableStep.PROTECTION)
    assert phone_table(table.state, Viewer(seat=CAT_1)).cut_off == ""


# --- the next player, after a leaver or a change of ranks -------------------------------------------------------------------


def in_attack(*there: SeatId) -> AtTable:
    """A table in Attack: everybody has enough minions, and five schemes of Wolf are protected."""
    table = AtTable(there, scenario=with_settings(drawn_schemes_per_house=0)).until(TableStep.ATTACK)
    for seat in there:
        table.deal(seat, *(minion(table.state.seats[seat].house, CARD, 100 * int(seat[-1]) + copy) for copy in range(12)))
    for number in range(1, 6):
        guard = Guard(card=minion("wolf", CARD, number))
        table.lay(SeatId(f"wolf-{number}"), Paper(type="spread-rumors", values=(("cat",),)), protection=(guard,))
    return table


def named(table: AtTable, seat: SeatId, scheme: int) -> dict[str, object]:
    return {"month": 1, "table": table.id, "seat": seat, "scheme": scheme}


def attack(table: AtTable, seat: SeatId, scheme: int) -> None:
    card = hand_of(table.state, table.id, seat)[0]
    table.do(BeginAttack(**named(table, seat, scheme), card=card))


def attack_and_stop(table: AtTable, seat: SeatId) -> None:
    """Attack a scheme that this player has not attacked before, and stop."""
    scheme = next(each.id for each in table.table.schemes if each.protection and (seat, each.id) not in table.table.attacked)
    attack(table, seat, scheme)
    table.do(StopAttack(**named(table, seat, scheme)))


def wounded(table: AtTable, seat: SeatId, wounds: int = 3) -> None:
    before = table.state.seats[seat].wounds
    table.do(AdjustWounds(player=seat, before=before, wounds=wounds, reason="A dagger."), ORGANIZER)


def absent(table: AtTable, seat: SeatId) -> None:
    table.do(CheckIn(seat=seat, before=Presence.PRESENT, presence=Presence.ABSENT), ORGANIZER)


def left(table: AtTable, seat: SeatId) -> None:
    table.do(LeaveForGood(seat=seat), ORGANIZER)


def elsewhere(table: AtTable, seat: SeatId) -> None:
    table.do(SeatInRoom(player=seat, month=1, room=Room.COURT), ORGANIZER)


def ranked(table: AtTable, seat: SeatId, rank: int) -> None:
    before = table.state.seats[seat].rank
    table.do(AdjustRank(player=seat, before=before, rank=rank, reason="Misread."), ORGANIZER)


def arrange(table: AtTable, *order: SeatId) -> None:
    table.do(ArrangeSeats(month=1, table=table.id, order=order))


def acting(table: AtTable, turns: int) -> list[SeatId | None]:
    """Who is on turn in the next turns, if everybody attacks once."""
    acted = []
    for _turn in range(turns):
        seat = turn_at(table.state, table.id)
        acted.append(seat)
        if seat is not None:
            attack_and_stop(table, seat)
    return acted


GOES = {"dies": wounded, "is marked absent": absent, "leaves for good": left, "sits elsewhere": elsewhere}


@pytest.mark.rule("R-116", "R-139", "GE-UND-55")
def test_when_an_attacker_dies_in_an_ambush_the_next_of_the_same_house_acts():
    table = in_attack(CAT_1, CAT_2, SWORDS_1, SNAKE_1)
    wounded(table, CAT_1, 2)
    ambush = table.lay(SWORDS_2, Paper(type="ambush"))
    attack(table, CAT_1, ambush)

    table.do(GoOn(**named(table, CAT_1, ambush)))

    assert table.state.seats[CAT_1].died == 1
    assert acting(table, 4) == [CAT_2, SWORDS_1, SNAKE_1, CAT_2]


@pytest.mark.rule("R-116", "GE-UND-55", "R-03")
@pytest.mark.parametrize("attacks", [False, True])
@pytest.mark.parametrize("gone", WEST[:-1])
@pytest.mark.parametrize("goes", GOES)
def test_whoever_goes_in_the_own_turn_the_turn_is_of_who_sits_behind_the_empty_seat(goes, gone, attacks):
    table = in_attack(*WEST)
    acting(table, WEST.index(gone))
    if attacks:
        attack(table, gone, table.table.schemes[0].id)

    GOES[goes](table, gone)

    at = WEST.index(gone)
    assert acting(table, 5) == [*WEST[at + 1 :], *WEST[:at]]


@pytest.mark.rule("R-116", "GE-UND-55")
@pytest.mark.parametrize("goes", GOES)
def test_seats_that_control_arranged_keep_their_order_round_an_empty_one(goes):
    """The round is Swords 2, Cat 1, Snake 1, Cat 2, Cat 3, Swords 1. Cat 1 leaves on its turn, whatever the usual order."""
    table = in_attack(*WEST)
    arrange(table, SWORDS_2, CAT_1, SNAKE_1, CAT_2, CAT_3, SWORDS_1)
    acting(table, 1)

    GOES[goes](table, CAT_1)

    assert acting(table, 5) == [SNAKE_1, CAT_2, CAT_3, SWORDS_1, SWORDS_2]


@pytest.mark.rule("R-116")
@pytest.mark.parametrize("goes", GOES)
def test_seating_the_table_anew_in_the_middle_of_a_step_leaves_the_turn_with_whoever_has_it(goes):
    table = in_attack(*WEST)
    acting(table, 1)
    GOES[goes](table, CAT_2)
    assert turn_at(table.state, table.id) == CAT_3

    arrange(table, SNAKE_1, CAT_3, SWORDS_2, CAT_1, SWORDS_1)

    assert acting(table, 5) == [CAT_3, SWORDS_2, SWORDS_1, SNAKE_1, CAT_1]


@pytest.mark.rule("R-116")
def test_an_act_that_is_taken_back_after_the_table_was_seated_anew_leaves_the_turn_with_who_acted():
    table = at_advancement(CAT_1, SWORDS_1, SNAKE_1)
    scheme = table.lay(SNAKE_1, Paper(type="ambush"))
    table.press(advance(table, CAT_1, scheme, hand_of(table.state, table.id, CAT_1)[0]))
    arrange(table, SNAKE_1, SWORDS_1, CAT_1)

    table.press(take_back(table, CAT_1, TableStep.ADVANCEMENT))

    assert turn_at(table.state, table.id) == CAT_1


@pytest.mark.rule("R-116", "R-03")
def test_ranks_that_change_in_the_middle_of_a_step_move_nobody_to_another_seat_before_it_ends():
    """Cat 1 is done. Cat 3 and then Cat 2 move up, and both act in the old order. The next step uses the new ranks."""
    table = at_advancement(*WEST)
    table.press(end_turn(table, CAT_1))
    ranked(table, CAT_3, 1)
    ranked(table, CAT_2, 2)

    for seat in WEST[1:]:
        assert turn_at(table.state, table.id) == seat
        table.press(end_turn(table, seat))
    table.end(TableStep.ADVANCEMENT)

    ranked_anew = [CAT_3, CAT_2, CAT_1, SWORDS_1, SWORDS_2, SNAKE_1]
    assert [seat.id for seat in seats_at_table(table.state, table.id)] == ranked_anew
    for seat in ranked_anew:
        assert turn_at(table.state, table.id) == seat
        table.press(replace(end_turn(table, seat), step=TableStep.PROTECTION))


@pytest.mark.rule("R-116")
@pytest.mark.parametrize("arranged", [False, True])
def test_who_sits_down_in_the_middle_of_a_step_sits_by_house_and_rank_or_last_where_control_arranged_the_seats(arranged):
    table = in_attack(CAT_1, SWORDS_1, SNAKE_1)
    if arranged:
        arrange(table, SNAKE_1, SWORDS_1, CAT_1)
    acting(table, 1)

    table.do(SeatInRoom(player=CAT_2, month=1, room=Room.UNDERGROUND, table=table.id), ORGANIZER)

    order = [seat.id for seat in seats_at_table(table.state, table.id)]
    assert order == ([SNAKE_1, SWORDS_1, CAT_1, CAT_2] if arranged else [CAT_1, CAT_2, SWORDS_1, SNAKE_1])


@pytest.mark.rule("R-116", "R-119", "GE-UND-55")
@pytest.mark.parametrize("seed", range(12))
def test_the_turn_goes_round_the_seats_whatever_happens_to_those_who_sit_there(seed):
    """The expected turn comes from a ring of seats and a mark. It skips players who are gone, out or done; ranks move nobody."""
    chance, table = Random(seed), in_attack(*WEST)
    acting(table, 1)  # before that the round has not begun, and ranks count
    ring, at, out, acted = list(WEST), 1, set[SeatId](), [CAT_1]

    def on_turn() -> SeatId | None:
        there = [
            seat for seat in (*ring[at:], *ring[:at]) if seat in {each.id for each in seats_at_table(table.state, table.id)} - out
        ]
        if not there or any(seat not in acted for seat in there):
            return next((seat for seat in there if seat not in acted), None)
        first = next((ring.index(seat) for seat in acted if seat in ring), at)
        return next(seat for seat in (*ring[first:], *ring[:first]) if seat in there)

    while (seat := on_turn()) is not None:
        assert turn_at(table.state, table.id) == seat
        match chance.choice(("attack", "attack", "attack", "pass", "go", "go", "rank", "arrange")):
            case "attack" if sum(1 for by, _scheme in table.table.attacked if by == seat) < 5:
                attack_and_stop(table, seat)
                at, acted = ring.index(seat) + 1, [seat] if seat in acted else [*acted, seat]
            case "go" if len(seats_at_table(table.state, table.id)) > 2:
                goes = chance.choice(seats_at_table(table.state, table.id)).id
                GOES[chance.choice(sorted(GOES))](table, goes)
            case "rank":
                there = chance.choice(seats_at_table(table.state, table.id))
                ranks = [each for each in (1, 2, 3) if each != table.state.seats[there.id].rank]
                ranked(table, there.id, chance.choice(ranks))
            case "arrange":
                order = [each.id for each in seats_at_table(table.state, table.id)]
                chance.shuffle(order)
                arrange(table, *order)
                ring, at = order, order.index(seat)
            case _:
                table.do(replace(end_turn(table, seat), step=TableStep.ATTACK))
                out.add(seat)
                at = ring.index(seat) + 1
    assert turn_at(table.state, table.id) is None
