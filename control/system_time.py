"""System time of the console: the wall clock's while that goes evenly; a jump is not followed until a person takes it over.

Beside the wall's clock each process reads one that only ever goes on. How far the two lie apart changes by nothing but a
jump; up to `LEAST` it is followed without a word, beyond that the console goes on evenly from where it was: no phase ends too
soon, none hangs. A wall that is put right again is followed at once. Time in which a machine sleeps passes on both clocks
(Linux: CLOCK_BOOTTIME). So a laptop that was shut is no jump: deadlines have passed, and the absence is offered to be given
back as any other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from control.models import Anchor

# === system time ========================================================================================================


LEAST = timedelta(seconds=5)
_EVEN = getattr(time, "CLOCK_BOOTTIME", None)  # Linux has it, where the plain monotonic clock stands still in a sleep
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class Steady:
    """Two clocks beside each other: the wall's, and one that only goes on. `wall` and `even` read them.

    `anchor` is when the even clock was at nought, by the wall that is followed: the same for all processes of the machine.
    """

    def __init__(self, wall: Callable[[], datetime], even: Callable[[], timedelta]) -> None:
        self._wall = wall
        self._even = even
        self.anchor: datetime | None = None

    def now(self) -> datetime:
        """The wall's time, or where that has jumped the time that it would be."""
        wall, even = self._wall(), self._even()
        origin = wall - even
        if self.anchor is None or abs(origin - self.anchor) <= LEAST:
            self.anchor = origin
            return wall
        return self.anchor + even

    def jump(self) -> timedelta:
        """By how much the wall is ahead of the console's time, or behind where it is less than nothing."""
        return self._wall() - self.now() if self.holds() else timedelta(0)

    def holds(self) -> bool:
        """Is the wall not followed?"""
        self.now()
        return self.anchor is not None and abs(self.origin() - self.anchor) > LEAST

    def origin(self) -> datetime:
        """When the even clock was at nought, by the wall as it goes now."""
        return self._wall() - self._even()

    def take_over(self, anchor: datetime | None = None) -> None:
        """Follow the wall as it goes now, or go on by another process's anchor."""
        self.anchor = anchor or self.origin()


def _wall() -> datetime:
    return timezone.now()


def _even() -> timedelta:
    return timedelta(seconds=time.clock_gettime(_EVEN) if _EVEN is not None else time.monotonic())


def boot() -> str:
    """Which start of the machine this is: the even clocks of all its processes count from there."""
    try:
        return _BOOT.read_text().strip()
    except OSError:
        return "here"


clock = Steady(_wall, _even)
_kept = False


def agree(of: Steady | None = None) -> bool:
    """Where the wall is not followed: ask whether another process follows it by now, and do as it does."""
    own = of or clock
    if not own.holds():
        return True
    row = Anchor.objects.filter(boot=boot()).first()
    if row is None or abs(own.origin() - row.at) > LEAST:
        return False
    own.take_over(row.at)
    return True


def keep(on: bool = True) -> None:
    """Let this process hold on to the even time; until then it follows the wall, as a program that runs for a moment does."""
    global _kept
    _kept = on


def now() -> datetime:
    """The console's time."""
    return clock.now() if _kept else timezone.now()


def seconds() -> float:
    """The console's time in seconds since 1970, as devices measure their own clocks by it."""
    return now().timestamp()


def settle() -> None:
    """Before a decision, under its lock: no other process may have taken over a jump that this one still holds against."""
    if _kept and clock.holds():
        agree()


def jump() -> timedelta:
    """By how much the wall is ahead of the console's time."""
    return clock.jump() if _kept else timedelta(0)
