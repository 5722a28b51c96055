"""Preflight checks of shared services, and a runner that does several checks at once within `WITHIN` seconds, whatever hangs."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from datetime import timedelta
from pathlib import Path
from threading import Thread

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.utils import timezone

from control import system_time
from control.backup import schedule
from control.engine.language import Spoken, later, say
from control.journal.journal import trouble_of
from control.journal.rows import upsert
from control.models import Backup, Event, Pulse
from control.watch import connections
from control.watch import database as pasts
from control.watch import database as server_log
from control.watch.preflight_lines import CheckResult, LightColour

# === machine checks =====================================================================================================


RunCheck = Callable[[], CheckResult]

WITHIN = 3.0  # seconds for all checks together
SLOW_DATABASE = 1.0  # seconds of one commit
SLOW_LAYER = 1.0
ROOM_TO_BREATHE = 500_000_000  # free bytes required besides what the day will write


def run_checks(looks: Mapping[str, RunCheck]) -> dict[str, CheckResult]:
    """Run these checks at once, each in its own thread. One that does not return is red."""
    futures = {key: _start_check(look) for key, look in looks.items()}
    ends = time.monotonic() + WITHIN
    found = {}
    for key, future in futures.items():
        try:
            found[key] = future.result(max(ends - time.monotonic(), 0.0))
        except TookTooLong:
            found[key] = CheckResult(
                colour=LightColour.RED, words=say("No answer within {seconds:.0f} s.", seconds=WITHIN), mend=MENDS.get(key, "")
            )
        except Exception as failed:  # its message may contain an address or a password
            found[key] = CheckResult(
                colour=LightColour.RED, words=say("Failed: {error}.", error=type(failed).__name__), mend=MENDS.get(key, "")
            )
    return found


def _start_check(look: RunCheck) -> Future[CheckResult]:
    future: Future[CheckResult] = Future()

    def run() -> None:
        try:
            future.set_result(look())
        except Exception as failed:
            future.set_exception(failed)
        finally:
            connection.close()

    Thread(target=run, name="watch", daemon=True).start()
    return future


def database() -> CheckResult:
    """Check that a row can be written and committed, like a sheet."""
    begun = time.monotonic()
    upsert(Pulse(name="database", at=system_time.now()), per=("name",), over=("at",))
    took = time.monotonic() - begun
    if took > SLOW_DATABASE:
        return CheckResult(
            colour=LightColour.RED, words=say("A commit took {seconds:.1f} s.", seconds=took), mend=MENDS["database"]
        )
    return CheckResult(
        colour=LightColour.GREEN, words=say("A row was written in {time} ({database}).", time=_ms(took), database=connection.vendor)
    )


def broker() -> CheckResult:
    """Check that the broker of the task queue answers."""
    if not settings.REDIS_URL:
        return CheckResult(colour=LightColour.GREEN, words=say("Inside this process; nothing to lose connection to."))
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    begun = time.monotonic()
    client = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1.5, socket_timeout=1.5, retry=Retry(NoBackoff(), 0))
    try:
        client.ping()
        waiting = int(client.llen("celery"))
    finally:
        client.close()
    if waiting > MOST_WAITING:
        words = say("{waiting} tasks wait for a worker.", waiting=waiting)
        return CheckResult(colour=LightColour.RED, words=words, mend=say("Start the worker, or a second one."))
    return CheckResult(
        colour=LightColour.GREEN,
        words=say("Answered in {time}; {waiting} tasks wait.", time=_ms(time.monotonic() - begun), waiting=waiting),
    )


MOST_WAITING = 200


def layer() -> CheckResult:
    """Check that a message through the channel layer comes back."""
    begun = time.monotonic()
    async_to_sync(_round_trip)()
    took = time.monotonic() - begun
    if took > SLOW_LAYER:
        return CheckResult(colour=LightColour.RED, words=say("A message took {seconds:.1f} s.", seconds=took), mend=MENDS["layer"])
    return CheckResult(colour=LightColour.GREEN, words=say("A message came round in {time}.", time=_ms(took)))


async def _round_trip() -> None:
    road = get_channel_layer()
    channel = await road.new_channel("watch.")
    mark = f"{time.monotonic_ns()}"
    await road.send(channel, {"type": "watch.round", "mark": mark})
    heard = await road.receive(channel)
    if heard.get("mark") != mark:
        raise RuntimeError("another message came back")


def disk() -> CheckResult:
    """Check the free space against what the day will write: the database again, and all kept backups."""
    folder = Path(settings.VAR_DIR)
    free = shutil.disk_usage(folder if folder.exists() else folder.parent).free
    newest = Backup.objects.exclude(size=0).first()
    database_file = Path(str(settings.DATABASES["default"]["NAME"])) if connection.vendor == "sqlite" else None
    grows = database_file.stat().st_size if database_file and database_file.exists() else 0
    needed = ROOM_TO_BREATHE + 2 * grows + schedule.KEPT * 2 * (newest.size if newest else 200_000)
    words = say("{free} free where the event is written; {needed} are needed.", free=_gigabytes(free), needed=_gigabytes(needed))
    if free < needed:
        return CheckResult(
            colour=LightColour.RED,
            words=words,
            mend=say("Make room on the disk of {folder}; nothing is written when it is full.", folder=folder),
        )
    return CheckResult(colour=LightColour.GREEN, words=words)


def journals() -> CheckResult:
    """Check that no journal's past has changed."""
    other = pasts.newest_other_past()
    if other is None:
        return CheckResult(colour=LightColour.GREEN, words=say("None has gone back in time."))
    words = say(
        "At {time} the database had gone back in time: of the journal “{journal}” entry {knew} was known, "
        "and it stood at entry {found} with another past. Pages show what the database holds now.",
        time=f"{timezone.localtime(other.at):%H:%M:%S}",
        journal=other.journal,
        knew=other.knew,
        found=other.found,
    )
    red = system_time.now() - other.at < GONE_BACK
    return CheckResult(colour=LightColour.RED if red else LightColour.GREEN, words=words, mend=MENDS["journals"] if red else "")


