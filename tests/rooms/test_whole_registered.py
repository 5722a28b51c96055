"""Game put together for days without Django: it equals the registered one and plays the same day."""

from __future__ import annotations

import pytest

from control import registry
from control.bots.playout import play_day
from control.engine import codec
from rooms.realm.frame import NAME
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from tests.rooms.whole import EVERYBODY, GAME, ROOMS, whole_day
from tests.scenarios import small


def test_it_has_the_same_modules_in_the_same_order_and_takes_in_the_same_sheets():
    assert [module.name for module in GAME.modules] == [module.name for module in registry.game(NAME).modules]
    assert GAME.commands.keys() == registry.game(NAME).commands.keys()
    kinds = [kind.taking for room in ROOMS.values() for kind in room.rules.sheets]
    assert kinds == list(registry.takings(NAME))


@pytest.mark.parametrize("room", list(Room))
def test_as_many_bots_go_to_each_room_and_write_alike(room):
    ours, theirs = ROOMS[room], registry.rooms(NAME)[room]

    assert (ours.bots.share, ours.rules.module) == (theirs.bots.share, theirs.rules.module)
    assert [kind.invent for kind in ours.rules.sheets] == [kind.invent for kind in theirs.rules.sheets]


def test_a_day_of_the_registered_rooms_is_the_same_day():
    blank, set_up = GameState(scenario=small()), SetUp(casting=small().casting)

    ours = whole_day(small(), 5, rounds=1)
    theirs = play_day(registry.game(NAME), registry.rooms(NAME), blank, set_up, 5, habits=EVERYBODY, rounds=1)

    assert codec.encode_state(ours.state) == codec.encode_state(theirs.state)
