"""Outages: signs of life of beat and worker, times without any, and the playing time that an outage cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from control import system_time
from control.day.clock.pauses import ClockPaused, ClockResumed
from control.day.clock.phase_events import ClockSet, DayEnded, PhaseBegan, PhaseEnded
from control.day.outages import length_words, outages_given_back
from control.day.state import DayState
from control.engine.modules import GameEvent
from control.engine.upcasting import names_of
from control.journal import journal
from control.journal.rows import insert_if_new, upsert
from control.journal.withdrawals import marks_of
from control.models import Away, Pulse, Stream
from control.regions.sight import Sight

# === playing time =======================================================================================================

# Playing time lost by an outage: its overlap with a running clock, from the journal.


OFFERED = timedelta(hours=1)  # how long after an outage its time can be given back
WORTH = timedelta(seconds=10)  # smallest loss that is offered
KINDS = tuple(name for kind in (PhaseBegan, PhaseEnded, ClockPaused, ClockResumed, ClockSet, DayEnded) for name in names_of(kind))


class OutageOffer(Struct, frozen=True, kw_only=True):
    """An outage, and the seconds of a running phase that it cost."""

    since: datetime
    until: datetime
    seconds: int

    @property
    def length(self) -> str:
        return length_words(self.seconds)

    @property
    def told(self) -> str:
        return f"{timezone.localtime(self.since):%H:%M:%S}"


def outages_to_give_back(stream: Stream, sight: Sight[DayState], now: datetime) -> tuple[OutageOffer, ...]:
    """Outages that can be given back to the running phase, newest first. Empty if no phase runs."""
    done = sight.public(outages_given_back)
    if done is None:
        return ()
    fresh = [
        away for away in Away.objects.filter(ended_at__gt=now - OFFERED).order_by("-began_at")[:10] if away.began_at not in done
    ]
    if not fresh:
        return ()
    spans = tuple(running_spans(_clock_events(stream), now))
    found = []
    for away in fresh:
        lost = sum((_overlap(away.began_at, away.ended_at, *span) for span in spans), timedelta(0))
        if lost >= WORTH:
            found.append(OutageOffer(since=away.began_at, until=away.ended_at, seconds=round(lost.total_seconds())))
    return tuple(found)


def running_spans(told: Iterable[GameEvent], now: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Spans in which the event's clock ran."""
    since: datetime | None = None
    in_phase = False
    for each in told:
        if isinstance(each, ClockPaused | ClockResumed) and each.room is not None:
            continue
        at: datetime = each.at
        if since is not None:
            yield since, at
            since = None
        if isinstance(each, PhaseBegan | ClockSet):
            in_phase = True
            since = at if each.deadline is not None else None
        elif isinstance(each, ClockResumed) and in_phase:
            since = at
        elif isinstance(each, PhaseEnded | DayEnded):
            in_phase = False
    if since is not None:
        yield since, now


def _clock_events(stream: Stream) -> Iterator[GameEvent]:
    skipped = marks_of(stream).skipped()
    engine = journal.play_of(stream).engine
    for entry in stream.entries.filter(kind__in=KINDS).order_by("seq"):
        if entry.seq not in skipped:
            yield journal.event_of(engine, entry)


def _overlap(since: datetime, until: datetime, begun: datetime, ended: datetime) -> timedelta:
    return max(min(until, ended) - max(since, begun), timedelta(0))


# === signs of life ======================================================================================================

# Signs of life: the beat's sign, which a worker carries out every two seconds, and the worker's answer to a ping through the queue.
# Between two signs of the beat nothing due was carried out. A long gap is stored as an outage.


ABSENT = timedelta(seconds=15)  # gap between two signs that counts as an outage; players do not notice a shorter one
DELAYED = timedelta(minutes=1)  # longest delay of a sign; an older one comes from a clock that was set back


def note_beat(now: datetime | None = None) -> Away | None:
    """Record a sign of the beat. Return the outage that ends with it, or None."""
    at = now or system_time.now()
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)  # a form keeps milliseconds only
    if Pulse.objects.filter(name="beat", at__lt=at, at__gte=at - ABSENT).update(at=at):  # as nearly always
        return None
    with transaction.atomic():
        last = Pulse.objects.select_for_update().filter(name="beat").first()
        if last is None:
            insert_if_new(Pulse(name="beat", at=at))
            return None
        if last.at - DELAYED <= at <= last.at:  # a later beat was recorded already
            return None
        Pulse.objects.filter(pk=last.pk).update(at=at)
        if at - last.at <= ABSENT:
            return None
        away = Away(began_at=last.at, ended_at=at)
        return away if insert_if_new(away) else Away.objects.get(began_at=last.at)


def note_ping(asked_at: datetime, now: datetime | None = None) -> None:
    """Record that a worker has taken a ping out of the queue."""
    at = now or system_time.now()
    took = max((at - asked_at).total_seconds(), 0.0)
    upsert(Pulse(name="worker", at=at, took=took), per=("name",), over=("at", "took"))