def events() -> CheckResult:
    """Check that every event can be read."""
    newest = Event.real.filter(stream__archived=False).select_related("stream").defer("scenario", "stream__state")[:MOST_EVENTS]
    broken = [(event.pk, trouble) for event in newest if (trouble := trouble_of(event))]
    if not broken:
        return CheckResult(colour=LightColour.GREEN, words=say("All of them can be read."))
    told = ", ".join(f"{number} ({trouble})" for number, trouble in broken)
    mend = say("Run manage.py replay {number} and read what it says; the last backup can be restored.", number=broken[0][0])
    return CheckResult(
        colour=LightColour.RED, words=say("Not read, and left out of all lists: event {told}.", told=told), mend=mend
    )


MOST_EVENTS = 20  # newest events that are checked
GONE_BACK = timedelta(minutes=15)  # how long the line is red

SHARED: Mapping[str, RunCheck] = {
    "database": database,
    "log": server_log.check_database_log,
    "broker": broker,
    "layer": layer,
    "disk": disk,
    "journals": journals,
    "events": events,
    "connections": connections.look_at_crowds,
}
MENDS: Mapping[str, str] = Spoken(
    {
        "database": later("Look whether the database runs and its disk has room. Sheets wait on the phones until it answers."),
        "log": later("Look whether the database runs: what it writes into its log cannot be told."),
        "broker": later(
            "Start Redis again. Pages and sheets go on; the clock changes phases late, by the sweep, until it answers."
        ),
        "layer": later("Start Redis again. Screens still look by themselves every few seconds."),
        "disk": later("Look at the disk: its room cannot be told."),
        "journals": later("Was a dump restored, or does a copy that lags behind answer? Find out, and tell the hall what counts."),
        "events": later("Look whether the database runs: which events can be read cannot be told."),
        "connections": later("Look how many connections the web processes hold."),
    }
)


def _ms(seconds: float) -> str:
    return f"{max(round(seconds * 1000), 1)} ms"


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
