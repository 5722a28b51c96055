"""What the organizer's clock shows: the big hands, every room's clock, the whole timetable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from control import registry
from control.day import timetable
from control.day.clock.parts import phase_words
from control.day.clock.phases import waits_words
from control.day.state import DayState, Stage
from control.day.view import ClockView, clock_view
from control.desks.frame import Look
from control.desks.overview import DayView, RoomRow, day_view, room_rows
from control.engine import codec
from control.engine.context import ORGANIZER_ONLY
from control.engine.language import say
from control.journal import journal
from control.regions.kinds import RegionKind
from control.regions.known import register


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


def hands_view(seen: Look) -> HandsView:
    """The clock and its buttons."""
    clock = seen.state.clock
    return HandsView(
        clock=clock_view(seen.state),
        held=waits_words(seen.state),
        running=phase_words(seen.state, clock.month, clock.phase) if clock.phase else "",
        before=before(seen.state),
        auto_steps=clock.auto_steps,
        playing=clock.stage is Stage.PLAYING,
        gathering=clock.stage is Stage.GATHERING,
    )


def before(state: DayState) -> str:
    """The phase before the running one, in words; empty where nothing is before."""
    clock = state.clock
    found = timetable.previous_phase(state, clock.month, clock.phase) if clock.phase else None
    return phase_words(state, *found) if found else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomClocksView:
    """The rooms' own clocks, with the month and phase that their buttons mean."""

    month: int
    phase: str
    rooms: tuple[RoomRow, ...]
    running: bool  # does any room play a step now?
    empty: str  # what is said while none does


def room_clocks_view(seen: Look) -> RoomClocksView:
    """Every room's clock for the organizer."""
    clock, rows = seen.state.clock, room_rows(seen)
    return RoomClocksView(
        month=clock.month,
        phase=clock.phase if clock.phase else "",
        rooms=rows,
        running=any(row.clock.step for row in rows),
        empty=seen.state.frame.said("no-steps"),
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
    for plan in state.timetable.months:
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
    first, found = registry.realm(seen.door.event.stream.engine).frame.phase_ids[0], dict[int, datetime]()
    for entry in seen.door.event.stream.entries.filter(kind="PhaseBegan").order_by("seq"):
        happened = codec.decode_event(game, entry.kind, entry.body.encode())
        if happened.phase == first:
            found.setdefault(happened.month, happened.at)
    return found


def _next_month(seen: Look) -> datetime | None:
    """When the next month will begin."""
    clock = seen.state.clock
    if clock.stage is Stage.GATHERING:
        return max(clock.planned_start, seen.now) if clock.planned_start else None
    if clock.phase is None:
        return None
    phases = seen.state.frame.phase_ids
    left = [timetable.phase_length(seen.state, clock.month, phase) for phase in phases[phases.index(clock.phase) + 1 :]]
    return seen.now + timetable.time_left(clock, seen.now) + sum(left, timedelta(0))


register(
    RegionKind(name="hands", template="control/desk/_hands.html", topics=("clock",), view=hands_view, desks=ORGANIZER_ONLY),
    RegionKind(
        name="room_clocks",
        template="control/desk/_room_clocks.html",
        topics=("clock",),
        view=room_clocks_view,
        desks=ORGANIZER_ONLY,
    ),
    RegionKind(name="timetable", template="control/desk/_timetable.html", topics=("clock",), view=timetable_view),
)
