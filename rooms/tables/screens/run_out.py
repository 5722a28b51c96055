"""What is played for somebody by itself when the time is out, said before it is."""

from __future__ import annotations

from control.engine.language import say
from rooms.tables.access import TablePass
from rooms.tables.defaults import default_words
from rooms.tables.game.reserve import MILLISECOND
from rooms.tables.screens.shown import own_turn


def run_out_words(door: TablePass) -> str:
    """What happens by itself if the time of whoever is asked runs out; empty for everybody else, and without a limit."""
    state, chair = door.state, door.chair
    if chair is None or state.deadline is None or not own_turn(state, chair):
        return ""
    words = default_words(door.engine, state.play, chair)
    if not words:
        return ""
    reserve = state.late is None and chair < len(state.reserves) and state.reserves[chair] * MILLISECOND >= MILLISECOND
    if reserve:
        return say("If your time and your reserve run out: {what}", what=words)
    return say("If your time runs out: {what}", what=words)
