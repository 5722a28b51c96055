"""A paused table takes no play from phones. Underground Control may still act (GE-EVT-25)."""

from __future__ import annotations

import pytest

from control.day.clock.pauses import Pause, Resume
from control.engine.ids import RoomId
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.scenario.ids import Room
from rooms.underground.game.module import COMMANDS
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.lookup import seats_at_table
from rooms.underground.game.view_choice import phone_choice
from rooms.underground.game.view_phone import phone_play, phone_table
from tests.records import field_names
from tests.rooms.realm.game.play import ORGANIZER
from tests.rooms.underground.minions import advance, end_turn
from tests.rooms.underground.table import CAT_1, CAT_2, SNAKE_1, UNDA, AtTable
from tests.rooms.underground.test_attack import RUMORS, card
from tests.rooms.underground.test_view_phone import eyes

WHOLE, OWN = "the whole clock", "the table's own"


def stopped(table: AtTable, what: str) -> None:
    if what == WHOLE:
        table.do(Pause(reason="Fire alarm"), ORGANIZER)
    else:
        table.do(Pause(room=RoomId(Room.UNDERGROUND), table=table.id), UNDA)


def started(table: AtTable, what: str) -> None:
    if what == WHOLE:
        table.do(Resume(), ORGANIZER)
    else:
        table.do(Resume(room=RoomId(Room.UNDERGROUND), table=table.id), UNDA)


@pytest.mark.parametrize("what", [WHOLE, OWN])
def test_a_phone_plays_nothing_at_a_paused_table_and_control_may(what):
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.ADVANCEMENT)
    first = seats_at_table(table.state, table.id)[0].id
    scheme = table.lay(SNAKE_1, RUMORS)
    held = tuple(card(f"cat:paper-red#{each}") for each in (1, 2))
    table.deal(first, *held)
    stopped(table, what)

    for command in (advance(table, first, scheme, held[0]), end_turn(table, first, TableStep.ADVANCEMENT)):
        with pytest.raises(Refused, match="This table is paused: nothing is played until Control lets") as no:
            table.press(command)
        assert no.value.code == "paused"
    assert all(view(table.state, eyes(first)).paused for view in (phone_table, phone_play))
    table.do(advance(table, first, scheme, held[0]))
    started(table, what)
    table.press(advance(table, first, scheme, held[1]))
    assert not any(view(table.state, eyes(first)).paused for view in (phone_table, phone_play))
    assert len(next(each for each in table.table.schemes if each.id == scheme).advancement) == 2


def test_the_private_prompt_of_a_paused_table_says_so():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.SCHEMES)
    before = phone_choice(table.state, eyes(CAT_1))
    stopped(table, WHOLE)
    assert phone_choice(table.state, eyes(CAT_1)) == replace(before, paused=True)


def test_whatever_a_player_does_at_a_table_waits_while_it_is_paused():
    """Commands of new sections are refused too, because the door checks the pause, not each decision."""
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.SCHEMES)
    stopped(table, WHOLE)
    asked = [kind for kind, handler in COMMANDS.items() if handler.player and "table" in field_names(kind)]
    assert len(asked) >= 15
    for kind in asked:
        fields = dict.fromkeys(field_names(kind), "")
        with pytest.raises(Refused) as no:
            table.press(kind(**{**fields, "seat": CAT_1, "table": table.id}))
        assert no.value.code == "paused", kind
