"""The looks themselves. Each returns what it found within `WITHIN` seconds, whatever hangs, and raises nothing."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.utils import timezone

from control import journal
from control.backup import keep
from control.game.asked import DESK_NAMES, Desk
from control.game.clock import DESK_OF
from control.game.state import GameState, Stage
from control.models import Backup, Event, Pulse, Stream
from control.scenario.ids import Room
from control.screens import is_gone
from control.staff import team
from control.watch import devices
from control.watch.lines import Colour, Found

Look = Callable[[], Found]

WITHIN = 3.0  # seconds for all looks together
SLOW_DATABASE = 1.0  # seconds of one commit
SLOW_LAYER = 1.0
ROOM_TO_BREATHE = 500_000_000  # bytes that a disk must have beside what the day will write
OLD_BACKUP = timedelta(minutes=5)  # beyond the pause between two
OFF = 30.0  # seconds by which a device's clock may be off
UNHEARD = 10 * 60.0  # seconds after which a device that was here is missed


def together(looks: Mapping[str, Look]) -> dict[str, Found]:
    """Make these looks at the same time, each in a thread of its own; one that does not come back is red."""
    futures = {key: _begun(look) for key, look in looks.items()}
    ends = time.monotonic() + WITHIN
    found = {}
    for key, future in futures.items():
        try:
            found[key] = future.result(max(ends - time.monotonic(), 0.0))
        except TookTooLong:
            found[key] = Found(colour=Colour.RED, words=f"No answer within {WITHIN:.0f} s.", mend=MENDS.get(key, ""))
        except Exception as failed:  # its own words may hold an address or a password
            found[key] = Found(colour=Colour.RED, words=f"Failed: {type(failed).__name__}.", mend=MENDS.get(key, ""))
    return found


def _begun(look: Look) -> Future[Found]:
    future: Future[Found] = Future()

    def run() -> None:
        try:
            future.set_result(look())
        except Exception as failed:
            future.set_exception(failed)
        finally:
            connection.close()

    Thread(target=run, name="watch", daemon=True).start()
    return future


# --- what all events lean on --------------------------------------------------------------------------------------------


def database() -> Found:
    """A row is written and committed, as a sheet is."""
    begun = time.monotonic()
    Pulse.objects.update_or_create(name="database", defaults={"at": timezone.now()})
    took = time.monotonic() - begun
    if took > SLOW_DATABASE:
        return Found(colour=Colour.RED, words=f"A commit took {took:.1f} s.", mend=MENDS["database"])
    return Found(colour=Colour.GREEN, words=f"A row was written in {_ms(took)} ({connection.vendor}).")


def broker() -> Found:
    """The queue's keeper answers."""
    if not settings.REDIS_URL:
        return Found(colour=Colour.GREEN, words="Inside this process; nothing to lose connection to.")
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
        words = f"{waiting} tasks wait for a worker."
        return Found(colour=Colour.RED, words=words, mend="Start the worker, or a second one.")
    return Found(colour=Colour.GREEN, words=f"Answered in {_ms(time.monotonic() - begun)}; {waiting} tasks wait.")


MOST_WAITING = 200


def layer() -> Found:
    """A message goes out over the channel layer and comes back."""
    begun = time.monotonic()
    async_to_sync(_round_trip)()
    took = time.monotonic() - begun
    if took > SLOW_LAYER:
        return Found(colour=Colour.RED, words=f"A message took {took:.1f} s.", mend=MENDS["layer"])
    return Found(colour=Colour.GREEN, words=f"A message came round in {_ms(took)}.")


async def _round_trip() -> None:
    road = get_channel_layer()
    channel = await road.new_channel("watch.")
    mark = f"{time.monotonic_ns()}"
    await road.send(channel, {"type": "watch.round", "mark": mark})
    heard = await road.receive(channel)
    if heard.get("mark") != mark:
        raise RuntimeError("another message came back")


