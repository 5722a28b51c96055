"""Who sits in which room, and who can be seated there."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from control import registry
from control.day.people import asked as people
from control.day.people.choosing import barred, usual_table
from control.day.state import Marks, Seat, Stage
from control.day.view import PlayerView, player_view
from control.desks.frame import Look, draw_page, look, region
from control.desks.press import Place, Said, tap
from control.engine.context import CHECK_IN
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.people import forms
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import Known, register_source
from control.sheets import sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPerson:
    """A player on a room's list: in it or elsewhere, with a sheet in time or without."""

    person: PlayerView
    elsewhere: str
    sent: bool
    bar: str
    marks: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPeopleView:
    """Who is in a room, who has chosen nothing, who is elsewhere."""

    room: str
    name: str
    month: int
    round: str
    until: str  # how long players choose
    playing: bool
    there: tuple[RoomPerson, ...]
    nowhere: tuple[RoomPerson, ...]
    elsewhere: tuple[RoomPerson, ...]
    has_sheets: bool


def room_people_view(seen: Look, room: str) -> RoomPeopleView:
    """The people of one room this month."""
    state, month = seen.state, seen.state.clock.month
    kinds = [kind.kind for kind in registry.sheet_kinds(seen.state.REALM).values() if kind.room == room]
    sent = frozenset(seat for kind in kinds for seat in sheets.sent(seen.event_id, kind, month))

    def row(seat: Seat) -> RoomPerson:
        choice = people.choice_of(state, seat)
        bar = barred(state, seat, room, usual_table(state, seat, room))
        return RoomPerson(
            person=player_view(state, seat),
            elsewhere=state.frame.room_name(choice) if choice and choice != room else "",
            sent=seat.id in sent,
            bar=bar.why if bar else "",
            marks=seat.marks,
        )

    here = [seat for each in state.teams for seat in people.members(state, each.id) if seat.here]
    return RoomPeopleView(
        room=room,
        name=state.frame.room_name(room),
        month=month,
        round=state.frame.round_words(month),
        until=state.frame.said("choosing-ends"),
        playing=state.clock.stage is Stage.PLAYING,
        there=tuple(row(seat) for seat in here if people.choice_of(state, seat) == room),
        nowhere=tuple(row(seat) for seat in here if people.choice_of(state, seat) is None),
        elsewhere=tuple(row(seat) for seat in here if people.choice_of(state, seat) not in (None, room)),
        has_sheets=bool(kinds),
    )


def _room_part(room: str) -> Known:
    return RegionKind(
        name=f"seats_{room}",
        template="control/desk/_room_people.html",
        topics=("people", "sheets", "clock"),
        view=lambda seen: room_people_view(seen, room),
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
    return frozenset({frame.desk_of(room), CHECK_IN})


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
    context = {"said": said, "title": seen.state.frame.room_name(room), "seats": region(seen, f"seats_{room}")}
    return draw_page(request, "control/desk/room_people.html", seen, room, context)


@require_POST
def seat_here(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Seat a player in this room."""
    door = door_or_404(request, event_id, room)

    def page(request: HttpRequest, door: DeskPass, said: Said | None) -> HttpResponse:
        return room_people_page(request, door, room, said)

    place = Place(address="desk:room-people", tab=room, draw=page, rest=(room,))
    return tap(request, door, forms.SeatHereForm(request.POST, room=room), place, "people")
