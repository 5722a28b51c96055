"""The beat's timetable: its tasks are asked for by a clock that only goes on, whatever happens to the machine's."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule

# === beat ===============================================================================================================


_BEGAN = datetime.now(UTC)
_AT = time.monotonic()


def now() -> datetime:
    """The time as it would be, had the wall's clock gone evenly since this process began."""
    return _BEGAN + timedelta(seconds=time.monotonic() - _AT)


def every(seconds: float) -> schedule:
    """So often, in seconds."""
    return schedule(timedelta(seconds=seconds), nowfun=now)
