"""One player at the check-in desk: a room, marks, leaving for good."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control import registry
from control.day.people.presence import check_in as check_in_desks
from control.day.people.seating import places
from control.day.people.view import PlayerCard, leaving, player_card
from control.desks.command import initial
from control.desks.frame import Look, look
from control.desks.press import Said, answered, give, question
from control.engine.context import CHECK_IN
from control.engine.language import say
from control.people import forms
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import HERE, seat_or_404
from control.people.codes import row_or_404
from control.sheets.deadline import noun_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLink:
    """A sheet that this desk may enter for the player."""

    title: str
    address: str


def paper_links(seen: Look, card: PlayerCard) -> list[PaperLink]:
    """Where this desk enters a sheet for a player: of the room that the player chose, at that room's desk."""
    return [
        PaperLink(title=noun_of(kind), address=f"{address}?seat={card.person.seat}")
        for kind in registry.sheet_kinds(seen.sight.realm).values()
        if kind.room == card.room and kind.by_hand is not None and seen.sits_at(kind.desk)
        for address in (seen.address("paper-sheet", kind.kind),)
    ]


@require_GET
def player(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """One player: what may be done besides the three marks."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    return _player(request, door, seat)


def _player(request: HttpRequest, door: DeskPass, seat: str, said: Said | None = None) -> HttpResponse:
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    card = seen.sight.view(player_card, found.seat)
    if card is None:
        raise Http404(say("No such player."))
    row = row_or_404(door, found.seat)
    context = {
        "player": card,
        "joined": row.code_hash is not None,
        "issue": row.issue,
        "papers": paper_links(seen, card),
        "form": forms.RoomForm(initial=initial(month=card.month), seat=found.seat, places=seen.sight.public(places)),
    }
    return question(request, door, "control/desk/_player.html", context, HERE, said)


@require_POST
def seat_in_room(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Seat a player in a room, also during Action."""
    door = desk_or_404(request, event_id, CHECK_IN)
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    said = give(door, forms.RoomForm(request.POST, seat=found.seat, places=seen.sight.public(places)))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A player leaves for good, after a question that says who inherits."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    said = None
    if request.method == "POST":
        said = give(door, forms.LeaveForm(request.POST, seat=found.seat))
        if said.done:
            return answered(request, door, said, HERE, "people")
    context = {
        "player": found,
        "happens": seen.sight.view(leaving, found.seat),
        "form": forms.LeaveForm(initial=initial(), seat=found.seat),
    }
    return question(request, door, "control/desk/_leave.html", context, HERE, said)


@require_POST
def marks(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """What the team remembers of a person: a first-timer, no phone, a note."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    found = seat_or_404(look(request, door).sight, seat)
    said = give(door, forms.MarksForm(request.POST, seat=found.seat))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_POST
def uncheck(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A check-in that was a mistake: the player is expected again."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seat_or_404(look(request, door).sight, seat)
    said = give(door, forms.MarkForm(request.POST))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)
