"""Overdue commands: by event, as a preflight line and as a metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from control.clock import clockwork
from control.day.state import DayState
from control.engine.language import say
from control.journal import streams
from control.models import Due, Event, Stream
from control.watch.preflight_lines import CheckResult, LightColour

LATE: Final = timedelta(seconds=3)  # time for waker, sweep and web processes to act
MOST: Final = 200  # most overdue rows that are read; far more than ever wait


def overdue(now: datetime) -> Iterator[tuple[int, Due]]:
    """Overdue rows, oldest first, each with the id of its event. 0 for tables without an event."""
    rows = Due.objects.filter(at__lte=now).order_by("at").select_related("stream__event")
    late = rows.defer("stream__state", "stream__event__scenario")[:MOST]
    events: dict[int, int] = {}
    for due in late:
        if due.stream_id not in events:
            events[due.stream_id] = _event_of(due.stream)
        yield events[due.stream_id], due


def lateness(now: datetime) -> Mapping[int, float]:
    """Seconds by which each event's oldest due row is late. 0 for events with due rows in the future only."""
    own = Event.real.filter(stream__dues__isnull=False).values_list("pk", flat=True).distinct()
    found = dict.fromkeys(own, 0.0)
    for event, due in overdue(now):
        found[event] = max(found.get(event, 0.0), (now - due.at).total_seconds())
    return found


def dues(event: Event, _state: DayState, now: datetime) -> CheckResult:
    """Check that all due commands of the event and its tables were carried out."""
    late = [due for of, due in overdue(now - LATE) if of == event.pk]
    if not late:
        return CheckResult(colour=LightColour.GREEN, words=say("Everything that was due has been carried out."))
    first = late[0]
    seconds, since = round((now - first.at).total_seconds()), f"{timezone.localtime(first.at):%H:%M:%S}"
    if error := next((found for due in late if (found := clockwork.error_of(due))), ""):
        words = say(
            "Due since {time}, {seconds} s ago, and not carried out: it failed ({error}). It is tried again.",
            time=since,
            seconds=seconds,
            error=error,
        )
        mend = say("End it by hand on the page of the clock, or give more time there. What failed stands in the log of the worker.")
    else:
        words = say("Due since {time}, {seconds} s ago, and not carried out.", time=since, seconds=seconds)
        mend = say("Look whether a worker runs. If it was carried out once and taken back, end it by hand or give more time.")
    return CheckResult(colour=LightColour.RED, words=words, mend=mend)


def _event_of(stream: Stream) -> int:
    try:
        return streams.kind_of(stream).event_of(stream) or 0
    except Exception:  # a failing stream does not affect the others
        return 0
