"""Facts of the setup (PE-SET)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, say_count
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import MONTHS, PotemkinState, Side


class Opened(msgspec.Struct, frozen=True):
    """The table was laid out. `deck`: from its top (PE-SET)."""

    players: int
    first: int
    deck: tuple[str, ...]


def evolve_opened(state: PotemkinState, happened: Opened) -> PotemkinState:
    return replace(
        state, sides=(Side(),) * happened.players, deck=happened.deck, months=tuple(range(1, MONTHS + 1)), capitol=happened.first
    )


def _opened_words(happened: Opened, scene: Scene) -> str:
    return say_count(
        "Ink is mixed, canvas is stretched: {count} player sit down. {first} is first and holds the capitol.",
        "Ink is mixed, canvas is stretched: {count} players sit down. {first} is first and holds the capitol.",
        happened.players,
        first=scene.names[happened.first],
    )


SETUP: Final = Module(
    name="setup",
    events={
        Opened: EventHandler(
            evolve=evolve_opened, tell=one_sentence(_opened_words), undo=Undo(never_by_players=later("the deck was shuffled"))
        ),
    },
)
