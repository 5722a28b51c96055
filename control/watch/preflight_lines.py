"""Lines of the preflight page: what each look found last, and what it means that nobody has looked for a while.

Looks are made in the background and leave rows; whoever draws a page only reads. Silence is judged by the reader: a dead
worker writes nothing, so it is the age of the last sign of life that turns its line red.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.core.cache import cache
from django.utils import timezone

from control import system_time
from control.engine.language import Spoken, later, say
from control.engine.modules import Invalidation
from control.journal.rows import put
from control.live import broadcast
from control.models import Pulse, Watched

# === preflight lines ====================================================================================================


TOPIC = "watch"
AGAIN = "every 10s"  # how often a page looks by itself, for what is silent tells nobody so
WANTED = 15 * 60  # seconds in which an event is watched after somebody of the team has looked at a page of it
SILENT = timedelta(seconds=12)  # without a sign of life of beat and worker: they give one every two seconds
OUTDATED = timedelta(seconds=60)  # what was found before that is no news any more: a look is made every ten seconds
EVERYWHERE = 0  # the place of what all events share


class Colour(StrEnum):
    """Green is well, red wants a person, grey has nothing to tell."""

    GREEN = "green"
    GREY = "grey"
    RED = "red"


# What makes wrong what every desk sees and presses. The rest is the organizer's to mend, and no sign on another desk's pages.
EVERY_DESKS = frozenset({"time", "database", "worker", "beat", "layer", "journals", "dues", "tracer"})
WORST_FIRST = (Colour.RED, Colour.GREY, Colour.GREEN)
COLOURS: Mapping[Colour, str] = Spoken({Colour.GREEN: later("green"), Colour.GREY: later("grey"), Colour.RED: later("red")})


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


SHARED: Mapping[str, str] = Spoken(
    {
        "time": later("The machine’s clock"),
        "database": later("Database"),
        "log": later("Log of the database"),
        "broker": later("Broker"),
        "worker": later("Worker"),
        "beat": later("Beat"),
        "layer": later("Channel layer"),
        "disk": later("Disk"),
        "journals": later("Journals"),
        "events": later("Events of this console"),
        "connections": later("Connections"),
    }
)
OWN: Mapping[str, str] = Spoken(
    {
        "dues": later("What the clock carries out"),
        "backup": later("Backups"),
        "tracer": later("Tracer"),
        "screens": later("Screens in the hall"),
        "staff": later("Control’s devices"),
        "clocks": later("Clocks of the devices"),
    }
)
NO_WORKER = later(
    "Restart the worker (with one process: the console itself). Until then the pages’ own processes end phases, two seconds late; "
    "nothing is looked at and no backup is made."
)
NO_BEAT = later(
    "Restart the beat (with one process: the console itself). Alarms that were set still ring, nothing mends what they miss."
)


def note(place: int, found: Mapping[str, Found], now: datetime | None = None) -> bool:
    """Store what was found; returns whether any line has another colour or says something else about what is wrong."""
    at = now or system_time.now()
    known = {row.key: row for row in Watched.objects.filter(place=place, key__in=found)}
    changed = False
    for key, each in found.items():
        row = known.get(key)
        same = row is not None and row.colour == each.colour
        since = row.since if row is not None and same else at
        changed |= not same or (row is not None and each.colour is Colour.RED and row.words != each.words[:400])
        values = {"colour": each.colour.value, "since": since, "at": at, "words": each.words[:400], "mend": each.mend[:400]}
        put(Watched(place=place, key=key, **values), per=("place", "key"), over=tuple(values))
    return changed


def want(event_id: int) -> None:
    """Somebody of the control team has a page of this event open: it is watched."""
    cache.set(wanted(event_id), True, WANTED)


def wanted(event_id: int) -> str:
    """Where it is noted that an event is looked at."""
    return f"watch:wanted:{event_id}"


def tell(event_id: int) -> None:
    """Let the control team's pages look again."""
    broadcast.nudge(event_id, (Invalidation(topic=TOPIC, to="staff"),))


