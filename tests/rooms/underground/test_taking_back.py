"""Undo of every act of Advancement and Protection after other events: to the same bytes, or refused (R-116)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from control.day.people.room_choice import SeatInRoom
from control.engine import codec
from control.engine.ids import SeatId
from control.engine.modules import Command, GameEvent
from control.engine.records import replace
from control.engine.refusal import Stale
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.corrections import DealHand
from rooms.underground.game.tables.lookup import room_of, turn_at, with_decks
from rooms.underground.game.tables.undo import last_act
from tests.rooms.realm.game.play import ORGANIZER
from tests.rooms.underground.minions import advance, all_conserved, end_turn, hand, protect, take_back
from tests.rooms.underground.table import CAT_1, CAT_2, SNAKE_1, UNDA, AtTable
from tests.rooms.underground.test_advancing import at, stepped

ADVANCEMENT, PROTECTION = TableStep.ADVANCEMENT, TableStep.PROTECTION
CAT, CAT_3 = HouseId("cat"), SeatId("cat-3")


def protects_for_a_price(table: AtTable) -> Command:
    table.press(protect(table, CAT_1, 1, hand(table, CAT_1)[0]))
    card, discard, *_rest = hand(table, CAT_1)
    return protect(table, CAT_1, 1, card, discard)


ACTS: dict[str, tuple[TableStep, Callable[[AtTable], Command]]] = {
    "one minion": (ADVANCEMENT, lambda table: advance(table, CAT_1, 1, hand(table, CAT_1)[0])),
    "two minions": (ADVANCEMENT, lambda table: advance(table, CAT_1, 2, *hand(table, CAT_1)[1:3])),
    "the whole hand": (ADVANCEMENT, lambda table: advance(table, CAT_1, 2, *hand(table, CAT_1))),
    "done with Advancement": (ADVANCEMENT, lambda table: end_turn(table, CAT_1, ADVANCEMENT)),
    "a Protection": (PROTECTION, lambda table: protect(table, CAT_1, 2, hand(table, CAT_1)[3])),
    "a Protection with its discard": (PROTECTION, protects_for_a_price),
    "done with Protection": (PROTECTION, lambda table: end_turn(table, CAT_1, PROTECTION)),
}


def nothing(_table: AtTable) -> tuple[GameEvent, ...]:
    return ()


def next_player(table: AtTable) -> tuple[GameEvent, ...]:
    """End the turns of Cat 1 and the next player."""
    step = table.table.step
    assert step is not None
    ended = table.press(end_turn(table, CAT_1, step)) if turn_at(table.state, table.id) == CAT_1 else ()
    return (*ended, *table.press(end_turn(table, CAT_2, step)))


def late(table: AtTable) -> tuple[GameEvent, ...]:
    """Seat another player of the House, who then draws."""
    return table.do(SeatInRoom(player=CAT_3, month=1, room=Room.UNDERGROUND, table=table.id), ORGANIZER)


def late_from_discards(table: AtTable) -> tuple[GameEvent, ...]:
    """As `late`, but with an empty pile, so that the discards are shuffled and drawn."""
    decks = room_of(table.state).decks
    pile = decks.minions[CAT]
    left = replace(pile, cards=(), discards=(*pile.cards, *pile.discards))
    table.day.state = with_decks(table.state, replace(decks, minions={**decks.minions, CAT: left}))
    return late(table)


def own_hand_seen(table: AtTable) -> tuple[GameEvent, ...]:
    """Let Control give the player another minion."""
    given = room_of(table.state).decks.minions[CAT].cards[0]
    return table.do(DealHand(month=1, table=table.id, player=CAT_1, given=(given,), taken=(), reason="a slip"), UNDA)


SINCE = {each.__name__: each for each in (nothing, next_player, late, late_from_discards, own_hand_seen)}
STANDS = {"next_player": set(ACTS), "own_hand_seen": set(ACTS), "late_from_discards": {"a Protection with its discard"}}


@pytest.mark.rule("R-116", "R-117", "R-118", "GE-UND-39", "GE-UND-41", "GE-UND-42")
@pytest.mark.parametrize("since", SINCE)
@pytest.mark.parametrize("act", ACTS)
def test_an_act_is_taken_back_to_the_same_bytes_or_stands(act, since):
    step, command_of = ACTS[act]
    table = at(step)
    command = command_of(table)
    start, before = stepped(table, step), table.state
    table.press(command)
    events = SINCE[since](table)
    then = codec.encode_state(table.state)

    if act in STANDS.get(since, ()):
        assert last_act(table.state, table.id, step, CAT_1) is None  # an undo that would be refused is not offered
        with pytest.raises(Stale, match="no longer be taken back"):
            table.press(take_back(table, CAT_1, step))
        assert codec.encode_state(table.state) == then
        return
    assert last_act(table.state, table.id, step, CAT_1) is not None
    table.press(take_back(table, CAT_1, step))

    assert all_conserved(table)
    assert turn_at(table.state, table.id) == CAT_1
    if since == "nothing":
        assert codec.encode_state(table.state) == start
    else:  # the newcomer's cards stay; everything else is as before the act
        assert {SNAKE_1, CAT_1, CAT_2} <= set(table.table.hands)
        was = room_of(before).tables[table.id]
        assert hand(table, CAT_1) == was.hands[CAT_1]
        assert table.table.schemes == was.schemes
        assert any(type(each).__name__ == "MinionsDrawn" for each in events)
    table.press(command)  # the act can be repeated
