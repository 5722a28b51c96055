"""Views of the clock for the desks: its hands, the day against its timetable, each room, the turn of a round foretold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from control.day import timetable
from control.day.clock.clocks import key_of, phase_words, place_words
from control.day.clock.phases import BeginDay, EndPhase, GoBack, SetClock, label_back, turning, waits_words
from control.day.clock.steps import EndStep, all_left, ended_words, steps_left
from control.day.people.lookup import present_in
from control.day.state import DayState, Presence, Stage
from control.day.timetable import step_name
from control.day.view import ClockView, clock_view
from control.engine.ids import RoomId, SeatId
from control.engine.modules import Command
from control.engine.viewer import Viewer

# === hands and timetable ================================================================================================

# The clock as the desks of the control team see it: its hands, the day against its timetable, how each room will come out.


# --- the hands ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsView:
    """The big clock with what its buttons mean."""

    clock: ClockView
    held: str  # whom the end of the month waits for
    running: str  # the phase that runs, and of which round
    before: str  # what "back" leads to, empty where nothing is before
    auto_steps: bool
    playing: bool
    gathering: bool


def hands_view(state: DayState, viewer: Viewer) -> HandsView:
    """The clock and its buttons; whom it waits for is told to the control team alone."""
    clock = state.clock
    return HandsView(
        clock=clock_view(state),
        held=waits_words(state) if viewer.staff else "",
        running=running_words(state),
        before=before_words(state),
        auto_steps=clock.auto_steps,
        playing=clock.stage is Stage.PLAYING,
        gathering=clock.stage is Stage.GATHERING,
    )


def held_words(state: DayState, viewer: Viewer) -> str:
    """Whom the end of the month waits for, told to the control team in the phase that turns it; empty when for nobody."""
    return waits_words(state) if viewer.staff and turning(state) else ""


def running_words(state: DayState) -> str:
    """The running phase and its round, in words; empty while none runs."""
    return phase_words(state, state.clock.month, state.clock.phase) if state.clock.phase else ""


def runs_after(state: DayState, command: Command) -> str:
    """What runs once a clock's command is carried out: the step that a room is at, else the phase; empty for other commands."""
    if isinstance(command, EndStep):
        left = steps_left(state, command.room, command.table)
        return step_name(state, command.room, left[0]) if left and state.clock.phase else ""
    return running_words(state) if isinstance(command, BeginDay | EndPhase | GoBack | SetClock) else ""


def pressed_words(state: DayState, command: Command) -> str:
    """What whoever ended a step or went back reads, as a sentence; empty for other commands."""
    if isinstance(command, EndStep):
        return ended_words(command, state)
    return f"{label_back(command, state)}." if isinstance(command, GoBack) else ""


def before_words(state: DayState) -> str:
    """The phase before the running one, in words; empty where nothing is before."""
    clock = state.clock
    found = timetable.previous_phase(state, clock.month, clock.phase) if clock.phase else None
    return phase_words(state, *found) if found else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """How many players are checked in, of how many."""

    here: int
    cast: int


def attendance(state: DayState) -> Attendance:
    """Who is here is seen by everybody."""
    stayed = [seat for seat in state.seats.values() if seat.presence is not Presence.GONE]
    return Attendance(here=sum(seat.here for seat in stayed), cast=len(stayed))


@dataclass(frozen=True, slots=True, kw_only=True)
class StillOpen:
    """A room, or a table there, that has steps left this round: which it is at, and how many there are."""

    place: str
    step: str
    count: int


def still_open(state: DayState, viewer: Viewer) -> tuple[StillOpen, ...]:
    """Who is behind; for the control team alone, for which tables are in use follows from what players have chosen."""
    if not viewer.staff:
        return ()
    places = dict.fromkeys((room, table) for room, table, _step in all_left(state))
    left = {place: steps_left(state, *place) for place in places}
    return tuple(
        StillOpen(place=place_words(state, room, table), step=timetable.step_name(state, room, steps[0]), count=len(steps))
        for (room, table), steps in left.items()
    )


# --- the day ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DayView:
    """The day against its timetable."""

    stage: Stage
    rounds: str  # what a round is called
    month: int
    months: int
    planned_start: datetime | None
    started_at: datetime | None
    planned_end: datetime | None
    projected_end: datetime | None
    drift: timedelta
    reserve: timedelta
    paused: bool