def lines_of(event_id: int, now: datetime | None = None) -> tuple[Line, ...]:
    """Every line, as of now."""
    at = now or system_time.now()
    rows = {(row.place, row.key): row for row in Watched.objects.filter(place__in=(EVERYWHERE, event_id))}
    pulses = {pulse.name: pulse for pulse in Pulse.objects.all()}
    found = []
    for place, titles in ((EVERYWHERE, SHARED), (event_id, OWN)):
        for key, title in titles.items():
            found.append(_line(key, title, rows.get((place, key)), pulses, at))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Every line, the wrong ones first, then those without data; how many of either. Heads and Preflight count by it.

    `everywhere` is how many of the wrong ones every desk is told of; an organizer's head counts all.
    """

    lines: tuple[Line, ...]
    red: int
    everywhere: int
    grey: int


def watch_of(event_id: int, now: datetime | None = None) -> Watch:
    """The lines as they are read, and counted, as of now."""
    lines = sorted(lines_of(event_id, now), key=lambda line: WORST_FIRST.index(line.found.colour))
    colours = [line.found.colour for line in lines]
    everywhere = sum(line.is_red and line.key in EVERY_DESKS for line in lines)
    return Watch(lines=tuple(lines), red=colours.count(Colour.RED), everywhere=everywhere, grey=colours.count(Colour.GREY))


def is_silent(now: datetime | None = None) -> bool:
    """Has nobody carried out anything for a while?"""
    beat = Pulse.objects.filter(name="beat").first()
    return beat is None or (now or system_time.now()) - beat.at > SILENT


def _line(key: str, title: str, row: Watched | None, pulses: Mapping[str, Pulse], now: datetime) -> Line:
    if key in ("beat", "worker"):
        return _alive(key, title, pulses, now)
    if row is None:
        return Line(key=key, title=title, found=Found(colour=Colour.GREY, words=say("Nobody has looked yet.")))
    if now - row.at > OUTDATED:
        words = say(
            "Nobody has looked since {time}; then it was {colour}: {words}",
            time=_time(row.at),
            colour=COLOURS[Colour(row.colour)],
            words=row.words,
        )
        return Line(key=key, title=title, found=Found(colour=Colour.GREY, words=words), since=row.at)
    return Line(key=key, title=title, found=Found(colour=Colour(row.colour), words=row.words, mend=row.mend), since=row.since)


def _alive(key: str, title: str, pulses: Mapping[str, Pulse], now: datetime) -> Line:
    """Beat and worker by their signs of life. The beat's sign needs a worker; a ping of somebody who waits tells them apart."""
    beat, worker = pulses.get("beat"), pulses.get("worker")
    beats = beat is not None and now - beat.at <= SILENT
    works = beats or (worker is not None and now - worker.at <= SILENT)
    if key == "beat":
        if beat is None:
            return Line(
                key=key, title=title, found=Found(colour=Colour.RED, words=say("The beat was never heard."), mend=say(NO_BEAT))
            )
        if beats:
            return Line(
                key=key, title=title, found=Found(colour=Colour.GREEN, words=say("Heard {time} ago.", time=_ago(now - beat.at)))
            )
        if works:
            words = say("Not heard since {time}, though the worker answers.", time=_time(beat.at))
            return Line(key=key, title=title, found=Found(colour=Colour.RED, words=words, mend=say(NO_BEAT)), since=beat.at)
        return Line(
            key=key,
            title=title,
            found=Found(colour=Colour.GREY, words=say("Not known: no worker has told of it since {time}.", time=_time(beat.at))),
            since=beat.at,
        )
    if not works:
        last = max((pulse.at for pulse in (beat, worker) if pulse is not None), default=None)
        words = say("No sign of life since {time}.", time=_time(last)) if last else say("No worker has ever answered.")
        return Line(key=key, title=title, found=Found(colour=Colour.RED, words=words, mend=say(NO_WORKER)), since=last)
    if worker is not None and worker.took > SLOW_QUEUE:
        words = say("A ping through the queue took {seconds:.1f} s.", seconds=worker.took)
        mend = say("The worker is busy: start a second one, or give it more threads; look what it is at.")
        return Line(key=key, title=title, found=Found(colour=Colour.RED, words=words, mend=mend), since=worker.at)
    words = (
        say("Answered a ping through the queue in {time}.", time=_ms(worker.took))
        if worker
        else say("At work; the first ping is on its way.")
    )
    return Line(key=key, title=title, found=Found(colour=Colour.GREEN, words=words))


SLOW_QUEUE = 3.0  # seconds


def _time(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M:%S}"


def _ago(age: timedelta) -> str:
    return f"{max(round(age.total_seconds()), 0)} s"


def _ms(seconds: float) -> str:
    return f"{round(seconds * 1000)} ms"
