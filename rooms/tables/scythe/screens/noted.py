"""What is said of the facts beside their words: whose doing, headings of the log, what is marked on the board, who was attacked."""

from __future__ import annotations

from typing import Any, Final

from control.engine.language import say
from rooms.tables.registry import Level, Note
from rooms.tables.scythe.facts.combat import CombatBegan, CombatRevealed, Committed
from rooms.tables.scythe.facts.goods import CombatCardsShuffled, Paid
from rooms.tables.scythe.facts.mat import BottomTaken, TopTaken
from rooms.tables.scythe.facts.moves import DrivenOff, MoveBegan, MoveEnded, Reloaded
from rooms.tables.scythe.facts.stars import Scored
from rooms.tables.scythe.facts.turns import RowSkipped, TurnBegan
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.screens.fight import picture_of
from rooms.tables.scythe.screens.marked import touched_by

SMALL: Final = (
    *(TurnBegan, RowSkipped, TopTaken, BottomTaken, Paid, MoveBegan, MoveEnded, Reloaded, CombatCardsShuffled),
    *(Committed, Scored),  # what was locked in is revealed, and how everybody scored stands in a table
)


def note_of(happened: Any, scene: Scene) -> Note:
    """What is said of a fact."""
    return Note(
        player=getattr(happened, "player", getattr(happened, "attacker", None)),
        level=_level(happened, scene),
        touched=touched_by(happened, scene),
        attacked=_attacked(happened),
        small=isinstance(happened, SMALL),
        round=_round(happened, scene),
        picture=picture_of(happened, scene) if isinstance(happened, CombatRevealed) else "",
    )


def _level(happened: Any, scene: Scene) -> Level | None:
    """A round is a turn of everybody; the rules know none, but scores are compared by it."""
    if not isinstance(happened, TurnBegan):
        return None
    return Level.TURN if (happened.number - 1) % len(scene.state.sides) else Level.ROUND


def _round(happened: Any, scene: Scene) -> str:
    """The heading of a round."""
    if _level(happened, scene) is not Level.ROUND:
        return ""
    return say("Round {round}", round=(happened.number - 1) // len(scene.state.sides) + 1)


def _attacked(happened: Any) -> tuple[int, ...]:
    """A combat, and workers that are driven off without one (SY-CMB-04, SY-MOV-19)."""
    if isinstance(happened, CombatBegan):
        return (happened.defender,)
    return (happened.owner,) if isinstance(happened, DrivenOff) else ()
