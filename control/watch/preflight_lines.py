"""Lines of the preflight page: latest result of each check, and the age of results.

Checks run in the background and store rows; pages only read them. The reader judges silence: a dead worker writes nothing, so the
age of its last sign of life turns its line red.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

from django.core.cache import cache
from django.utils import timezone
from msgspec import Struct

from control import system_time
from control.engine.language import Spoken, later, say
from control.engine.modules import Invalidation
from control.journal.rows import upsert
from control.live import broadcast
from control.models import Pulse, Watched

# === preflight lines ====================================================================================================


TOPIC = "watch"
AGAIN = "every 10s"  # polling interval of the page, because silence sends no news
WANTED = 15 * 60  # seconds for which an event is watched after a team member opened a page
SILENT = timedelta(seconds=12)  # age of a sign of life that counts as silence; beat and worker give one every two seconds
OUTDATED = timedelta(seconds=60)  # age from which on a result is outdated; checks run every ten seconds
EVERYWHERE = 0  # place of shared services


class LightColour(StrEnum):
    """Green: fine. Red: needs a person. Grey: no data."""

    GREEN = "green"
    GREY = "grey"
    RED = "red"


# Checks whose failure affects every desk. The others concern the organizer, and show no sign on pages of other desks.
EVERY_DESKS = frozenset({"time", "database", "worker", "beat", "layer", "journals", "dues", "tracer"})
WORST_FIRST = (LightColour.RED, LightColour.GREY, LightColour.GREEN)
COLOURS: Mapping[LightColour, str] = Spoken(
    {LightColour.GREEN: later("green"), LightColour.GREY: later("grey"), LightColour.RED: later("red")}
)


class CheckResult(Struct, frozen=True, kw_only=True):
    """Result of a check: colour, sentence, and what to do about it."""

    colour: LightColour
    words: str
    mend: str = ""


class PreflightLine(Struct, frozen=True, kw_only=True):
    """One line of the page. `since`: start of its colour."""

    key: str
    title: str
    found: CheckResult
    since: datetime | None = None

    @property
    def is_red(self) -> bool:
        return self.found.colour is LightColour.RED


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


def store_results(place: int, found: Mapping[str, CheckResult], now: datetime | None = None) -> bool:
    """Store results. Return whether any line changed its colour, or the words of a red line changed."""
    at = now or system_time.now()
    known = {row.key: row for row in Watched.objects.filter(place=place, key__in=found)}
    changed, stored = False, []
    for key, each in sorted(found.items()):
        row = known.get(key)
        same = row is not None and row.colour == each.colour
        since = row.since if row is not None and same else at
        changed |= not same or (row is not None and each.colour is LightColour.RED and row.words != each.words[:400])
        values = {"colour": each.colour.value, "since": since, "at": at, "words": each.words[:400], "mend": each.mend[:400]}
        stored.append(Watched(place=place, key=key, **values))
    upsert(*stored, per=("place", "key"), over=("colour", "since", "at", "words", "mend"))
    return changed


def watch_event(event_id: int) -> None:
    """Keep this event watched, because a team member has a page of it open."""
    cache.set(watch_key(event_id), True, WANTED)


def watch_key(event_id: int) -> str:
    """Cache key of `watch_event`."""
    return f"watch:wanted:{event_id}"


def refresh_pages(event_id: int) -> None:
    """Refresh the preflight lines on the control team's pages."""
    broadcast.tell_outside_journal(event_id, (Invalidation(topic=TOPIC, to="staff"),))


def lines_of(event_id: int, now: datetime | None = None) -> tuple[PreflightLine, ...]:
    at = now or system_time.now()
    rows = {(row.place, row.key): row for row in Watched.objects.filter(place__in=(EVERYWHERE, event_id))}
    pulses = {pulse.name: pulse for pulse in Pulse.objects.all()}
    found = []
    for place, titles in ((EVERYWHERE, SHARED), (event_id, OWN)):
        for key, title in titles.items():
            found.append(_line(key, title, rows.get((place, key)), pulses, at))
    return tuple(found)


class PreflightBoard(Struct, frozen=True, kw_only=True):
    """All lines, red ones first, then grey ones, with their numbers. Page heads and the preflight page use it.

    `everywhere`: number of red lines that every desk sees. The organizer's page head counts all red lines.
    """

    lines: tuple[PreflightLine, ...]
    red: int
    everywhere: int
    grey: int


