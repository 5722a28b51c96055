"""Master Minions of a Spy Tower, hands corrected by Control, and what each viewer sees of them."""

from __future__ import annotations

import pytest

from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import DESKS
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import SPY_TOWER, next_building
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.cards import cards_of
from rooms.underground.game.tables.corrections import DealHand
from rooms.underground.game.tables.lookup import room_of
from rooms.underground.game.tables.masters import ExchangeMinion, MinionExchanged
from rooms.underground.game.view_cards import exchange_view, hand_view, minions_view
from rooms.underground.rules.minion_cards import MinionId, face_of
from rooms.underground.rules.piles import Pile
from tests.rooms.realm.game.play import Day, player, running
from tests.rooms.reporting import said_of
from tests.rooms.underground.minions import TRAP, Dice, advance, all_conserved, end_turn, hand, protect, take_back, with_settings
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, OCTOPUS_1, SNAKE_1, AtTable

CAT = HouseId("cat")
DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))


def planning(*, tower: bool = True) -> Day:
    day = running()
    day.game = GAME
    day.until(1, Phase.PLANNING)
    if tower:
        built = next_building(day.state, CAT, SPY_TOWER, (next(each.home for each in day.state.scenario.houses if each.id == CAT),))
        day.state = replace(day.state, buildings=(*day.state.buildings, built))
    return day


def exchange(seat: SeatId = CAT_1, given: str = "rock red", master: str = "paper blue", month: int = 1) -> ExchangeMinion:
    return ExchangeMinion(month=month, seat=seat, given=given, master=master)


# --- Master Minions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-10", "GE-FAV-11", "R-137")
def test_with_a_spy_tower_a_minion_of_the_deck_is_exchanged_for_a_master_for_good():
    day = planning()
    day.do(exchange(), player(CAT_1))
    cards = cards_of(day.state, CAT)

    assert len(cards) == len(set(cards)) == 36
    assert [card for card in cards if face_of(card).master] == ["cat:paper-blue!1"]
    assert sum(face_of(card).kind == "rock red" for card in cards) == 5
    with pytest.raises(Stale, match="has exchanged a minion this month"):
        day.do(exchange(), player(CAT_1))

    day.until(2, Phase.PLANNING)
    day.do(exchange(month=2), player(CAT_1))
    assert [card for card in cards_of(day.state, CAT) if face_of(card).master] == ["cat:paper-blue!1", "cat:paper-blue!2"]


@pytest.mark.rule("GE-FAV-10", "R-137")
def test_nobody_exchanges_without_a_tower_outside_planning_or_what_is_not_there():
    with pytest.raises(Refused, match="may use no Spy Tower"):
        planning(tower=False).do(exchange(), player(CAT_1))
    day = planning()
    with pytest.raises(Refused, match="no such Master"):
        day.do(exchange(master="rock pink"), player(CAT_1))
    for given in ("rock pink", "rock"):
        with pytest.raises(Refused, match="No such minion"):
            day.do(exchange(given=given), player(CAT_1))
    with pytest.raises(Stale, match="month is over"):
        day.do(exchange(month=2), player(CAT_1))
    day.until(1, Phase.MOVEMENT)
    with pytest.raises(Refused, match="in Planning"):
        day.do(exchange(), player(CAT_1))


@pytest.mark.rule("GE-FAV-11", "R-137")
def test_a_master_is_drawn_played_and_discarded_as_any_other():
    table = AtTable((CAT_1, SNAKE_1))
    pile = (MinionId("cat:paper-blue!1"), *(MinionId(f"cat:rock-red#{each}") for each in range(1, 6)))
    own = room_of(table.state)
    decks = replace(own.decks, minions={CAT: Pile(cards=pile, copies=1)})
    table.day.state = replace(table.state, rooms={**table.state.rooms, "underground": replace(own, decks=decks)})
    table.until(TableStep.MINIONS)

    assert hand(table, CAT_1)[0] == "cat:paper-blue!1"
    shown = minions_view(table.state, Viewer(seat=CAT_1), table.id)
    assert shown is not None
    assert shown.hand is not None
    assert shown.hand[0].words == "The Forger (blue Paper)"


@pytest.mark.rule("R-137", "R-144")
def test_which_of_its_kind_goes_is_chance_and_only_the_house_reads_what_it_was():
    day = planning()
    asked = DecisionContext(by=player(CAT_1), at=day.now, chance=Dice(3))
    decided = GAME.decided(day.state, exchange(), asked)
    exchanged = decided.events[-1]
    assert isinstance(exchanged, MinionExchanged)

    said = said_of(GAME, day.state, decided.events)[-1]
    assert said.pop(DESKS).endswith(" exchanges a minion for a Master Minion.")
    own = {f"seat:{each.id}" for each in day.state.seats.values() if each.house == CAT}
    assert said == dict.fromkeys(own, "Your House exchanges red Rock for The Forger (blue Paper).")
    assert GAME.broken(GAME.evolve(day.state, exchanged))  # without the deck's event before it


def test_a_house_is_shown_what_it_may_exchange_and_nobody_else():
    day = planning()
    shown = exchange_view(day.state, Viewer(seat=CAT_1))
    assert shown is not None
    assert len(shown.kinds) == len(shown.masters) == 6
    assert exchange_view(day.state, Viewer(seat=SNAKE_1)) is None
    assert exchange_view(day.state, HALL) is None
    day.do(exchange(), player(CAT_1))
    assert exchange_view(day.state, Viewer(seat=CAT_1)) is None


# --- corrected hands ----------------------------------------------------------------------------------------------------


def deal(table: AtTable, given: tuple[MinionId, ...] = (), taken: tuple[MinionId, ...] = (), reason: str = "fell") -> DealHand:
    return DealHand(month=table.month, table=table.id, player=CAT_1, given=given, taken=taken, reason=reason)