def disk() -> Found:
    """What is free against what the day will write: the database as large again, and every backup that is kept."""
    folder = Path(settings.VAR_DIR)
    free = shutil.disk_usage(folder if folder.exists() else folder.parent).free
    newest = Backup.objects.exclude(size=0).first()
    database_file = Path(str(settings.DATABASES["default"]["NAME"])) if connection.vendor == "sqlite" else None
    grows = database_file.stat().st_size if database_file and database_file.exists() else 0
    needed = ROOM_TO_BREATHE + 2 * grows + keep.KEPT * 2 * (newest.size if newest else 200_000)
    words = f"{_gigabytes(free)} free where the event is written; {_gigabytes(needed)} are needed."
    if free < needed:
        return Found(colour=Colour.RED, words=words, mend=f"Make room on the disk of {folder}; nothing is written when it is full.")
    return Found(colour=Colour.GREEN, words=words)


SHARED: Mapping[str, Look] = {"database": database, "broker": broker, "layer": layer, "disk": disk}
MENDS: Mapping[str, str] = {
    "database": "Look whether the database runs and its disk has room. Sheets wait on the phones until it answers.",
    "broker": "Start Redis again. Pages and sheets go on; the clock changes phases late, by the sweep, until it answers.",
    "layer": "Start Redis again. Screens still look by themselves every few seconds.",
    "disk": "Look at the disk: its room cannot be told.",
}


# --- what belongs to one event ------------------------------------------------------------------------------------------


def backup(event: Event, state: GameState, now: datetime) -> Found:
    """The newest file is one that was restored, not old, and is in the second folder too where there is one."""
    rows = list(event.backups.all()[:5])
    if not rows:
        if state.clock.stage is Stage.GATHERING:
            return Found(colour=Colour.GREY, words="None yet; the first one is being made.")
        return Found(colour=Colour.RED, words="There is none.", mend=f"Run manage.py backup {event.pk} and read what it says.")
    newest = rows[0]
    good = next((row for row in rows if row.restored_at), None)
    last = f"The last good one is of {_time(good.made_at)} ({keep.mark_words(good.mark)})." if good else "There is no good one."
    if newest.trouble:
        mend = f"Run manage.py backup {event.pk}. Is the disk full?"
        return Found(colour=Colour.RED, words=f"{newest.trouble.rstrip('.')}. {last}", mend=mend)
    if not newest.restored_at:
        if now - newest.made_at > timedelta(minutes=4):
            return Found(colour=Colour.RED, words=f"The one of {_time(newest.made_at)} was never tried. {last}", mend=TRY_IT)
        return Found(colour=Colour.GREEN if good else Colour.GREY, words=f"One of {_time(newest.made_at)} is being tried. {last}")
    if newest.second_trouble:
        mend = f"Put the stick back in, or mend BACKUP_SECOND. The file itself lies in {keep.folder()}."
        return Found(colour=Colour.RED, words=f"{newest.second_trouble}", mend=mend)
    pause = keep.pause_between()
    if keep.is_due(event, now) and pause and now - newest.made_at > pause + OLD_BACKUP:
        return Found(
            colour=Colour.RED, words=f"None is newer than {_time(newest.made_at)}, and much has happened since.", mend=TRY_IT
        )
    second = f" and in {keep.second_folder()}" if keep.second_folder() else ", with no second copy (BACKUP_SECOND is not set)"
    moment = f"{keep.mark_words(newest.mark)}, {_time(newest.made_at)}"
    words = f"{moment}: restored and the same. {newest.size // 1000} kB in {keep.folder()}{second}."
    return Found(colour=Colour.GREEN, words=words)


TRY_IT = "Is a worker running? It makes and tries backups. By hand: manage.py backup."


