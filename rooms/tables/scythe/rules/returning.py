"""The game ends while combats are pending (SY-END-03)."""

from __future__ import annotations

from rooms.tables.scythe.facts.moves import WentBack
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.rules.control import contested


def go_back(course: Course) -> None:
    """Whoever entered a territory that is still contested is back where it came from, with what it brought.

    Combats of a Move that is not over are pending as well (SY-R-41). Where a combat was fought nobody goes back any more.
    """
    state = course.state
    pending = contested(state)
    for entry in state.move.entries if state.move else ():
        if entry.space in pending and state.sides[state.active].units[entry.unit] == entry.space:
            course.happens(WentBack(state.active, entry))
