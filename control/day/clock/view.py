"""Views of the clock for the desks: the main clock, the day against its timetable, each room, the preview of a round's turn."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from control.day import timetable
from control.day.clock.clocks import key_of, phase_words, place_words
from control.day.clock.phases import BeginDay, EndPhase, GoBack, SetClock, is_last_phase_running, label_go_back, waiting_words
from control.day.clock.steps import EndStep, all_steps_left, ended_words, steps_left
from control.day.people.lookup import present_seats
from control.day.state import DayStage, DayState, Presence
from control.day.timetable import step_name
from control.day.view import ClockView, clock_view
from control.engine.ids import RoomId, SeatId
from control.engine.modules import Command
from control.engine.viewer import Viewer

# === hands and timetable ================================================================================================

# --- the hands ----------------------------------------------------------------------------------------------------------


class HandsView(Struct, frozen=True, kw_only=True):
    """The main clock with the words of its buttons."""

    clock: ClockView
    held: str  # whom the end of the month waits for, in words
    running: str  # the running phase and its round, in words
    before: str  # where "back" leads to, empty before the first phase
    auto_steps: bool
    playing: bool
    gathering: bool


def hands_view(state: DayState, viewer: Viewer) -> HandsView:
    """The main clock and its buttons. Only the control team learns whom the month waits for."""
    clock = state.clock
    return HandsView(
        clock=clock_view(state),
        held=waiting_words(state) if viewer.staff else "",
        running=running_words(state),
        before=previous_phase_words(state),
        auto_steps=clock.auto_steps,
        playing=clock.stage is DayStage.PLAYING,
        gathering=clock.stage is DayStage.GATHERING,
    )


def waiting_words_for(state: DayState, viewer: Viewer) -> str:
    """Whom the end of the month waits for; for the control team, in the turning phase. "" if for nobody."""
    return waiting_words(state) if viewer.staff and is_last_phase_running(state) else ""


def running_words(state: DayState) -> str:
    """The running phase and its round, in words; empty while none runs."""
    return phase_words(state, state.clock.month, state.clock.phase) if state.clock.phase else ""


def running_after_words(state: DayState, command: Command) -> str:
    """What runs after a command of the clock: the room's step or the phase; "" for other commands."""
    if isinstance(command, EndStep):
        left = steps_left(state, command.room, command.table)
        return step_name(state, command.room, left[0]) if left and state.clock.phase else ""
    return running_words(state) if isinstance(command, BeginDay | EndPhase | GoBack | SetClock) else ""


def done_sentence(state: DayState, command: Command) -> str:
    """The confirmation for `EndStep` and `GoBack`, as a sentence; "" for other commands."""
    if isinstance(command, EndStep):
        return ended_words(command, state)
    return f"{label_go_back(command, state)}." if isinstance(command, GoBack) else ""


def previous_phase_words(state: DayState) -> str:
    """The phase before the running one, in words; "" if there is none."""
    clock = state.clock
    found = timetable.previous_phase(state, clock.month, clock.phase) if clock.phase else None
    return phase_words(state, *found) if found else ""


class Attendance(Struct, frozen=True, kw_only=True):
    """The numbers of checked-in players and of all players."""

    here: int
    cast: int


def attendance(state: DayState) -> Attendance:
    """The attendance, which is public. Players who left for good do not count."""
    stayed = [seat for seat in state.seats.values() if seat.presence is not Presence.GONE]
    return Attendance(here=sum(seat.here for seat in stayed), cast=len(stayed))


class StillOpen(Struct, frozen=True, kw_only=True):
    """A room or table with steps left this round. `step`: the next one; `count`: how many are left."""

    place: str
    step: str
    count: int


def open_steps_view(state: DayState, viewer: Viewer) -> tuple[StillOpen, ...]:
    """Rooms and tables with steps left. Only for the control team, because tables in use reveal what players chose."""
    if not viewer.staff:
        return ()
    places = dict.fromkeys((room, table) for room, table, _step in all_steps_left(state))
    left = {place: steps_left(state, *place) for place in places}
    return tuple(
        StillOpen(place=place_words(state, room, table), step=timetable.step_name(state, room, steps[0]), count=len(steps))
        for (room, table), steps in left.items()
    )


# --- the day ------------------------------------------------------------------------------------------------------------


class DayView(Struct, frozen=True, kw_only=True):
    """The day against its timetable."""

    stage: DayStage
    rounds: str  # the word for a round
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
    """The day against its timetable: drift and projected end (R-10)."""
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


class PlannedMonth(Struct, frozen=True, kw_only=True):
    """One month of the timetable: length and planned begin. `projected`: expected begin, None once it has begun."""

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
        is_past = plan.month < clock.month or clock.stage is DayStage.OVER
        is_now = plan.month == clock.month and clock.stage is DayStage.PLAYING
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
    """The expected begin of the next month."""
    clock = state.clock
    if clock.stage is DayStage.GATHERING:
        return max(clock.planned_start, now) if clock.planned_start else None
    if clock.phase is None:
        return None
    phases = state.frame.phase_ids
    left = [timetable.phase_length(state, clock.month, phase) for phase in phases[phases.index(clock.phase) + 1 :]]
    return now + timetable.time_left(clock, now) + sum(left, timedelta(0))


# --- the rooms ----------------------------------------------------------------------------------------------------------


class RoomNow(Struct, frozen=True, kw_only=True):
    """The players in a room, its steps left, and the spare time after its last step."""

    there: frozenset[SeatId]  # empty for players: the choice of a room is not public
    steps_left: int
    spare: timedelta | None  # None while rooms have no steps


def room_view(state: DayState, viewer: Viewer, room: RoomId, now: datetime, table: str = "") -> RoomNow:
    """One room now, or one table that runs separately."""
    there = tuple(seat for seat in present_seats(state, room) if not table or seat.table == table)
    return RoomNow(
        there=frozenset(seat.id for seat in there) if viewer.staff else frozenset(),
        steps_left=len(steps_left(state, room, table)),
        spare=_spare_time(state, room, table, now),
    )


def _spare_time(state: DayState, room: RoomId, table: str, now: datetime) -> timedelta | None:
    """The time left in the phase after the last step, if every step takes its full time; negative if they do not fit (R-11)."""
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

# A preview of the turn of a round, shown before the phase ends: lines for each moment.


class ForetoldMoment(Struct, frozen=True, kw_only=True):
    """A moment of the turn and what happens in it. `number`: "" before and after the numbered moments; `lines`: sentences."""

    number: str
    name: str
    lines: tuple[str, ...]


class Foretold(Struct, frozen=True, kw_only=True):
    """The preview of a turn.

    `caveats`: what may still change it.
    `moments`: the moments in which something happens.
    `nothing`: one line on the moments in which nothing happens.
    """

    caveats: tuple[str, ...]
    moments: tuple[ForetoldMoment, ...]
    nothing: str
