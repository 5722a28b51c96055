"""What is due and has not been carried out: event by event, as a line of Preflight and as a figure."""

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
from control.watch.preflight_lines import Colour, Found

LATE: Final = timedelta(seconds=3)  # by then waker, sweep and web processes have all had their turn
MOST: Final = 200  # overdue rows that are looked at: far more than ever wait


def overdue(now: datetime) -> Iterator[tuple[int, Due]]:
    """Each overdue row with the number of its event, the oldest first; tables without an event have none, and stand under 0."""
    rows = Due.objects.filter(at__lte=now).order_by("at").select_related("stream__event")
    late = rows.defer("stream__state", "stream__event__scenario")[:MOST]
    events: dict[int, int] = {}
    for due in late:
        if due.stream_id not in events:
            events[due.stream_id] = _event_of(due.stream)
        yield events[due.stream_id], due


def lateness(now: datetime) -> Mapping[int, float]:
    """By how many seconds the oldest row of each event is overdue: of all events in which something is due at all."""
    own = Event.real.filter(stream__dues__isnull=False).values_list("pk", flat=True).distinct()
    found = dict.fromkeys(own, 0.0)
    for event, due in overdue(now):
        found[event] = max(found.get(event, 0.0), (now - due.at).total_seconds())
    return found


def dues(event: Event, _state: DayState, now: datetime) -> Found:
    """Whatever was due in the event and at its tables has been carried out."""
    late = [due for of, due in overdue(now - LATE) if of == event.pk]
    if not late:
        return Found(colour=Colour.GREEN, words=say("Everything that was due has been carried out."))
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
    return Found(colour=Colour.RED, words=words, mend=mend)


def _event_of(stream: Stream) -> int:
    try:
        return streams.kind_of(stream).event_of(stream) or 0
    except Exception:  # one that cannot be told of keeps no other from being told of
        return 0
