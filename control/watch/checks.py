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

from control import registry
from control.backup import keep
from control.day.state import Stage
from control.engine.context import ORGANIZER
from control.engine.language import later, say
from control.engine.words import Spoken
from control.hall.screens import is_gone
from control.journal import journal
from control.models import Backup, Event, Pulse, Stream
from control.people.staff import team
from control.watch import devices
from control.watch.lines import Colour, Found
from rooms.realm.desks import DESK_NAMES
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.realm.words import DESK_OF

Look = Callable[[], Found]

WITHIN = 3.0  # seconds for all looks together
SLOW_DATABASE = 1.0  # seconds of one commit
SLOW_LAYER = 1.0
ROOM_TO_BREATHE = 500_000_000  # bytes that a disk must have beside what the day will write
OLD_BACKUP = timedelta(minutes=5)  # beyond the pause between two
OFF = 30.0  # seconds by which a device's clock may be off
UNHEARD = 10 * 60.0  # seconds after which a device that was here is missed

PAGE_WORDS: Mapping[str, str] = Spoken(  # where somebody of the team is; other pages by their own word
    {
        "overview": later("overview"),
        "houses": later("houses"),
        "in-force": later("in-force"),
        "people": later("people"),
        "clock": later("clock"),
        "journal": later("journal"),
        "announcements": later("announcements"),
        "screens": later("screens"),
        "preflight": later("preflight"),
        "ladder": later("ladder"),
        "team": later("team"),
        "rulings": later("rulings"),
    }
)


def _page_words(realm: str, page: str) -> str:
    room = next((app.word for room, app in registry.rooms(realm).items() if room == page), "")
    return say(room) or PAGE_WORDS.get(page, page)


def together(looks: Mapping[str, Look]) -> dict[str, Found]:
    """Make these looks at the same time, each in a thread of its own; one that does not come back is red."""
    futures = {key: _begun(look) for key, look in looks.items()}
    ends = time.monotonic() + WITHIN
    found = {}
    for key, future in futures.items():
        try:
            found[key] = future.result(max(ends - time.monotonic(), 0.0))
        except TookTooLong:
            found[key] = Found(
                colour=Colour.RED, words=say("No answer within {seconds:.0f} s.", seconds=WITHIN), mend=MENDS.get(key, "")
            )
        except Exception as failed:  # its own words may hold an address or a password
            found[key] = Found(
                colour=Colour.RED, words=say("Failed: {error}.", error=type(failed).__name__), mend=MENDS.get(key, "")
            )
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
        return Found(colour=Colour.RED, words=say("A commit took {seconds:.1f} s.", seconds=took), mend=MENDS["database"])
    return Found(
        colour=Colour.GREEN, words=say("A row was written in {time} ({database}).", time=_ms(took), database=connection.vendor)
    )


def broker() -> Found:
    """The queue's keeper answers."""
    if not settings.REDIS_URL:
        return Found(colour=Colour.GREEN, words=say("Inside this process; nothing to lose connection to."))
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
        return Found(colour=Colour.RED, words=words, mend=say("Start the worker, or a second one."))
    return Found(
        colour=Colour.GREEN,
        words=say("Answered in {time}; {waiting} tasks wait.", time=_ms(time.monotonic() - begun), waiting=waiting),
    )


MOST_WAITING = 200


def layer() -> Found:
    """A message goes out over the channel layer and comes back."""
    begun = time.monotonic()
    async_to_sync(_round_trip)()
    took = time.monotonic() - begun
    if took > SLOW_LAYER:
        return Found(colour=Colour.RED, words=say("A message took {seconds:.1f} s.", seconds=took), mend=MENDS["layer"])
    return Found(colour=Colour.GREEN, words=say("A message came round in {time}.", time=_ms(took)))


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
    words = say("{free} free where the event is written; {needed} are needed.", free=_gigabytes(free), needed=_gigabytes(needed))
    if free < needed:
        return Found(
            colour=Colour.RED,
            words=words,
            mend=say("Make room on the disk of {folder}; nothing is written when it is full.", folder=folder),
        )
    return Found(colour=Colour.GREEN, words=words)


SHARED: Mapping[str, Look] = {"database": database, "broker": broker, "layer": layer, "disk": disk}
MENDS: Mapping[str, str] = Spoken(
    {
        "database": later("Look whether the database runs and its disk has room. Sheets wait on the phones until it answers."),
        "broker": later(
            "Start Redis again. Pages and sheets go on; the clock changes phases late, by the sweep, until it answers."
        ),
        "layer": later("Start Redis again. Screens still look by themselves every few seconds."),
        "disk": later("Look at the disk: its room cannot be told."),
    }
)


# --- what belongs to one event ------------------------------------------------------------------------------------------


