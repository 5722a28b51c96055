"""What is played for somebody by itself when the time is out, said before it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from control.engine.language import say
from rooms.tables.access import TablePass
from rooms.tables.game.reserve import MILLISECOND
from rooms.tables.registry import app_of
from rooms.tables.screens.shown import own_turn

T = TypeVar("T")


class AsItLies:
    """A chance that leaves everything where it lies: what is drawn by lot is not drawn yet, and not told."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in the same order."""
        return tuple(items)


def run_out_words(door: TablePass) -> str:
    """What happens by itself if the time of whoever is asked runs out; empty for everybody else, and without a limit."""
    state, chair, rules = door.state, door.chair, door.engine.rules
    if chair is None or state.deadline is None or not own_turn(state, chair):
        return ""
    action = rules.default(state.play, chair, AsItLies())
    words = app_of(door.table.kind).run_out(rules.view(state.play, chair), action)
    if not words:
        return ""
    reserve = state.late is None and chair < len(state.reserves) and state.reserves[chair] * MILLISECOND >= MILLISECOND
    if reserve:
        return say("If your time and your reserve run out: {what}", what=words)
    return say("If your time runs out: {what}", what=words)
