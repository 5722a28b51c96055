"""System time of the console: the wall clock while it is steady. After a jump the console ignores it until a person accepts it.

Each process also reads a monotonic clock. The offset of the two changes only by jumps. Up to `LEAST` a jump is followed silently.
After a larger one the console continues steadily from where it was: no phase ends too soon, and none hangs. A corrected wall clock
is followed again at once.

Sleep of the machine passes on both clocks (Linux: CLOCK_BOOTTIME), so a closed laptop is no jump. Its deadlines have passed, and
the time can be given back like after any outage.
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
_EVEN = getattr(time, "CLOCK_BOOTTIME", None)  # Linux: its plain monotonic clock stops during sleep
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class PairedClocks:
    """Steady clock made of two: `wall` reads the wall clock, `even` a monotonic one.

    `anchor`: wall time at the origin of the monotonic clock, the same for all processes of the machine.
    """

    def __init__(self, wall: Callable[[], datetime], even: Callable[[], timedelta]) -> None:
        self._wall = wall
        self._even = even
        self.anchor: datetime | None = None

    def now(self) -> datetime:
        """Wall time; after a jump, the time that it would have without it."""
        wall, even = self._wall(), self._even()
        origin = wall - even
        if self.anchor is None or abs(origin - self.anchor) <= LEAST:
            self.anchor = origin
            return wall
        return self.anchor + even

    def jump(self) -> timedelta:
        """Wall clock minus the console's time."""
        return self._wall() - self.now() if self.holds() else timedelta(0)

    def holds(self) -> bool:
        """Whether the wall clock is being ignored after a jump."""
        self.now()
        return self.anchor is not None and abs(self.origin() - self.anchor) > LEAST

    def origin(self) -> datetime:
        """Wall time at the origin of the monotonic clock, by the current wall clock."""
        return self._wall() - self._even()

    def take_over(self, anchor: datetime | None = None) -> None:
        """Follow the current wall clock, or adopt another process's anchor."""
        self.anchor = anchor or self.origin()


def _wall_clock() -> datetime:
    return timezone.now()


def _steady_clock() -> timedelta:
    return timedelta(seconds=time.clock_gettime(_EVEN) if _EVEN is not None else time.monotonic())


def boot_id() -> str:
    """Id of the machine's boot, from which the monotonic clocks of all its processes count."""
    try:
        return _BOOT.read_text().strip()
    except OSError:
        return "here"


clock = PairedClocks(_wall_clock, _steady_clock)
_kept = False


def adopt_accepted_jump(of: PairedClocks | None = None) -> bool:
    """Adopt another process's acceptance of a jump. Return whether the wall clock is followed now."""
    own = of or clock
    if not own.holds():
        return True
    row = Anchor.objects.filter(boot=boot_id()).first()
    if row is None or abs(own.origin() - row.at) > LEAST:
        return False
    own.take_over(row.at)
    return True


def use_steady_time(on: bool = True) -> None:
    """Use the steady time in this process. Without it, as in short programs, the wall clock is used."""
    global _kept
    _kept = on


def now() -> datetime:
    """Console's time."""
    return clock.now() if _kept else timezone.now()


def seconds() -> float:
    """Console's time in seconds since 1970. Devices compare their clocks with it."""
    return now().timestamp()


def adopt_pending_jump() -> None:
    """Adopt a jump that another process has accepted. Call it under a decision's lock, before deciding."""
    if _kept and clock.holds():
        adopt_accepted_jump()


def jump() -> timedelta:
    """Wall clock minus the console's time."""
    return clock.jump() if _kept else timedelta(0)
