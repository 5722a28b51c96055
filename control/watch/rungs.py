"""The rungs of the ladder (control/watch/ladder.py), and what each refuses: asked by the desk and by the writer of sheets."""

from __future__ import annotations

from enum import StrEnum

from control.engine.language import later, say
from control.engine.refused import Refused
from control.models import Event, Stream


class Step(StrEnum):
    """The rungs, from the top."""

    LIVE = "live"
    FROZEN = "frozen"
    READ_ONLY = "read-only"
    PAPER = "paper"
    BACK = "back"


REFUSING = frozenset({Step.READ_ONLY.value, Step.PAPER.value})
AT_THE_DESK = later(
    "The console only shows for now: the organizer has set it so. Write it down; it is entered when the console is back."
)
ON_PHONES = later("Control’s computer only shows for now. This sheet is kept on this device and sent when the console is back.")


def check(stream: Stream) -> None:
    """Whether a command may change this stream now; side tables have no ladder.

    Raises:
        Refused: the event is on a rung on which nothing is changed.
    """
    if Stream.event.is_cached(stream) and stream.event.rung in REFUSING:
        raise Refused(say(AT_THE_DESK), code="read-only")


def stores_no_sheets(event: Event) -> bool:
    """Does the event stand on a rung on which no sheet is stored?"""
    return event.rung in REFUSING


def no_sheet() -> Refused:
    """What a phone is told then: it keeps the sheet and tries again."""
    return Refused(say(ON_PHONES), code="unsaved")
