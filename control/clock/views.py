"""The organizer's clock: the big hands, what may be done to them, and the whole timetable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control import registry
from control.clock import forms
from control.day import timetable
from control.day.clock.parts import phase_words
from control.day.clock.phases import EndPhase, GoBack, held_by, waits_words
from control.day.state import Clock, DayState, Stage
from control.day.view import ClockView, clock_view
from control.desks.command import CommandForm, initial
from control.desks.frame import Look, Part, draw_page, look, regions, register
from control.desks.overview import HERE as OVERVIEW
from control.desks.overview import DayView, RoomRow, day_view, room_rows
from control.desks.press import Place, Said, answered, give, question, tap, told
from control.engine import codec
from control.engine.language import later, say
from control.engine.refused import Refused
from control.engine.words import Spoken, capital
from control.journal import desk, journal
from control.people.access import DeskPass, desk_or_404
from rooms.realm.desks import DESK_NAMES, Desk
from rooms.realm.scenario.ids import PHASES, Phase, Room
from rooms.realm.words import DESK_OF, PHASE_NAMES

ORGANIZER = frozenset({Desk.ORGANIZER})


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsView:
    """The big clock with what its buttons mean."""

    clock: ClockView
    held: str  # whom the end of the month waits for
    before: str  # what "back" leads to, empty where nothing is before
    auto_steps: bool
    rooms: tuple[str, ...]
    playing: bool
    gathering: bool


def hands_view(seen: Look) -> HandsView:
    """The clock and its buttons."""
    clock = seen.state.clock
    return HandsView(
        clock=clock_view(seen.state),
        held=waits_words(seen.state),
        before=_before(seen.state),
        auto_steps=clock.auto_steps,
        rooms=tuple(room for room in Room if seen.state.scenario.timetable.steps.get(room)),
        playing=clock.stage is Stage.PLAYING,
        gathering=clock.stage is Stage.GATHERING,
    )


def _before(state: DayState) -> str:
    clock = state.clock
    before = timetable.previous_phase(state, clock.month, clock.phase) if clock.phase else None
    return phase_words(state, *before) if before else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomClocksView:
    """The rooms' own clocks, with the month and phase that their buttons mean."""

    month: int
    phase: str
    rooms: tuple[RoomRow, ...]
    running: bool  # does any room play a step now?


