"""Stored samples of every event of the whole game. Each must decode for ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from control.engine import codec
from control.engine.modules import Game
from rooms.court.game.module import COURT
from rooms.realm.game.state import GameState
from rooms.underground.game.module import UNDERGROUND
from rooms.war.game.module import FURTHER, WAR
from tests.rooms.realm.game.play import SHARED, running

GAME = Game[GameState](name="whole", state_type=GameState, modules=(*SHARED.modules, WAR, COURT, UNDERGROUND, *FURTHER))
TESTS = Path(__file__).resolve().parent.parent
FILES = (TESTS / "rooms/realm/game/samples.json", TESTS / "rooms/war/samples.json", TESTS / "rooms/samples.json")
STORED = {kind for file in FILES for kind in json.loads(file.read_text(encoding="utf-8"))}
OWN = json.loads(FILES[-1].read_text(encoding="utf-8"))


TOLD_ONLY = {"PunishmentsRead"}  # folding it changes nothing here, because no punishment is unread


def test_no_event_is_without_a_stored_sample():
    assert set(GAME.event_types) == STORED


@pytest.mark.parametrize("kind", sorted(OWN))
def test_a_stored_sample_of_a_room_still_decodes_folds_and_explains_itself(kind):
    state = running().state
    happened = codec.decode_event(GAME, kind, json.dumps(OWN[kind]).encode())

    folded = GAME.evolve(state, happened)

    assert json.loads(codec.encode_event(happened)[1]) == OWN[kind]
    assert (folded != state) is (kind not in TOLD_ONLY)
    assert GAME.explain(happened, state).endswith(".")
