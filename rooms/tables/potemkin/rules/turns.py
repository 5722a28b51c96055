"""Turns and modes (PE-ACT): turn order, and the beginning and end of a turn."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, Phase, PotemkinState, Side
from rooms.tables.potemkin.rules.capitol_shield_scientist import draw_for_scientist

NO_BUILDING: Final = later("In production mode you cannot build. Use an ability or produce.")
NO_SPYING: Final = later("In production mode you cannot spy. Use an ability or produce.")
NO_CARDS: Final = later("In production mode you cannot play this card. Use an ability or produce.")


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


def begin_turn(course: Course, player: int) -> None:
    """Begin a player's turn. The scientist's holder draws first (PE-ACT-12, PE-SCI-07)."""
    course.happens(TurnBegan(player, course.state.turns + 1))
    draw_for_scientist(course, player)


def end_turn(course: Course) -> None:
    """Begin the turn of the next player clockwise, wherever the capitol is now (PE-ACT-02, PE-ACT-03, PE-ACT-13).

    Rules: PE-ACT-04, PE-ACT-10, PE-HID-10, PE-R-11, PE-R-39.
    """
    state = course.state
    begin_turn(course, (state.turn + 1) % len(state.sides))


def constructing(state: PotemkinState) -> tuple[int, ...]:
    """The players in construction mode."""
    return tuple([player for player, side in enumerate(state.sides) if not side.producing])


def must_construct(side: Side, sentence: str, rule: str) -> None:
    """Check that the player is in construction mode. `sentence`: the refusal.

    Raises:
        Refused: the player is in production mode.
    """
    if side.producing:
        raise Refused(say(sentence), rule=rule)