def room_clocks_view(seen: Look) -> RoomClocksView:
    """Every room's clock for the organizer."""
    clock, rows = seen.state.clock, room_rows(seen)
    return RoomClocksView(
        month=clock.month,
        phase=clock.phase if clock.phase else "",
        rooms=rows,
        running=any(row.clock.step for row in rows),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthRow:
    """One month of the timetable: when it was planned to begin, and when it began or will."""

    month: int
    minutes: int
    planned: datetime | None
    actual: datetime | None
    projected: datetime | None
    late: timedelta
    is_now: bool
    is_past: bool
    more: tuple[str, ...]  # in the columns that rooms bring


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableView:
    """All months, and the day as a whole."""

    months: tuple[MonthRow, ...]
    day: DayView
    columns: tuple[str, ...] = ()  # of the rooms


def timetable_view(seen: Look) -> TimetableView:
    """The timetable, with what became of it so far."""
    state, clock = seen.state, seen.state.clock
    began = began_at(seen)
    planned = clock.planned_start
    columns = tuple(app.plan for app in registry.rooms(seen.state.REALM).values() if app.plan is not None)
    projected = _next_month(seen)
    rows = []
    for plan in state.scenario.timetable.months:
        length = timedelta(minutes=sum(plan.minutes.values()))
        is_past = plan.month < clock.month or clock.stage is Stage.OVER
        is_now = plan.month == clock.month and clock.stage is Stage.PLAYING
        ahead = None if is_past or is_now else projected
        actual = began.get(plan.month) if is_past or is_now else None
        shown = actual or ahead
        rows.append(
            MonthRow(
                month=plan.month,
                minutes=round(sum(plan.minutes.values())),
                planned=planned,
                actual=actual,
                projected=ahead,
                late=shown - planned if shown and planned else timedelta(0),
                is_now=is_now,
                is_past=is_past,
                more=tuple(each.cell(state, plan.month) for each in columns),
            )
        )
        planned = planned + length if planned else None
        projected = projected + length if ahead and projected else projected
    return TimetableView(months=tuple(rows), day=day_view(seen), columns=tuple(say(each.heading) for each in columns))


def began_at(seen: Look) -> dict[int, datetime]:
    """When each month began for the first time, from the journal."""
    game = journal.game_of(seen.door.event.stream)
    found: dict[int, datetime] = {}
    for entry in seen.door.event.stream.entries.filter(kind="PhaseBegan").order_by("seq"):
        happened = codec.decode_event(game, entry.kind, entry.body.encode())
        if happened.phase == PHASES[0]:
            found.setdefault(happened.month, happened.at)
    return found


def _next_month(seen: Look) -> datetime | None:
    """When the next month will begin."""
    clock = seen.state.clock
    if clock.stage is Stage.GATHERING:
        return max(clock.planned_start, seen.now) if clock.planned_start else None
    if clock.phase is None:
        return None
    left = [timetable.phase_length(seen.state, clock.month, phase) for phase in PHASES[PHASES.index(clock.phase) + 1 :]]
    return seen.now + timetable.time_left(clock, seen.now) + sum(left, timedelta(0))


register(
    hands=Part(template="control/desk/_hands.html", topics=("clock",), shape=hands_view, desks=ORGANIZER),
    room_clocks=Part(template="control/desk/_room_clocks.html", topics=("clock",), shape=room_clocks_view, desks=ORGANIZER),
    timetable=Part(template="control/desk/_timetable.html", topics=("clock",), shape=timetable_view),
)


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """The organizer's clock."""
    return clock_page(request, desk_or_404(request, event_id, Desk.ORGANIZER))


def clock_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The clock, with what became of a press."""
    seen = look(request, door)
    return draw_page(
        request, "control/desk/clock.html", seen, "clock", {"said": said, **regions(seen, "hands", "timetable", "room_clocks")}
    )


HERE = Place(address="desk:clock", tab="clock", draw=clock_page)


@require_POST
def add_time(request: HttpRequest, event_id: int) -> HttpResponse:
    """More or less time for the phase."""
    return tap(request, desk_or_404(request, event_id, Desk.ORGANIZER), forms.TimeForm(request.POST), HERE, "clock")


@require_POST
def resume(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let the clock go on."""
    return tap(request, desk_or_404(request, event_id, Desk.ORGANIZER), forms.ResumeForm(request.POST), HERE, "clock")


@require_POST
def steps(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let the rooms' steps end by themselves, or not."""
    return tap(request, desk_or_404(request, event_id, Desk.ORGANIZER), forms.StepsForm(request.POST), HERE, "clock")


# --- questions: what happens is said before it happens ------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AskView:
    """A question: its title, what will happen in words, the button's verb, where it is sent."""

    title: str
    action: str
    verb: str
    happens: tuple[str, ...] = ()
    warning: str = ""
    danger: bool = False


@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start month 1, after a question."""
    door = desk_or_404(request, event_id, Desk.ORGANIZER)
    state = journal.head(door.event.stream).state
    here = sum(seat.here for seat in state.seats.values())
    happens = (
        say("Month 1 begins with Ceremony, now, at {time}.", time=f"{timezone.localtime():%H:%M}"),
        say("{here} of {all} players are checked in; the others can still come later.", here=here, all=len(state.seats)),
    )
    asked = AskView(title=say("Start the day?"), action="begin", verb=say("Start month 1"), happens=happens)
    return _ask(request, door, forms.BeginForm, asked)


WARNINGS: Mapping[str, str] = Spoken(
    {
        Phase.MOVEMENT: later("Who has chosen no room by then is in none, until Control seats the player."),
        Phase.ACTION: later("Every step that is still open is carried out at once; sheets that are not in by then are late."),
    }
)


@require_http_methods(["GET", "POST"])
def end_phase(request: HttpRequest, event_id: int) -> HttpResponse:
    """End the running phase before its time, after a question that says what comes of it."""
    door = desk_or_404(request, event_id, Desk.ORGANIZER)
    seen = look(request, door)
    running = seen.state.clock
    asked = AskView(title=say("Nothing is running"), action="end", verb=say("End it"), warning=say("The day is not running."))
    if running.phase is not None:
        words = phase_words(seen.state, running.month, running.phase)
        left = _short(timetable.time_left(running, seen.now))
        held = held_by(seen.state) if running.phase == Phase.RETURN else ()
        if held:
            return _end_anyway(request, door, seen)
        asked = AskView(
            title=say("End {phase} now?", phase=words),
            action="end",
            verb=say("End {phase}", phase=PHASE_NAMES[running.phase]),
            happens=(say("{left} is left of it.", left=left), *foreseen(door, EndPhase(month=running.month, phase=running.phase))),
            warning=WARNINGS.get(running.phase, ""),
            danger=True,
        )
    return _ask(request, door, forms.EndPhaseForm, asked, **_seen_now(running))


def _end_anyway(request: HttpRequest, door: DeskPass, seen: Look) -> HttpResponse:
    """A month that waits ends by hand only with a reason; what was handed over is named, for it stays open."""
    running = seen.state.clock
    open_ones = (
        say(
            "{origin} to {desk}, open for {length}: {what}",
            origin=DESK_NAMES[each.origin],
            desk=DESK_NAMES[each.to],
            length=_short(seen.now - each.at),
            what=each.what,
        )
        for each in held_by(seen.state)
    )
    asked = AskView(
        title=say("End month {month} anyway?", month=running.month),
        action="end",
        verb=say("End it anyway"),
        happens=(
            *(capital(words) for words in open_ones),
            say("They stay open, and the next month waits for them too."),
        ),
        warning=waits_words(seen.state),
        danger=True,
    )
    return _ask(request, door, forms.EndAnywayForm, asked, **_seen_now(running), anyway="")


@require_http_methods(["GET", "POST"])
def go_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Go back to the phase before, after a question."""
    door = desk_or_404(request, event_id, Desk.ORGANIZER)
    state = journal.head(door.event.stream).state
    running = state.clock
    asked = AskView(title=say("Nothing is running"), action="back", verb=say("Go back"), warning=say("The day is not running."))
    if running.phase is not None:
        asked = AskView(
            title=say("Go back to {phase}?", phase=_before(state)) if _before(state) else say("Nothing is before this"),
            action="back",
            verb=say("Back to {phase}", phase=_before(state)) if _before(state) else say("Go back"),
            happens=(
                *foreseen(door, GoBack(month=running.month, phase=running.phase)),
                say("That phase runs again in full. What the rooms have done stays done, and no month acts twice."),
            ),
            danger=True,
        )
    return _ask(request, door, forms.GoBackForm, asked, **_seen_now(running))


@require_http_methods(["GET", "POST"])
def pause(request: HttpRequest, event_id: int) -> HttpResponse:
    """Stop the clock, with a reason that everybody reads."""
    door = desk_or_404(request, event_id, Desk.ORGANIZER)
    asked = AskView(
        title=say("Stop the clock?"),
        action="pause",
        verb=say("Stop the clock"),
        happens=(say("Every screen says PAUSED with your reason. Sheets can still be sent. The rooms’ steps stand too."),),
    )
    return _ask(request, door, forms.PauseForm, asked, reason="")


@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, event_id: int) -> HttpResponse:
    """Say when month 1 is meant to begin."""
    door = desk_or_404(request, event_id, Desk.ORGANIZER)
    planned = journal.head(door.event.stream).state.clock.planned_start
    asked = AskView(
        title=say("When is month 1 meant to begin?"),
        action="plan",
        verb=say("Plan the start"),
        happens=(say("The day does not begin by itself. Drift and projected end are measured from this time."),),
    )
    at = timezone.localtime(planned or timezone.now()).strftime("%Y-%m-%dT%H:%M")
    return _ask(request, door, forms.PlanForm, asked, at=at)


@require_http_methods(["GET", "POST"])
def set_clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """Put the clock on any phase."""
    door = desk_or_404(request, event_id, Desk.ORGANIZER)
    seen = look(request, door)
    running = seen.state.clock
    asked = AskView(
        title=say("Set the clock"),
        action="set",
        verb=say("Set the clock"),
        happens=(
            say("It is {phase} now.", phase=phase_words(seen.state, running.month, running.phase))
            if running.phase
            else say("The day is not running."),
            say("Nothing is undone by this: steps that were carried out stay so, and no month acts twice."),
        ),
        danger=True,
    )
    left = _short(timetable.time_left(running, seen.now))
    phase = running.phase or PHASES[0]
    return _ask(request, door, forms.SetClockForm, asked, month=running.month or 1, phase=phase, left=left)


def _ask(request: HttpRequest, door: DeskPass, kind: type[CommandForm], asked: AskView, **values: Any) -> HttpResponse:
    """Ask, or, on the answer, do it. A stale answer is drawn anew, from what is so now."""
    said = None
    form = kind(initial=initial(**values))
    if request.method == "POST":
        given = kind(request.POST)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, HERE, "clock")
        form = form if said.stale else given
    context = {"asked": asked, "form": form, "action": f"desk:clock-{asked.action}"}
    return question(request, door, "control/desk/_ask.html", context, HERE, said)


