"""Marks, and the lines of a card that wear them."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Final

import msgspec

from control.debrief.team_figures import value_words
from control.engine.language import Spoken, later


class Mark(StrEnum):
    """How good a line is; `NONE` where there is nothing to grade."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    NONE = "none"


MARK_WORDS: Final = Spoken(
    {
        Mark.GOOD: later("good"),
        Mark.FAIR: later("could be better"),
        Mark.POOR: later("needs work"),
        Mark.NONE: later("for the record"),
    }
)
PARTS: Final = Spoken(
    {
        "guide": later("First ten minutes"),
        "desks": later("What each desk did"),
        "waits": later("How long things waited"),
        "forgotten": later("What was forgotten"),
        "trouble": later("Trouble"),
        "clock": later("The clock"),
    }
)
GOOD_SHARE, FAIR_SHARE = 0.1, 0.25  # of a usual phase, within which something that waits is answered well, or well enough
GOOD_AT_LEAST, FAIR_AT_LEAST = timedelta(seconds=10), timedelta(seconds=25)  # however short phases are: people have to look up


class Line(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A line of a card. `key` finds the same line on another card, `value` is what is compared: seconds, or a number."""

    part: str
    key: str
    words: str
    value: float | None = None
    seconds: bool = False
    mark: Mark = Mark.NONE
    seq: int = 0
    more: str = ""

    @property
    def told(self) -> str:
        """The value in words."""
        return value_words(length_of(self))


def length_of(line: Line) -> int | timedelta | None:
    """The value of a line, as it is compared."""
    if line.value is None:
        return None
    return timedelta(seconds=line.value) if line.seconds else int(line.value)


def speed_mark(length: timedelta | None, usual: timedelta) -> Mark:
    """Was this quick, for phases of this length?"""
    if length is None:
        return Mark.POOR
    if length <= max(usual * GOOD_SHARE, GOOD_AT_LEAST):
        return Mark.GOOD
    return Mark.FAIR if length <= max(usual * FAIR_SHARE, FAIR_AT_LEAST) else Mark.POOR


def count_mark(count: int) -> Mark:
    """Is this little enough, of what should not be?"""
    return Mark.GOOD if count == 0 else Mark.FAIR if count <= 2 else Mark.POOR