def watch_of(event_id: int, now: datetime | None = None) -> PreflightBoard:
    """Current lines in reading order, with their numbers."""
    lines = sorted(lines_of(event_id, now), key=lambda line: WORST_FIRST.index(line.found.colour))
    colours = [line.found.colour for line in lines]
    everywhere = sum(line.is_red and line.key in EVERY_DESKS for line in lines)
    return PreflightBoard(
        lines=tuple(lines), red=colours.count(LightColour.RED), everywhere=everywhere, grey=colours.count(LightColour.GREY)
    )


def is_silent(now: datetime | None = None) -> bool:
    """Whether beat and worker have been silent for a while."""
    beat = Pulse.objects.filter(name="beat").first()
    return beat is None or (now or system_time.now()) - beat.at > SILENT


def _line(key: str, title: str, row: Watched | None, pulses: Mapping[str, Pulse], now: datetime) -> PreflightLine:
    if key in ("beat", "worker"):
        return _life_line(key, title, pulses, now)
    if row is None:
        return PreflightLine(key=key, title=title, found=CheckResult(colour=LightColour.GREY, words=say("Nobody has looked yet.")))
    if now - row.at > OUTDATED:
        words = say(
            "Nobody has looked since {time}; then it was {colour}: {words}",
            time=_time(row.at),
            colour=COLOURS[LightColour(row.colour)],
            words=row.words,
        )
        return PreflightLine(key=key, title=title, found=CheckResult(colour=LightColour.GREY, words=words), since=row.at)
    return PreflightLine(
        key=key, title=title, found=CheckResult(colour=LightColour(row.colour), words=row.words, mend=row.mend), since=row.since
    )


def _life_line(key: str, title: str, pulses: Mapping[str, Pulse], now: datetime) -> PreflightLine:
    """Line of the beat or of the worker, by their signs of life.

    The beat's sign needs a worker too; the answer to a ping distinguishes them.
    """
    beat, worker = pulses.get("beat"), pulses.get("worker")
    beats = beat is not None and now - beat.at <= SILENT
    works = beats or (worker is not None and now - worker.at <= SILENT)
    if key == "beat":
        if beat is None:
            return PreflightLine(
                key=key,
                title=title,
                found=CheckResult(colour=LightColour.RED, words=say("The beat was never heard."), mend=say(NO_BEAT)),
            )
        if beats:
            return PreflightLine(
                key=key,
                title=title,
                found=CheckResult(colour=LightColour.GREEN, words=say("Heard {time} ago.", time=_ago(now - beat.at))),
            )
        if works:
            words = say("Not heard since {time}, though the worker answers.", time=_time(beat.at))
            return PreflightLine(
                key=key, title=title, found=CheckResult(colour=LightColour.RED, words=words, mend=say(NO_BEAT)), since=beat.at
            )
        return PreflightLine(
            key=key,
            title=title,
            found=CheckResult(
                colour=LightColour.GREY, words=say("Not known: no worker has told of it since {time}.", time=_time(beat.at))
            ),
            since=beat.at,
        )
    if not works:
        last = max((pulse.at for pulse in (beat, worker) if pulse is not None), default=None)
        words = say("No sign of life since {time}.", time=_time(last)) if last else say("No worker has ever answered.")
        return PreflightLine(
            key=key, title=title, found=CheckResult(colour=LightColour.RED, words=words, mend=say(NO_WORKER)), since=last
        )
    if worker is not None and worker.took > SLOW_QUEUE:
        words = say("A ping through the queue took {seconds:.1f} s.", seconds=worker.took)
        mend = say("The worker is busy: start a second one, or give it more threads; look what it is at.")
        return PreflightLine(
            key=key, title=title, found=CheckResult(colour=LightColour.RED, words=words, mend=mend), since=worker.at
        )
    words = (
        say("Answered a ping through the queue in {time}.", time=_ms(worker.took))
        if worker
        else say("At work; the first ping is on its way.")
    )
    return PreflightLine(key=key, title=title, found=CheckResult(colour=LightColour.GREEN, words=words))


SLOW_QUEUE = 3.0  # seconds


def _time(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M:%S}"


def _ago(age: timedelta) -> str:
    return f"{max(round(age.total_seconds()), 0)} s"


def _ms(seconds: float) -> str:
    return f"{round(seconds * 1000)} ms"