def _seen_now(running: Clock) -> dict[str, Any]:
    return {"month": running.month, "phase": running.phase if running.phase else ""}


def foreseen(door: DeskPass, command: object) -> tuple[str, ...]:
    """What the command would do, in the journal's own sentences; a refusal says why not."""
    try:
        found = desk.preview(stream_id=door.event.stream_id, command=command, by=door.actor)
    except Refused as no:
        return (no.sentence,)
    if found.sealed:  # what the open steps would do without any sheet is not what they will do
        return (say(SEALED),)
    return meaningful(found.sentences)


MOST_SENTENCES = 12
SEALED = later("Sheets that are still sealed are opened and carried out with the steps left over; what they do cannot be foreseen.")


def meaningful(sentences: Sequence[str]) -> tuple[str, ...]:
    """So many sentences as somebody reads standing, the first ones, with the number of those left out."""
    if len(sentences) <= MOST_SENTENCES:
        return tuple(sentences)
    return (*sentences[:MOST_SENTENCES], say("… and {count} more.", count=len(sentences) - MOST_SENTENCES))


def _short(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02d}"


# --- one room's clock ---------------------------------------------------------------------------------------------------


def room_or_404(name: str) -> str:
    """The room of that name in an address.

    Raises:
        Http404: there is none.
    """
    try:
        return Room(name)
    except ValueError as wrong:
        raise Http404(say("No such room.")) from wrong


@require_POST
def room_time(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """More or less time for one room's step, from its desk or the organizer's."""
    at = room_or_404(room)
    door = desk_or_404(request, event_id, DESK_OF[at])
    post = request.POST.copy()
    post["room"] = at
    return told(request, door, give(door, forms.TimeForm(post)), _place(door), "clock")


@require_POST
def room_pause(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Stop one room's step, or let it go on."""
    at = room_or_404(room)
    door = desk_or_404(request, event_id, DESK_OF[at])
    return told(request, door, give(door, forms.RoomPauseForm(request.POST, room=at)), _place(door), "clock")


def _place(door: DeskPass) -> Place:
    return HERE if Desk.ORGANIZER in door.desks else OVERVIEW
