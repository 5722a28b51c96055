"""The lab steps aside: while an event of this console is being played, no games are played for a study."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from control import steady
from control.day.state import Stage
from control.journal import journal
from control.journal.readable import readable
from control.models import Event

FORGOTTEN: Final = timedelta(hours=12)  # without an entry a day is played by nobody any more


def event_played() -> str:
    """The name of an event that is being played now, "" where there is none. A demo is no day that anybody waits for,
    nor is a rehearsal: it counts nowhere, and the clock of one that is over stands for ever."""
    since = steady.now() - FORGOTTEN
    found = Event.real.filter(demo=False, stream__archived=False, stream__entries__at__gte=since).distinct()
    for event in readable(found.select_related("stream").defer("scenario", "stream__state")):
        if journal.head(event.stream).state.clock.stage is Stage.PLAYING:
            return event.name
    return ""
