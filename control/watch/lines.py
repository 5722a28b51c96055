"""The lines of the preflight page: what each look found last, and what it means that nobody has looked for a while.

Looks are made in the background and leave rows; whoever draws a page only reads. Silence is judged by the reader: a dead worker
writes nothing, so it is the age of the last sign of life that turns its line red.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.core.cache import cache
from django.utils import timezone

from control import live
from control.game.engine import Poke
from control.models import Pulse, Watched

TOPIC = "watch"
WANTED = 15 * 60  # seconds in which an event is watched after somebody of the team has looked at a page of it
SILENT = timedelta(seconds=12)  # without a sign of life of beat and worker: they give one every two seconds
OUTDATED = timedelta(seconds=60)  # what was found before that is no news any more: a look is made every ten seconds
EVERYWHERE = 0  # the place of what all events share


class Colour(StrEnum):
    """Green is well, red wants a person, grey has nothing to tell."""

    GREEN = "green"
    GREY = "grey"
    RED = "red"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a look found: in one sentence, and what to do about it."""

    colour: Colour
    words: str
    mend: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the page; `since` is when it took its colour."""

    key: str
    title: str
    found: Found
    since: datetime | None = None

    @property
    def is_red(self) -> bool:
        return self.found.colour is Colour.RED


SHARED: Mapping[str, str] = {
    "database": "Database",
    "broker": "Broker",
    "worker": "Worker",
    "beat": "Beat",
    "layer": "Channel layer",
    "disk": "Disk",
}
OWN: Mapping[str, str] = {
    "backup": "Last backup, restored",
    "tracer": "Tracer",
    "screens": "Screens in the hall",
    "staff": "Control’s devices",
    "clocks": "Clocks of the devices",
}
NEVER = Found(colour=Colour.GREY, words="Nobody has looked yet.")
NO_WORKER = (
    "Restart the worker (with one process: the console itself). Until then the clock changes no phase; "
    "end phases by hand and give back the time afterwards."
)
NO_BEAT = "Restart the beat (with one process: the console itself). Alarms that were set still ring, nothing mends what they miss."


def note(place: int, found: Mapping[str, Found], now: datetime | None = None) -> bool:
    """Store what was found; returns whether any line has another colour or says something else about what is wrong."""
    at = now or timezone.now()
    known = {row.key: row for row in Watched.objects.filter(place=place, key__in=found)}
    changed = False
    for key, each in found.items():
        row = known.get(key)
        same = row is not None and row.colour == each.colour
        since = row.since if row is not None and same else at
        changed |= not same or (row is not None and each.colour is Colour.RED and row.words != each.words[:400])
        values = {"colour": each.colour.value, "since": since, "at": at, "words": each.words[:400], "mend": each.mend[:400]}
        Watched.objects.update_or_create(place=place, key=key, defaults=values)
    return changed


def want(event_id: int) -> None:
    """Somebody of the control team has a page of this event open: it is watched."""
    cache.set(wanted(event_id), True, WANTED)


def wanted(event_id: int) -> str:
    """Where it is noted that an event is looked at."""
    return f"watch:wanted:{event_id}"


def tell(event_id: int) -> None:
    """Let the control team's pages look again."""
    live.nudge(event_id, (Poke(topic=TOPIC, to="staff"),))


def lines_of(event_id: int, now: datetime | None = None) -> tuple[Line, ...]:
    """Every line, as of now."""
    at = now or timezone.now()
    rows = {(row.place, row.key): row for row in Watched.objects.filter(place__in=(EVERYWHERE, event_id))}
    pulses = {pulse.name: pulse for pulse in Pulse.objects.all()}
    found = []
    for place, titles in ((EVERYWHERE, SHARED), (event_id, OWN)):
        for key, title in titles.items():
            found.append(_line(key, title, rows.get((place, key)), pulses, at))
    return tuple(found)


def red_of(event_id: int, now: datetime | None = None) -> tuple[Line, ...]:
    """The red lines: what the head of every page counts."""
    return tuple(line for line in lines_of(event_id, now) if line.is_red)


def is_silent(now: datetime | None = None) -> bool:
    """Has nobody carried out anything for a while?"""
    beat = Pulse.objects.filter(name="beat").first()
    return beat is None or (now or timezone.now()) - beat.at > SILENT


def _line(key: str, title: str, row: Watched | None, pulses: Mapping[str, Pulse], now: datetime) -> Line:
    if key in ("beat", "worker"):
        return _alive(key, title, pulses, now)
    if row is None:
        return Line(key=key, title=title, found=NEVER)
    if now - row.at > OUTDATED:
        words = f"Nobody has looked since {_time(row.at)}; then it was {row.colour}: {row.words}"
        return Line(key=key, title=title, found=Found(colour=Colour.GREY, words=words), since=row.at)
    return Line(key=key, title=title, found=Found(colour=Colour(row.colour), words=row.words, mend=row.mend), since=row.since)


def _alive(key: str, title: str, pulses: Mapping[str, Pulse], now: datetime) -> Line:
    """Beat and worker by their signs of life. The beat's sign needs a worker; a ping of somebody who waits tells them apart."""
    beat, worker = pulses.get("beat"), pulses.get("worker")
    beats = beat is not None and now - beat.at <= SILENT
    works = beats or (worker is not None and now - worker.at <= SILENT)
    if key == "beat":
        if beat is None:
            return Line(key=key, title=title, found=Found(colour=Colour.RED, words="The beat was never heard.", mend=NO_BEAT))
        if beats:
            return Line(key=key, title=title, found=Found(colour=Colour.GREEN, words=f"Heard {_ago(now - beat.at)} ago."))
        if works:
            words = f"Not heard since {_time(beat.at)}, though the worker answers."
            return Line(key=key, title=title, found=Found(colour=Colour.RED, words=words, mend=NO_BEAT), since=beat.at)
        return Line(
            key=key,
            title=title,
            found=Found(colour=Colour.GREY, words=f"Not known: no worker has told of it since {_time(beat.at)}."),
            since=beat.at,
        )
    if not works:
        last = max((pulse.at for pulse in (beat, worker) if pulse is not None), default=None)
        words = f"No sign of life since {_time(last)}." if last else "No worker has ever answered."
        return Line(key=key, title=title, found=Found(colour=Colour.RED, words=words, mend=NO_WORKER), since=last)
    if worker is not None and worker.took > SLOW_QUEUE:
        words = f"A ping through the queue took {worker.took:.1f} s."
        mend = "The worker is busy: start a second one, or give it more threads; look what it is at."
        return Line(key=key, title=title, found=Found(colour=Colour.RED, words=words, mend=mend), since=worker.at)
    words = f"Answered a ping through the queue in {_ms(worker.took)}." if worker else "At work; the first ping is on its way."
    return Line(key=key, title=title, found=Found(colour=Colour.GREEN, words=words))


SLOW_QUEUE = 3.0  # seconds


def _time(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M:%S}"


def _ago(age: timedelta) -> str:
    return f"{max(round(age.total_seconds()), 0)} s"


def _ms(seconds: float) -> str:
    return f"{round(seconds * 1000)} ms"
