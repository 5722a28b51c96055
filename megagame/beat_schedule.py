"""Schedule of the beat by a monotonic clock, independent of the machine's wall clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule

# === beat ===============================================================================================================


_BEGAN = datetime.now(UTC)
_AT = time.monotonic()


def steady_now() -> datetime:
    """Time without jumps of the wall clock since this process began."""
    return _BEGAN + timedelta(seconds=time.monotonic() - _AT)


def schedule_every(seconds: float) -> schedule:
    """Schedule with this interval in seconds."""
    return schedule(timedelta(seconds=seconds), nowfun=steady_now)
