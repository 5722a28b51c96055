"""What a casting list says beside an event, and what it would do, for whoever may apply it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from control.casting.grid import Sheets
from control.casting.lines import Reading, read_casting
from control.casting.plan import Plan, plan_of
from control.day.state import DayState
from control.engine.context import ORGANIZER
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A list as it was read, with its plan; None where the list has problems."""

    reading: Reading
    plan: Plan | None


def preview(
    state: DayState, viewer: Viewer, content: bytes, unpack: Callable[[bytes], Sheets] | None = None, encoding: str = ""
) -> Preview:
    """A file beside the event, for the organizer; to anybody else it says nothing.

    Raises:
        UnreadableError: the file is no list at all.
    """
    if not viewer.sees_desk(ORGANIZER):
        return Preview(reading=Reading(), plan=None)
    reading = read_casting(content, state, unpack, encoding)
    return Preview(reading=reading, plan=None if reading.problems else plan_of(state, reading.lines))
