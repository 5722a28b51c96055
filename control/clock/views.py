"""The organizer's clock: its page, and what is pressed there without a question."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from control import registry
from control.clock import forms
from control.clock.shapes import hands_region, room_clocks_view, timetable_view
from control.desks.frame import draw_page, look, regions
from control.desks.overview import HERE as OVERVIEW
from control.desks.press import Place, Said, give, tap, told
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register

register(
    RegionKind(name="hands", template="control/desk/_hands.html", topics=("clock",), view=hands_region, desks=ORGANIZER_ONLY),
    RegionKind(
        name="room_clocks",
        template="control/desk/_room_clocks.html",
        topics=("clock",),
        view=room_clocks_view,
        desks=ORGANIZER_ONLY,
    ),
    RegionKind(name="timetable", template="control/desk/_timetable.html", topics=("clock",), view=timetable_view),
)


def frame_of(door: DeskPass) -> Frame:
    """The phases, rooms and desks of the game behind this door."""
    return registry.realm(door.event.stream.engine).frame


@require_GET
def clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """The organizer's clock."""
    return clock_page(request, desk_or_404(request, event_id, ORGANIZER))


def clock_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The clock, with what became of a press."""
    seen = look(request, door)
    return draw_page(
        request,
        "control/desk/clock.html",
        seen,
        "clock",
        {"said": said, **regions(seen, "outage", "hands", "timetable", "room_clocks")},
    )


HERE = Place(address="desk:clock", tab="clock", draw=clock_page)


@require_POST
def add_time(request: HttpRequest, event_id: int) -> HttpResponse:
    """More or less time for the phase."""
    door = desk_or_404(request, event_id, ORGANIZER)
    return tap(request, door, forms.TimeForm(request.POST, frame=frame_of(door)), HERE, "clock")


@require_POST
def resume(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let the clock go on."""
    return tap(request, desk_or_404(request, event_id, ORGANIZER), forms.ResumeForm(request.POST), HERE, "clock")


@require_POST
def steps(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let the rooms' steps end by themselves, or not."""
    return tap(request, desk_or_404(request, event_id, ORGANIZER), forms.StepsForm(request.POST), HERE, "clock")


# --- one room's clock ---------------------------------------------------------------------------------------------------


def room_door(request: HttpRequest, event_id: int, room: str, *more: DeskId) -> DeskPass:
    """The member of staff who comes to a room: from its desk, one of `more`, or the organizer's.

    Raises:
        Http404: the game has no such room, or it is not this person's.
    """
    door = desk_or_404(request, event_id)
    frame = frame_of(door)
    if room not in frame.room_ids or not door.actor.sits_at(frozenset({frame.desk_of(room), *more})):
        raise Http404(say("No such room."))
    return door


@require_POST
def room_time(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """More or less time for one room's step, from its desk or the organizer's."""
    door = room_door(request, event_id, room)
    post = request.POST.copy()
    post["room"] = room
    return told(request, door, give(door, forms.TimeForm(post, frame=frame_of(door))), _place(door), "clock")


@require_POST
def room_pause(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Stop one room's step, or let it go on."""
    door = room_door(request, event_id, room)
    return told(request, door, give(door, forms.RoomPauseForm(request.POST, room=room)), _place(door), "clock")


def _place(door: DeskPass) -> Place:
    return HERE if ORGANIZER in door.desks else OVERVIEW