def backup(event: Event, state: GameState, now: datetime) -> Found:
    """The newest file is one that was restored, not old, and is in the second folder too where there is one."""
    rows = list(event.backups.all()[:5])
    if not rows:
        if state.clock.stage is Stage.GATHERING:
            return Found(colour=Colour.GREY, words=say("None yet; the first one is being made."))
        return Found(
            colour=Colour.RED,
            words=say("There is none."),
            mend=say("Run manage.py backup {number} and read what it says.", number=event.pk),
        )
    newest = rows[0]
    good = next((row for row in rows if row.restored_at), None)
    last = (
        say("The last good one is of {time} ({moment}).", time=_time(good.made_at), moment=keep.mark_words(good.mark))
        if good
        else say("There is no good one.")
    )
    if newest.trouble:
        mend = say("Run manage.py backup {number}. Is the disk full?", number=event.pk)
        return Found(colour=Colour.RED, words=f"{newest.trouble.rstrip('.')}. {last}", mend=mend)
    if not newest.restored_at:
        if now - newest.made_at > timedelta(minutes=4):
            return Found(
                colour=Colour.RED,
                words=say("The one of {time} was never tried. {last}", time=_time(newest.made_at), last=last),
                mend=say(TRY_IT),
            )
        return Found(
            colour=Colour.GREEN if good else Colour.GREY,
            words=say("One of {time} is being tried. {last}", time=_time(newest.made_at), last=last),
        )
    if newest.second_trouble:
        mend = say("Put the stick back in, or mend BACKUP_SECOND. The file itself lies in {folder}.", folder=keep.folder())
        return Found(colour=Colour.RED, words=f"{newest.second_trouble}", mend=mend)
    pause = keep.pause_between()
    if keep.is_due(event, now) and pause and now - newest.made_at > pause + OLD_BACKUP:
        return Found(
            colour=Colour.RED,
            words=say("None is newer than {time}, and much has happened since.", time=_time(newest.made_at)),
            mend=say(TRY_IT),
        )
    second = (
        say(" and in {second_folder}", second_folder=keep.second_folder())
        if keep.second_folder()
        else say(", with no second copy (BACKUP_SECOND is not set)")
    )
    moment = f"{keep.mark_words(newest.mark)}, {_time(newest.made_at)}"
    words = say(
        "{moment}: restored and the same. {rest} kB in {folder}{second}.",
        moment=moment,
        rest=newest.size // 1000,
        folder=keep.folder(),
        second=second,
    )
    return Found(colour=Colour.GREEN, words=words)


TRY_IT = later("Is a worker running? It makes and tries backups. By hand: manage.py backup.")


def screens(event: Event, _state: GameState, now: datetime) -> Found:
    """Somebody can read the clock in the hall, and every screen that was given a name is still there."""
    named = list(event.screens.order_by("name"))
    gone = [screen for screen in named if is_gone(screen, now)]
    if gone:
        lost = ", ".join(
            say("{screen} (since {time})", screen=screen.name, time=_time_of(screen.seen_at.timestamp())) for screen in gone
        )
        mend = say("Look at the projector and load its page again, or take it off the list on the page of screens.")
        return Found(colour=Colour.RED, words=say("Nothing is heard of: {lost}.", lost=lost), mend=mend)
    told = devices.now_at(event.pk)
    if named:
        phones = say("; {phones} phones beside them", phones=told.phones) if told and told.phones else ""
        return Found(
            colour=Colour.GREEN,
            words=say("{names}: here{phones}.", names=", ".join(screen.name for screen in named), phones=phones),
        )
    if told is None:
        return Found(colour=Colour.GREY, words=say("No process has told of its devices yet."))
    if not told.hall:
        mend = say("Open /screen/{number}/here/ on the projector’s computer.", number=event.pk)
        return Found(colour=Colour.RED, words=say("No screen in the hall is connected."), mend=mend)
    phones = say("; {phones} phones beside them", phones=told.phones) if told.phones else ""
    return Found(colour=Colour.GREEN, words=say("{hall} connected{phones}.", hall=told.hall, phones=phones))


def staff(event: Event, state: GameState, now: datetime) -> Found:
    """Every desk that the day needs has somebody with a page open, and nobody who was here is gone."""
    told = devices.now_at(event.pk)
    if told is None:
        return Found(colour=Colour.GREY, words=say("No process has told of its devices yet."))
    here = {name for name, _page in told.staff}
    desks = {ORGANIZER, *(DESK_OF[room] for room in Room if state.scenario.timetable.steps.get(room))}
    sits = team(event.pk)
    empty = [desk for desk in sorted(desks) if not any(desk in sits.get(name, ()) for name in here)]
    missed = {name: at for name, at in devices.last_seen(event.pk).items() if name not in here and name in sits}
    lost = [
        say("{name} (last seen {time})", name=name, time=_time_of(at))
        for name, at in sorted(missed.items())
        if now.timestamp() - at < UNHEARD
    ]
    present = ", ".join(f"{name} ({_page_words(state.REALM, page)})" for name, page in told.staff[:12]) or say("nobody")
    gone = say("Gone: {names}.", names=", ".join(lost)) if lost else ""
    if empty and state.clock.stage is not Stage.OVER:
        who = ", ".join(DESK_NAMES[desk] for desk in empty)
        words = say("Nobody sits at: {who}. Here: {present}.", who=who, present=present) + (f" {gone}" if gone else "")
        return Found(colour=Colour.RED, words=words, mend=say("Let somebody of that desk sign in; another tablet will do."))
    return Found(colour=Colour.GREEN, words=f"{present}." + (f" {gone}" if gone else ""))


def clocks(event: Event, _state: GameState, _now: datetime) -> Found:
    """How far the devices' own clocks are off. Countdowns are right all the same; what is read off the device is not."""
    told = devices.now_at(event.pk)
    if told is None or not told.offsets:
        return Found(colour=Colour.GREY, words=say("No device has told how its clock goes."))
    who, worst = max(told.offsets, key=lambda each: abs(each[1]))
    if abs(worst) > OFF:
        count = sum(abs(off) > OFF for _who, off in told.offsets)
        words = say(
            "{count} of {all} are more than {seconds:.0f} s off; the worst, {who}, by {length}.",
            count=count,
            all=len(told.offsets),
            seconds=OFF,
            who=who,
            length=_span(abs(worst)),
        )
        return Found(colour=Colour.RED, words=words, mend=say("Set that device’s own clock. Countdowns on it are right meanwhile."))
    return Found(
        colour=Colour.GREEN,
        words=say("{count} devices, the worst {seconds:.1f} s off.", count=len(told.offsets), seconds=abs(worst)),
    )


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
    return say("{minutes} min", minutes=minutes) if minutes else f"{seconds:.0f} s"


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
