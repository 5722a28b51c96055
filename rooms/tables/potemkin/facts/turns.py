"""Facts of turns in the Action phase, and of its end (PE-ACT)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import say
from control.engine.modules import EventHandler, Module
from rooms.tables.game.names import possessive
from rooms.tables.game.rule_parts import unchanged
from rooms.tables.potemkin.game.state import Phase, PotemkinState


class TurnBegan(msgspec.Struct, frozen=True):
    """A player's turn in the Action phase began. `number`: count of the turns of the game, from 1.

    Before November 2026 turns were not counted: all have 0.
    """

    player: int
    number: int = 0


class ActionPhaseEnded(msgspec.Struct, frozen=True):
    """The Action phase ended, because only this player is still in construction mode (PE-ACT-17)."""

    player: int


def evolve_turn_began(state: PotemkinState, happened: TurnBegan) -> PotemkinState:
    return replace(state, phase=Phase.TURN, turn=happened.player, turns=happened.number)


TURNS: Final = Module(
    name="turns",
    events={
        TurnBegan: EventHandler(
            evolve=evolve_turn_began,
            explain=lambda happened, scene: say("{owner} turn.", owner=possessive(scene.names[happened.player])),
        ),
        ActionPhaseEnded: EventHandler(
            evolve=unchanged,
            explain=lambda happened, scene: say("Only {name} is still building: hammers down.", name=scene.names[happened.player]),
        ),
    },
)
