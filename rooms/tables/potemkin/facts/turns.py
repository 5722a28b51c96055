"""Facts of turns in the Action phase, and of its end (PE-ACT)."""

from __future__ import annotations

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Phase, PotemkinState


class TurnBegan(GameFact, frozen=True):
    """A player's turn in the Action phase began. `number`: count of the turns of the game, from 1.

    Before November 2026 turns were not counted: all have 0.
    """

    player: int
    number: int = 0

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, phase=Phase.TURN, turn=self.player, turns=self.number)

    def words(self, scene: Scene) -> str:
        return say("{owner} turn.", owner=possessive(scene.names[self.player]))


class ActionPhaseEnded(GameFact, frozen=True):
    """The Action phase ended, because only this player is still in construction mode (PE-ACT-17)."""

    player: int

    def words(self, scene: Scene) -> str:
        return say("Only {name} is still building: hammers down.", name=scene.names[self.player])
