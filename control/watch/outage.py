"""How much playing time an absence has cost: where it falls together with a running clock, as the journal tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from control.day.clock.pauses import ClockPaused, ClockResumed
from control.day.clock.phase_events import ClockSet, DayEnded, PhaseBegan, PhaseEnded
from control.day.outages import given_back, length_words
from control.day.state import DayState
from control.engine.modules import GameEvent
from control.engine.upcasting import names_of
from control.journal import journal
from control.journal.withdrawals import marks_of
from control.models import Away, Stream
from control.regions.sight import Sight

OFFERED = timedelta(hours=1)  # after an absence its time can be given back so long
WORTH = timedelta(seconds=10)  # less than that nobody has missed
KINDS = tuple(name for kind in (PhaseBegan, PhaseEnded, ClockPaused, ClockResumed, ClockSet, DayEnded) for name in names_of(kind))


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An absence of the console, and how many seconds of a running phase it has cost."""

    since: datetime
    until: datetime
    seconds: int

    @property
    def length(self) -> str:
        return length_words(self.seconds)

    @property
    def told(self) -> str:
        return f"{timezone.localtime(self.since):%H:%M:%S}"


def offers(stream: Stream, sight: Sight[DayState], now: datetime) -> tuple[Offer, ...]:
    """What can be given back to the phase that runs, the newest first; nothing where none does."""
    done = sight.public(given_back)
    if done is None:
        return ()
    fresh = [
        away for away in Away.objects.filter(ended_at__gt=now - OFFERED).order_by("-began_at")[:10] if away.began_at not in done
    ]
    if not fresh:
        return ()
    spans = tuple(running(_told(stream), now))
    found = []
    for away in fresh:
        lost = sum((_shared(away.began_at, away.ended_at, *span) for span in spans), timedelta(0))
        if lost >= WORTH:
            found.append(Offer(since=away.began_at, until=away.ended_at, seconds=round(lost.total_seconds())))
    return tuple(found)


def running(told: Iterable[GameEvent], now: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The spans in which the event's clock ran."""
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


def _told(stream: Stream) -> Iterator[GameEvent]:
    skipped = marks_of(stream).skipped()
    engine = journal.play_of(stream).engine
    for entry in stream.entries.filter(kind__in=KINDS).order_by("seq"):
        if entry.seq not in skipped:
            yield journal.event_of(engine, entry)


def _shared(since: datetime, until: datetime, begun: datetime, ended: datetime) -> timedelta:
    return max(min(until, ended) - max(since, begun), timedelta(0))
