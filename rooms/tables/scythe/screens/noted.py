"""What is said of the facts beside their words: whose doing, and what a reveal looks like."""

from __future__ import annotations

from typing import Any

from rooms.tables.registry import Note
from rooms.tables.scythe.facts.combat import CombatRevealed
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.screens.fight import picture_of


def note_of(happened: Any, scene: Scene) -> Note:
    """What is said of a fact."""
    if isinstance(happened, CombatRevealed):
        return Note(attacked=(happened.defender,), picture=picture_of(happened, scene))
    return Note(player=getattr(happened, "player", None))
