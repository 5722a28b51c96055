"""Organizer's clock: the main clock, every room's clock, the timetable, and presses without a question."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST
from msgspec import Struct

from control import registry
from control.clock import forms
from control.day.clock.view import DayView, HandsView, hands_view, plan_view
from control.day.view import clock_view
from control.desks.frame import Look, draw_page, look, regions
from control.desks.overview import HERE as OVERVIEW
from control.desks.overview import RoomRow, day_region, room_rows
from control.desks.presses import PressAnswer, PressPlace, answer_press, carry_out, carry_out_and_answer
from control.engine import codec
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.journal import journal
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register

# === shapes =============================================================================================================

# Contents of the page: the main clock, every room's clock, the timetable.


def hands_region(seen: Look) -> HandsView:
    """Main clock and its buttons."""
    return seen.sight.view(hands_view)


class RoomClocksView(Struct, frozen=True, kw_only=True):
    """Clocks of the rooms, with the month and phase for their buttons."""

    month: int
    phase: str
    rooms: tuple[RoomRow, ...]
    running: bool  # a room plays a step now
    empty: str  # sentence while none does


def room_clocks_view(seen: Look) -> RoomClocksView:
    """Every room's clock, for the organizer."""
    clock, rows = seen.sight.public(clock_view), room_rows(seen)
    return RoomClocksView(
        month=clock.month,
        phase=clock.phase if clock.phase else "",
        rooms=rows,
        running=any(row.clock.step for row in rows),
        empty=seen.sight.frame.said("no-steps"),
    )


class MonthRow(Struct, frozen=True, kw_only=True):
    """One month of the timetable: planned start, and actual or projected start."""

    month: int
    minutes: int
    planned: datetime | None
    actual: datetime | None
    projected: datetime | None
    late: timedelta
    is_now: bool
    is_past: bool
    more: tuple[str, ...]  # cells of the rooms' columns


class TimetableView(Struct, frozen=True, kw_only=True):
    """All months, and the day as a whole."""

    months: tuple[MonthRow, ...]
    day: DayView
    columns: tuple[str, ...] = ()  # titles of the rooms' columns


def timetable_view(seen: Look) -> TimetableView:
    """Timetable with actual and projected times."""
    began = began_at(seen)
    columns = tuple(app.desk.plan for app in registry.rooms(seen.sight.realm).values() if app.desk.plan is not None)
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
                more=tuple(seen.sight.public(each.sees, plan.month) for each in columns),
            )
        )
    return TimetableView(months=tuple(rows), day=day_region(seen), columns=tuple(say(each.title) for each in columns))


def began_at(seen: Look) -> dict[int, datetime]:
    """First start of each month, from the journal."""
    game = journal.game_of(seen.door.event.stream)
    first, found = registry.realm(seen.door.event.stream.engine).frame.phase_ids[0], dict[int, datetime]()
    for entry in seen.door.event.stream.entries.filter(kind="PhaseBegan").order_by("seq"):
        happened = codec.decode_event(game, entry.kind, entry.body.encode())
        if happened.phase == first:
            found.setdefault(happened.month, happened.at)
    return found


# === pages ==============================================================================================================

# The organizer's clock: its page, and presses without a question.


register(
    DeskRegion(name="hands", template="control/desk/_hands.html", topics=("clock",), view=hands_region, desks=ORGANIZER_ONLY),
    DeskRegion(
        name="room_clocks",
        template="control/desk/_room_clocks.html",
        topics=("clock",),
        view=room_clocks_view,
        desks=ORGANIZER_ONLY,
    ),
    DeskRegion(name="timetable", template="control/desk/_timetable.html", topics=("clock",), view=timetable_view),
)


def frame_of(door: DeskPass) -> Frame:
    """Frame of the game of this event."""
    return registry.realm(door.event.stream.engine).frame


@require_GET
def clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """The organizer's clock."""
    return clock_page(request, desk_or_404(request, event_id, ORGANIZER))


def clock_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Render the clock with the answer to a press."""
    seen = look(request, door)
    return draw_page(
        request,
        "control/desk/clock.html",
        seen,
        "clock",
        {"said": said, **regions(seen, "outage", "hands", "timetable", "room_clocks")},
    )


HERE = PressPlace(address="desk:clock", tab="clock", draw=clock_page)


@require_POST
def add_time(request: HttpRequest, event_id: int) -> HttpResponse:
    """Add or take time for the phase."""
    door = desk_or_404(request, event_id, ORGANIZER)
    return carry_out_and_answer(request, door, forms.MoreTimeForm(request.POST, frame=frame_of(door)), HERE, "clock")


@require_POST
def resume(request: HttpRequest, event_id: int) -> HttpResponse:
    """Resume the clock."""
    return carry_out_and_answer(request, desk_or_404(request, event_id, ORGANIZER), forms.ResumeForm(request.POST), HERE, "clock")


@require_POST
def steps(request: HttpRequest, event_id: int) -> HttpResponse:
    """Turn automatic ends of steps on or off."""
    return carry_out_and_answer(request, desk_or_404(request, event_id, ORGANIZER), forms.StepsForm(request.POST), HERE, "clock")


# --- one room's clock ---------------------------------------------------------------------------------------------------


def room_door(request: HttpRequest, event_id: int, room: str, *more: DeskId) -> DeskPass:
    """Return the pass of a team member who may work at a room: from its desk, one of `more`, or the organizer's.

    Raises:
        Http404: the game has no such room, or this person has no access to it.
    """
    door = desk_or_404(request, event_id)
    frame = frame_of(door)
    if room not in frame.room_ids or not door.actor.sits_at(frozenset({frame.desk_of(room), *more})):
        raise Http404(say("No such room."))
    return door


@require_POST
def room_time(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Add or take time for one room's step, from its desk or the organizer's."""
    door = room_door(request, event_id, room)
    post = request.POST.copy()
    post["room"] = room
    return answer_press(request, door, carry_out(door, forms.MoreTimeForm(post, frame=frame_of(door))), _place(door), "clock")


@require_POST
def room_pause(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Pause or resume one room's step."""
    door = room_door(request, event_id, room)
    return answer_press(request, door, carry_out(door, forms.RoomPauseForm(request.POST, room=room)), _place(door), "clock")


def _place(door: DeskPass) -> PressPlace:
    return HERE if ORGANIZER in door.desks else OVERVIEW
