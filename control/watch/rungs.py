"""Rungs of the ladder (control/watch/ladder.py), and the refusals on each, for the door and the writer of sheets."""

from __future__ import annotations

from enum import StrEnum

from control.engine.language import later, say
from control.engine.refusal import Refused
from control.models import Stream


class LadderStep(StrEnum):
    """Rungs, from the top."""

    LIVE = "live"
    FROZEN = "frozen"
    READ_ONLY = "read-only"
    PAPER = "paper"
    BACK = "back"


REFUSING = frozenset({LadderStep.READ_ONLY.value, LadderStep.PAPER.value})
AT_THE_DESK = later(
    "The console only shows for now: the organizer has set it so. Write it down; it is entered when the console is back."
)
ARCHIVED = later("This day came out of a file and is over: it can be looked back on, and nothing in it can be changed.")
ON_PHONES = later("Control’s computer only shows for now. This sheet is kept on this device and sent when the console is back.")


def require_command_allowed(stream: Stream) -> None:
    """Check that a command may change this stream now. Side tables have no ladder.

    Raises:
        Refused: the event is on a rung without changes, or was imported from a file.
    """
    if stream.archived:
        raise Refused(say(ARCHIVED), code="read-only")
    if Stream.event.is_cached(stream) and stream.event.rung in REFUSING:
        raise Refused(say(AT_THE_DESK), code="read-only")


def stores_no_sheets(stream: Stream) -> bool:
    """Whether this stream's event stores no sheets: because of its rung, or because it was imported from a file."""
    return stream.event.rung in REFUSING or stream.archived


def no_sheet_refusal() -> Refused:
    """Refusal for a phone. The phone keeps the sheet and tries again."""
    return Refused(say(ON_PHONES), code="unsaved")
