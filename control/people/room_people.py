"""Who sits in which room, and who can be seated there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from control import registry
from control.day.people.seating import RoomPeopleView, room_people_view, seating_desks
from control.day.view import clock_view
from control.desks.frame import Look, draw_page, look, region, room_address
from control.desks.press import Place, Said, tap
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.people import forms
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import Known, RegionKind, register_source
from control.sheets import sheets


def people_of(seen: Look, room: str) -> RoomPeopleView:
    """The people of one room this month, with the sheets that are here."""
    kinds = [kind.kind for kind in registry.sheet_kinds(seen.sight.realm).values() if kind.room == room]
    month = seen.sight.public(clock_view).month
    sent = frozenset(seat for kind in kinds for seat in sheets.sent(seen.event_id, kind, month)) if kinds else None
    return seen.sight.view(room_people_view, room, sent)


def _room_part(room: str) -> Known:
    return RegionKind(
        name=f"seats_{room}",
        template="control/desk/_room_people.html",
        topics=("people", "sheets", "clock"),
        view=lambda seen: people_of(seen, room),
        desks=lambda frame: seating(frame, room),
    )


def _parts(realm: str) -> list[Known]:
    return [_room_part(room) for room in registry.realm(realm).frame.room_ids]


register_source(_parts)


def seating(frame: Frame, room: str) -> frozenset[DeskId]:
    """The desks that seat players in a room.

    Raises:
        Http404: the game has no such room.
    """
    if room not in frame.room_ids:
        raise Http404(say("No such room."))
    return seating_desks(frame, room)


def door_or_404(request: HttpRequest, event_id: int, room: str) -> DeskPass:
    """Somebody who seats players in a room.

    Raises:
        Http404: not of a desk that does, or no such room or event.
    """
    return desk_or_404(request, event_id, of=lambda frame: seating(frame, room))


@require_GET
def room_people(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Who is in a room, and who can be seated there."""
    return room_people_page(request, door_or_404(request, event_id, room), room)


def room_people_page(request: HttpRequest, door: DeskPass, room: str, said: Said | None = None) -> HttpResponse:
    """The room's list, with what became of a press."""
    seen = look(request, door)
    desk = room_address(seen, room) if seen.sits_at(seen.sight.frame.desk_of(room)) else ""
    context = {
        "said": said,
        "title": seen.sight.frame.room_name(room),
        "seats": region(seen, f"seats_{room}"),
        "back": desk or seen.address("people"),
        "back_words": say("Back to the desk") if desk else say("Back to check-in"),
    }
    return draw_page(request, "control/desk/room_people.html", seen, room, context)


@require_POST
def seat_here(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Seat a player in this room."""
    door = door_or_404(request, event_id, room)

    def page(request: HttpRequest, door: DeskPass, said: Said | None) -> HttpResponse:
        return room_people_page(request, door, room, said)

    place = Place(address="desk:room-people", tab=room, draw=page, rest=(room,))
    return tap(request, door, forms.SeatHereForm(request.POST, room=room), place, "people")
