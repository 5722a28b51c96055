"""What the organizer's clock shows: the big hands, every room's clock, the whole timetable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from control import registry
from control.day.clock.view import DayView, HandsView, hands_view, plan_view
from control.day.view import clock_view
from control.desks.frame import Look
from control.desks.overview import RoomRow, day_region, room_rows
from control.engine import codec
from control.engine.language import say
from control.journal import journal


def hands_region(seen: Look) -> HandsView:
    """The clock and its buttons."""
    return seen.sight.view(hands_view)


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
    clock, rows = seen.sight.public(clock_view), room_rows(seen)
    return RoomClocksView(
        month=clock.month,
        phase=clock.phase if clock.phase else "",
        rooms=rows,
        running=any(row.clock.step for row in rows),
        empty=seen.sight.frame.said("no-steps"),
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
    began = began_at(seen)
    columns = tuple(app.plan for app in registry.rooms(seen.sight.realm).values() if app.plan is not None)
    rows = []
    for plan in seen.sight.public(plan_view, seen.now):
        actual = began.get(plan.month) if plan.is_past or plan.is_now else None
        shown = actual or plan.projected
        rows.append(
            MonthRow(
                month=plan.month,
                minutes=plan.minutes,
                planned=plan.planned,
                actual=actual,
                projected=plan.projected,
                late=shown - plan.planned if shown and plan.planned else timedelta(0),
                is_now=plan.is_now,
                is_past=plan.is_past,
                more=tuple(seen.sight.public(each.cell, plan.month) for each in columns),
            )
        )
    return TimetableView(months=tuple(rows), day=day_region(seen), columns=tuple(say(each.heading) for each in columns))


def began_at(seen: Look) -> dict[int, datetime]:
    """When each month began for the first time, from the journal."""
    game = journal.game_of(seen.door.event.stream)
    first, found = registry.realm(seen.door.event.stream.engine).frame.phase_ids[0], dict[int, datetime]()
    for entry in seen.door.event.stream.entries.filter(kind="PhaseBegan").order_by("seq"):
        happened = codec.decode_event(game, entry.kind, entry.body.encode())
        if happened.phase == first:
            found.setdefault(happened.month, happened.at)
    return found