@pytest.mark.rule("GE-UND-33", "R-144")
def test_control_gives_takes_and_replaces_minions_with_a_reason_and_none_is_lost():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    held, pile = hand(table, CAT_1), room_of(table.state).decks.minions[CAT]
    table.do(deal(table, taken=held[:2]))
    assert hand(table, CAT_1) == held[2:]
    table.do(deal(table, given=(pile.cards[5], held[0])))
    assert hand(table, CAT_1) == (*held[2:], pile.cards[5], held[0])
    (dealt,) = table.do(deal(table, given=(held[1],), taken=(held[2],)))

    assert all_conserved(table)
    assert GAME.explain(dealt, table.state).endswith("1 out and 1 in: fell.")
    assert [each.words for each in GAME.corrections(dealt, table.state)] == ["Minions in your hand: 4."]
    for wrong in (deal(table, given=(MinionId("snake:rock-red#1"),)), deal(table, given=hand(table, CAT_1)[:1])):
        with pytest.raises(Refused, match="do not lie in the House"):
            table.do(wrong)
    with pytest.raises(Refused, match="not all in hand"):
        table.do(deal(table, taken=hand(table, SNAKE_1)[:1]))
    with pytest.raises(Refused, match="Choose the minions"):
        table.do(deal(table))
    with pytest.raises(Refused, match="Say why"):
        table.do(deal(table, taken=hand(table, CAT_1)[:1], reason=" "))


@pytest.mark.rule("GE-UND-33", "R-110")
def test_cards_are_given_before_any_deck_was_opened_and_players_give_themselves_none():
    table = AtTable((CAT_1, SNAKE_1))
    table.do(deal(table, given=(MinionId("cat:rock-red#1"),)))
    assert hand(table, CAT_1) == ("cat:rock-red#1",)
    assert all_conserved(table)

    for by in (player(CAT_1), Actor(name="cora", desks=frozenset({Desk.COURT}))):
        with pytest.raises(Refused):
            table.do(deal(table, given=(MinionId("cat:rock-red#2"),)), by)


def test_nothing_is_taken_back_from_a_hand_that_control_has_changed():
    table = AtTable((CAT_1, SNAKE_1))
    table.lay(SNAKE_1, TRAP)
    table.until(TableStep.ADVANCEMENT)
    table.press(advance(table, CAT_1, 1, hand(table, CAT_1)[0]))
    before = take_back(table, CAT_1, TableStep.ADVANCEMENT)
    table.do(deal(table, taken=hand(table, CAT_1)[:1]))

    with pytest.raises(Stale, match="no longer be taken back"):
        table.press(before)


# --- views --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-144", "GE-UND-42")
def test_each_sees_the_own_hand_and_of_all_else_how_many():
    table = AtTable((CAT_1, CAT_2, SNAKE_1), scenario=with_settings(drawn_schemes_per_house=0))
    table.lay(SNAKE_1, TRAP)
    table.until(TableStep.PROTECTION)
    table.press(protect(table, CAT_1, 1, hand(table, CAT_1)[0]))
    cat, snake = (minions_view(table.state, Viewer(seat=seat), table.id) for seat in (CAT_1, SNAKE_1))
    assert cat is not None
    assert snake is not None

    assert cat.hand is not None
    assert tuple(each.card for each in cat.hand) == hand(table, CAT_1)
    assert [(each.seat, each.count, each.on_turn) for each in cat.sitters] == [
        (CAT_1, 3, True),
        (CAT_2, 3, False),
        (SNAKE_1, 4, False),
    ]
    assert [(each.advancement, each.protection, each.price) for each in cat.schemes] == [(0, 1, 1)]
    assert (cat.protect, cat.end_turn, cat.take_back, cat.advance) == (True, True, 1, False)
    assert (snake.protect, snake.end_turn, snake.take_back) == (False, False, 0)
    assert snake.schemes[0].price is None
    shown = repr(replace(snake, hand=None))
    assert "rock" not in shown
    assert "cat:" not in shown
    assert minions_view(table.state, HALL, table.id) is None
    assert minions_view(table.state, Viewer(seat=OCTOPUS_1), table.id) is None
    assert minions_view(table.state, Viewer(desks=frozenset({Desk.COURT})), table.id) is None


@pytest.mark.rule("R-144")
def test_the_desk_sees_one_named_hand_at_a_time():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    whole = minions_view(table.state, DESK, table.id)
    assert whole is not None
    assert whole.hand is None
    assert ":rock" not in repr(whole)
    one = hand_view(table.state, DESK, table.id, CAT_1)
    assert one is not None
    assert tuple(each.card for each in one.hand) == hand(table, CAT_1)
    assert len(one.pile) == 32
    assert [each.card for each in one.pile] == sorted(each.card for each in one.pile)
    assert hand_view(table.state, Viewer(seat=SNAKE_1), table.id, CAT_1) is None
    assert hand_view(table.state, DESK, table.id, OCTOPUS_1) is None


def test_a_turn_is_shown_with_its_beginning():
    table = AtTable((CAT_1, SNAKE_1))
    table.lay(SNAKE_1, TRAP)
    table.until(TableStep.ADVANCEMENT)
    first = minions_view(table.state, Viewer(seat=CAT_1), table.id)
    assert first is not None
    assert (first.turn, first.since, first.advance) == (CAT_1, None, True)
    table.do(end_turn(table, CAT_1, TableStep.ADVANCEMENT), after=20)
    then = minions_view(table.state, Viewer(seat=CAT_1), table.id)
    assert then is not None
    assert (then.turn, then.since, then.take_back) == (SNAKE_1, table.day.now, 1)
    assert [each.done for each in then.sitters] == [True, False]
