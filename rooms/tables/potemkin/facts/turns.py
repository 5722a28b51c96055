"""Facts of turns in the Action phase, and of its end (PE-ACT)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import say
from control.engine.modules import EventHandler, Module
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.names import possessive
from rooms.tables.game.rule_parts import unchanged
from rooms.tables.potemkin.game.scene import Scene
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


def _turn_began_words(happened: TurnBegan, scene: Scene) -> str:
    return say("{owner} turn.", owner=possessive(scene.names[happened.player]))


def _action_phase_ended_words(happened: ActionPhaseEnded, scene: Scene) -> str:
    return say("Only {name} is still building: hammers down.", name=scene.names[happened.player])


TURNS: Final = Module(
    name="turns",
    events={
        TurnBegan: EventHandler(evolve=evolve_turn_began, tell=one_sentence(_turn_began_words)),
        ActionPhaseEnded: EventHandler(evolve=unchanged, tell=one_sentence(_action_phase_ended_words)),
    },
)