def screens(event: Event, _state: GameState, now: datetime) -> Found:
    """Somebody can read the clock in the hall, and every screen that was given a name is still there."""
    named = list(event.screens.order_by("name"))
    gone = [screen for screen in named if is_gone(screen, now)]
    if gone:
        lost = ", ".join(f"{screen.name} (since {_time_of(screen.seen_at.timestamp())})" for screen in gone)
        mend = "Look at the projector and load its page again, or take it off the list on the page of screens."
        return Found(colour=Colour.RED, words=f"Nothing is heard of: {lost}.", mend=mend)
    told = devices.now_at(event.pk)
    if named:
        phones = f"; {told.phones} phones beside them" if told and told.phones else ""
        return Found(colour=Colour.GREEN, words=f"{', '.join(screen.name for screen in named)}: here{phones}.")
    if told is None:
        return Found(colour=Colour.GREY, words="No process has told of its devices yet.")
    if not told.hall:
        mend = f"Open /screen/{event.pk}/here/ on the projector’s computer."
        return Found(colour=Colour.RED, words="No screen in the hall is connected.", mend=mend)
    phones = f"; {told.phones} phones beside them" if told.phones else ""
    return Found(colour=Colour.GREEN, words=f"{told.hall} connected{phones}.")


def staff(event: Event, state: GameState, now: datetime) -> Found:
    """Every desk that the day needs has somebody with a page open, and nobody who was here is gone."""
    told = devices.now_at(event.pk)
    if told is None:
        return Found(colour=Colour.GREY, words="No process has told of its devices yet.")
    here = {name for name, _page in told.staff}
    desks = {Desk.ORGANIZER, *(DESK_OF[room] for room in Room if state.scenario.timetable.steps.get(room))}
    sits = team()
    empty = [desk for desk in sorted(desks) if not any(desk in sits.get(name, ()) for name in here)]
    missed = {name: at for name, at in devices.last_seen(event.pk).items() if name not in here and name in sits}
    lost = [f"{name} (last seen {_time_of(at)})" for name, at in sorted(missed.items()) if now.timestamp() - at < UNHEARD]
    present = ", ".join(f"{name} ({page})" for name, page in told.staff[:12]) or "nobody"
    if empty and state.clock.stage is not Stage.OVER:
        who = ", ".join(DESK_NAMES[desk] for desk in empty)
        words = f"Nobody sits at: {who}. Here: {present}." + (f" Gone: {', '.join(lost)}." if lost else "")
        return Found(colour=Colour.RED, words=words, mend="Let somebody of that desk sign in; another tablet will do.")
    return Found(colour=Colour.GREEN, words=f"{present}." + (f" Gone: {', '.join(lost)}." if lost else ""))


def clocks(event: Event, _state: GameState, _now: datetime) -> Found:
    """How far the devices' own clocks are off. Countdowns are right all the same; what is read off the device is not."""
    told = devices.now_at(event.pk)
    if told is None or not told.offsets:
        return Found(colour=Colour.GREY, words="No device has told how its clock goes.")
    who, worst = max(told.offsets, key=lambda each: abs(each[1]))
    if abs(worst) > OFF:
        count = sum(abs(off) > OFF for _who, off in told.offsets)
        words = f"{count} of {len(told.offsets)} are more than {OFF:.0f} s off; the worst, {who}, by {_span(abs(worst))}."
        return Found(colour=Colour.RED, words=words, mend="Set that device’s own clock. Countdowns on it are right meanwhile.")
    return Found(colour=Colour.GREEN, words=f"{len(told.offsets)} devices, the worst {abs(worst):.1f} s off.")


OWN: Mapping[str, Callable[[Event, GameState, datetime], Found]] = {
    "backup": backup,
    "screens": screens,
    "staff": staff,
    "clocks": clocks,
}


def state_of(event: Event) -> GameState:
    """The state at the head."""
    state: GameState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state


def _ms(seconds: float) -> str:
    return f"{max(round(seconds * 1000), 1)} ms"


def _time(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M:%S}"


def _time_of(at: float) -> str:
    return _time(datetime.fromtimestamp(at, tz=timezone.get_current_timezone()))


def _span(seconds: float) -> str:
    minutes = int(seconds // 60)
    return f"{minutes} min" if minutes else f"{seconds:.0f} s"


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