def day_view(state: DayState, now: datetime) -> DayView:
    """Drift and projected end (R-10)."""
    return DayView(
        stage=state.clock.stage,
        rounds=state.frame.said("round"),
        month=state.clock.month,
        months=timetable.last_month(state),
        planned_start=state.clock.planned_start,
        started_at=state.clock.started_at,
        planned_end=timetable.planned_end(state),
        projected_end=timetable.projected_end(state, now),
        drift=timetable.drift(state, now),
        reserve=timedelta(minutes=state.timetable.reserve_minutes),
        paused=state.clock.paused,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMonth:
    """One month of the timetable: how long it is, when it was planned to begin, and when it will if it has not begun."""

    month: int
    minutes: int
    planned: datetime | None
    projected: datetime | None
    is_now: bool
    is_past: bool


def plan_view(state: DayState, now: datetime) -> tuple[PlannedMonth, ...]:
    """All months of the timetable."""
    clock = state.clock
    planned, projected = clock.planned_start, _next_month(state, now)
    months = []
    for plan in state.timetable.months:
        length = timedelta(minutes=sum(plan.minutes.values()))
        is_past = plan.month < clock.month or clock.stage is Stage.OVER
        is_now = plan.month == clock.month and clock.stage is Stage.PLAYING
        ahead = None if is_past or is_now else projected
        months.append(
            PlannedMonth(
                month=plan.month,
                minutes=round(sum(plan.minutes.values())),
                planned=planned,
                projected=ahead,
                is_now=is_now,
                is_past=is_past,
            )
        )
        planned = planned + length if planned else None
        projected = projected + length if ahead and projected else projected
    return tuple(months)


def _next_month(state: DayState, now: datetime) -> datetime | None:
    """When the next month will begin."""
    clock = state.clock
    if clock.stage is Stage.GATHERING:
        return max(clock.planned_start, now) if clock.planned_start else None
    if clock.phase is None:
        return None
    phases = state.frame.phase_ids
    left = [timetable.phase_length(state, clock.month, phase) for phase in phases[phases.index(clock.phase) + 1 :]]
    return now + timetable.time_left(clock, now) + sum(left, timedelta(0))


# --- the rooms ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomNow:
    """Who is in a room, and what is left of the phase when its last step is over."""

    there: frozenset[SeatId]  # for the control team: which room somebody chose is not everybody's to know
    steps_left: int
    spare: timedelta | None  # None while rooms have no steps


def room_view(state: DayState, viewer: Viewer, room: RoomId, now: datetime, table: str = "") -> RoomNow:
    """One room, or one table of it that runs by itself, at this moment."""
    there = tuple(seat for seat in present_in(state, room) if not table or seat.table == table)
    return RoomNow(
        there=frozenset(seat.id for seat in there) if viewer.staff else frozenset(),
        steps_left=len(steps_left(state, room, table)),
        spare=_spare_time(state, room, table, now),
    )


def _spare_time(state: DayState, room: RoomId, table: str, now: datetime) -> timedelta | None:
    """What remains of the phase after the last step there if every step takes its time; negative when it will not fit (R-11)."""
    at = state.clock.rooms.get(key_of(room, table))
    if state.clock.phase is None or not state.frame.phase(state.clock.phase).steps or at is None:
        return None
    left = steps_left(state, room, table)
    rest = sum((timetable.step_length(state, room, step) for step in left if step != at.step), timedelta(0))
    if at.step and at.deadline:
        rest += max(at.deadline - now, timedelta(0))
    elif at.step and at.left is not None:
        rest += at.left
    return timetable.time_left(state.clock, now) - rest


# === turn of the round ==================================================================================================

# The turn of a round before it happens, for whoever is asked whether to end the phase before it: a line for each moment.


@dataclass(frozen=True, slots=True, kw_only=True)
class ForetoldMoment:
    """A moment with its number ("" for what comes before or after the numbered ones) and what happens in it, a sentence each."""

    number: str
    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foretold:
    """What may still change it, the moments in which something happens, and in one line those in which nothing does."""

    caveats: tuple[str, ...]
    moments: tuple[ForetoldMoment, ...]
    nothing: str
