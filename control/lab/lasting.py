"""How long something will take, in words."""

from __future__ import annotations

from datetime import timedelta

from control.engine.language import say


def rounded(left: timedelta) -> str:
    """A time left: 40 s, 12 min, 3 h 10 min."""
    seconds = int(left.total_seconds())
    if seconds < 100:
        return say("{seconds} s", seconds=seconds)
    minutes = (seconds + 30) // 60
    if minutes < 100:
        return say("{minutes} min", minutes=minutes)
    return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
