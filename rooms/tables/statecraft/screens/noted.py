"""What is said of the facts beside their words: whose doing, headings of the log, what is marked on the board, who was attacked."""

from __future__ import annotations

from typing import Any, Final

from control.engine.language import say
from rooms.tables.registry import Level, Note
from rooms.tables.statecraft.facts.actions import ActionPlayed
from rooms.tables.statecraft.facts.deck import Drew, Reshuffled
from rooms.tables.statecraft.facts.supporters import Poached
from rooms.tables.statecraft.facts.turns import TurnBegan, TurnEnded
from rooms.tables.statecraft.game.facts import FACTS
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.screens.moved import moved

SMALL: Final = (TurnBegan, TurnEnded, Drew, Reshuffled)


def note_of(happened: Any, scene: Scene) -> Note:
    """What is said of a fact: what it moved is found from the table before and after it."""
    before = scene.state
    return Note(
        player=getattr(happened, "player", None),
        level=_level(happened, before.round),
        touched=moved(before, FACTS.evolve(before, happened)),
        attacked=_attacked(happened),
        small=isinstance(happened, SMALL),
        round=_round(happened, before.round),
    )


def _round(happened: Any, before: int) -> str:
    """The heading of the round that begins with a turn."""
    return say("Round {round}", round=happened.round) if _level(happened, before) is Level.ROUND else ""


def _level(happened: Any, before: int) -> Level | None:
    if not isinstance(happened, TurnBegan):
        return None
    return Level.TURN if happened.round == before else Level.ROUND


def _attacked(happened: Any) -> tuple[int, ...]:
    """Poaching and action cards go against somebody (SC-POA-01, SC-AFX-03, SC-AFX-07)."""
    if isinstance(happened, Poached):
        return (happened.host,)
    if isinstance(happened, ActionPlayed) and happened.opponent is not None:
        return (happened.opponent,)
    return ()
