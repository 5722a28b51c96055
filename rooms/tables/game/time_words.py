"""The time of a turn and the reserve beside it, as they are said."""

from __future__ import annotations

from control.engine.language import later, say, say_count

SECONDS = (
    (30, later("30 seconds")),
    (60, later("1 minute")),
    (90, later("1½ minutes")),
    (180, later("3 minutes")),
    (300, later("5 minutes")),
    (0, later("no limit")),
)


def seconds_words(seconds: int) -> str:
    """The time for a turn in words."""
    if not seconds:
        return say("no limit for a turn")
    known = dict(SECONDS).get(seconds)
    return say("{time} for a turn", time=say(known) if known else seconds_in(seconds))


def reserve_words(reserve: int) -> str:
    """The reserve of each player in words; empty for none."""
    return say("a reserve of {minutes} minutes for each player", minutes=reserve // 60) if reserve else ""


def seconds_in(seconds: int) -> str:
    return say_count("{count} seconds", "{count} seconds", seconds)
