"""Preflight checks of one event: backups, screens, team, device clocks. A finding is a result, never an exception."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from control.backup import schedule
from control.day.state import DayStage, DayState
from control.desks.tabs import page_word
from control.engine.context import ORGANIZER
from control.engine.language import later, say, say_count
from control.hall.screens import is_gone, is_wanted
from control.journal import journal
from control.models import Event, Stream
from control.people.staff import team
from control.watch import connections, overdue_commands
from control.watch.preflight_lines import CheckResult, LightColour

# === event checks =======================================================================================================


OLD_BACKUP = timedelta(minutes=5)  # tolerated delay beyond the pause between two
OFF = 30.0  # tolerated clock offset of a device, in seconds
SEVERAL = 3  # fewest phones with a wrong clock for a red line
WHOSE = {connections.TABLET: later("a tablet of Control"), connections.PHONE: later("a phone")}
UNHEARD = 10 * 60.0  # seconds for which a lost device is listed


def backup(event: Event, state: DayState, now: datetime) -> CheckResult:
    """Check that the newest backup was restored in a trial, is fresh, and has its second copy."""
    rows = list(event.backups.all()[:5])
    if not rows:
        if state.clock.stage is DayStage.GATHERING:
            return CheckResult(colour=LightColour.GREY, words=say("None yet; the first one is being made."))
        return CheckResult(
            colour=LightColour.RED,
            words=say("There is none."),
            mend=say("Run manage.py backup {number} and read what it says.", number=event.pk),
        )
    newest = rows[0]
    good = next((row for row in rows if row.restored_at), None)
    last = (
        say(
            "The last good one is of {time} ({moment}).",
            time=_time(good.made_at),
            moment=schedule.phase_mark_words(state.frame, good.mark),
        )
        if good
        else say("There is no good one.")
    )
    if newest.trouble:
        mend = say("Run manage.py backup {number}. Is the disk full?", number=event.pk)
        return CheckResult(colour=LightColour.RED, words=f"{newest.trouble.rstrip('.')}. {last}", mend=mend)
    if not newest.restored_at:
        if now - newest.made_at > timedelta(minutes=4):
            return CheckResult(
                colour=LightColour.RED,
                words=say("The one of {time} was never tried. {last}", time=_time(newest.made_at), last=last),
                mend=say(TRY_IT),
            )
        return CheckResult(
            colour=LightColour.GREEN if good else LightColour.GREY,
            words=say("One of {time} is being tried. {last}", time=_time(newest.made_at), last=last),
        )
    if newest.second_trouble:
        mend = say("Put the stick back in, or mend BACKUP_SECOND. The file itself lies in {folder}.", folder=schedule.folder())
        return CheckResult(colour=LightColour.RED, words=f"{newest.second_trouble}", mend=mend)
    pause = schedule.backup_interval()
    if schedule.is_due(event, now) and pause and now - newest.made_at > pause + OLD_BACKUP:
        return CheckResult(
            colour=LightColour.RED,
            words=say("None is newer than {time}, and much has happened since.", time=_time(newest.made_at)),
            mend=say(TRY_IT),
        )
    second_folder = schedule.second_folder()
    second = (
        say(" and in {second_folder}", second_folder=second_folder)
        if second_folder
        else say(", with no second copy (BACKUP_SECOND is not set)")
    )
    moment = f"{schedule.phase_mark_words(state.frame, newest.mark)}, {_time(newest.made_at)}"
    words = say(
        "{moment}: restored and the same. {rest} kB in {folder}{second}.",
        moment=moment,
        rest=newest.size // 1000,
        folder=schedule.folder(),
        second=second,
    )
    if second_folder is None and not event.demo:  # a demo needs no second copy and no red sign on every page
        return CheckResult(colour=LightColour.RED, words=words, mend=say(A_SECOND))
    return CheckResult(colour=LightColour.GREEN, words=words)


A_SECOND = later("Set BACKUP_SECOND to a folder on a stick or on another computer, and start the console again.")
TRY_IT = later("Is a worker running? It makes and tries backups. By hand: manage.py backup.")


def screens(event: Event, _state: DayState, now: datetime) -> CheckResult:
    """Check that a screen in the hall is connected, and that no named or used screen is missing."""
    known = list(event.screens.order_by("name"))
    gone = [screen for screen in known if is_wanted(screen) and is_gone(screen, now)]
    if gone:
        lost = ", ".join(
            say("{screen} (since {time})", screen=screen.name, time=_time_of(screen.seen_at.timestamp())) for screen in gone
        )
        mend = say("Look at the projector and load its page again, or take it off the list on the page of screens.")
        return CheckResult(colour=LightColour.RED, words=say("Nothing is heard of: {lost}.", lost=lost), mend=mend)
    told = connections.devices_now(event.pk)
    here = [screen.name for screen in known if not is_gone(screen, now)]
    if here:
        phones = say("; {phones} phones beside them", phones=told.phones) if told and told.phones else ""
        return CheckResult(
            colour=LightColour.GREEN,
            words=say("{names}: here{phones}.", names=", ".join(here), phones=phones),
        )
    if told is None:
        return CheckResult(colour=LightColour.GREY, words=say("No process has told of its devices yet."))
    if not told.hall:
        mend = say("Open /screen/{number}/here/ on the projector’s computer.", number=event.pk)
        return CheckResult(colour=LightColour.RED, words=say("No screen in the hall is connected."), mend=mend)
    phones = say("; {phones} phones beside them", phones=told.phones) if told.phones else ""
    return CheckResult(colour=LightColour.GREEN, words=say("{hall} connected{phones}.", hall=told.hall, phones=phones))


def staff(event: Event, state: DayState, now: datetime) -> CheckResult:
    """Check that every needed desk has somebody with a page open. Lost members of the team are named."""
    told = connections.devices_now(event.pk)
    if told is None:
        return CheckResult(colour=LightColour.GREY, words=say("No process has told of its devices yet."))
    here = {name for name, _page in told.staff}
    frame = state.frame
    desks = {ORGANIZER, *(frame.desk_of(room) for room in frame.room_ids if state.timetable.steps.get(room))}
    sits = team(event.pk)
    empty = [desk for desk in sorted(desks) if not any(desk in sits.get(name, ()) for name in here)]
    missed = {name: at for name, at in connections.last_seen(event.pk).items() if name not in here and name in sits}
    lost = [
        say("{name} (last seen {time})", name=name, time=_time_of(at))
        for name, at in sorted(missed.items())
        if now.timestamp() - at < UNHEARD
    ]
    present = ", ".join(f"{name} ({page_word(state.REALM, page)})" for name, page in told.staff[:12]) or say("nobody")
    gone = say("Gone: {names}.", names=", ".join(lost)) if lost else ""
    if empty and state.clock.stage is not DayStage.OVER:
        who = ", ".join(frame.desk_name(desk) for desk in empty)
        words = say("Nobody sits at: {who}. Here: {present}.", who=who, present=present) + (f" {gone}" if gone else "")
        return CheckResult(
            colour=LightColour.RED, words=words, mend=say("Let somebody of that desk sign in; another tablet will do.")
        )
    return CheckResult(colour=LightColour.GREEN, words=f"{present}." + (f" {gone}" if gone else ""))


def clocks(event: Event, _state: DayState, _now: datetime) -> CheckResult:
    """Check the clocks of the devices. Countdowns are right anyway, but times read off a device are not.

    Players set their own phones. Phones count only if several of them, and more than half of all devices, are wrong.
    """
    told = connections.devices_now(event.pk)
    if told is None or not told.offsets:
        return CheckResult(colour=LightColour.GREY, words=say("No device has told how its clock goes."))
    wrong = [each for each in told.offsets if abs(each[1]) > OFF]
    tablets = [each for each in wrong if each[0] == connections.TABLET]
    who, worst = max(tablets or told.offsets, key=lambda each: abs(each[1]))
    if tablets or (len(wrong) >= SEVERAL and 2 * len(wrong) > len(told.offsets)):
        words = say(
            "{count} of {all} are more than {seconds:.0f} s off; the worst, {who}, by {length}.",
            count=len(wrong),
            all=len(told.offsets),
            seconds=OFF,
            who=say(WHOSE[who]),
            length=_span(abs(worst)),
        )
        return CheckResult(
            colour=LightColour.RED, words=words, mend=say("Set that device’s own clock. Countdowns on it are right meanwhile.")
        )
    return CheckResult(
        colour=LightColour.GREEN,
        words=say_count(
            "{count} device, {seconds:.1f} s off.",
            "{count} devices, the worst {seconds:.1f} s off.",
            len(told.offsets),
            seconds=abs(worst),
        ),
    )


OWN: Mapping[str, Callable[[Event, DayState, datetime], CheckResult]] = {
    "dues": overdue_commands.dues,
    "backup": backup,
    "screens": screens,
    "staff": staff,
    "clocks": clocks,
}


def state_of(event: Event) -> DayState:
    """State at the head."""
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state


def _time(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M:%S}"


def _time_of(at: float) -> str:
    return _time(datetime.fromtimestamp(at, tz=timezone.get_current_timezone()))


def _span(seconds: float) -> str:
    minutes = int(seconds // 60)
    return say("{minutes} min", minutes=minutes) if minutes else f"{seconds:.0f} s"
