"""Keepers of a copy's desks and seats: bots, until a person takes one. Taking and giving back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from msgspec import Struct

from control import registry
from control.bots.players import seats_of_people as seats_taken
from control.desks.frame import Look, is_fragment
from control.desks.tabs import desk_address
from control.engine.ids import DeskId, SeatId
from control.live import broadcast
from control.models import Event, Rehearsal, Seat
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register
from control.rehearsal.forms import OneForm

# === desks and seats ====================================================================================================

# A person takes a desk by a press, and a seat by its code. Both can be given back to the bots.


LED = "rehearsal"  # the organizer's page
__all__ = ("desk_at", "desks_taken", "give_desk_back", "give_seat_back", "seats_taken", "take_desk")


def desks_taken(row: Rehearsal) -> Mapping[DeskId, str]:
    """Desks taken by people, each with the account that took it last."""
    found: dict[DeskId, str] = json.loads(row.people)
    return found


def take_desk(event_id: int, desk: DeskId, name: str) -> None:
    """Give a desk to a person instead of a bot."""
    _change(event_id, lambda found: found.__setitem__(desk, name))


def give_desk_back(event_id: int, desk: DeskId) -> None:
    """Give a desk back to the bots."""
    _change(event_id, lambda found: found.pop(desk, None))


def desk_at(event: Event, desks: frozenset[DeskId], page: str) -> DeskId | None:
    """Desk that this person may take on this page: the desk of the page's room, or the person's only desk.

    None on the organizer's page, which lists all desks.
    """
    if page == LED:
        return None
    frame = registry.realm(event.stream.engine).frame
    at = frame.desk_of(page) if page in frame.room_ids else next(iter(desks)) if len(desks) == 1 else None
    return at if at in desks else None


def give_seat_back(event: Event, seat: SeatId) -> None:
    """Give a seat back to a bot. Its code becomes invalid."""
    with transaction.atomic():
        row = Seat.objects.select_for_update().filter(event=event, key=seat).first()
        if row is None or row.code_hash is None:
            return
        row.code_hash, row.issue = None, row.issue + 1
        row.save(update_fields=["code_hash", "issue"])
    broadcast.close_seat(event.pk, seat)


def _change(event_id: int, how: Callable[[dict[DeskId, str]], object]) -> None:
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().get(event=event_id)
        found = dict(desks_taken(row))
        how(found)
        row.people = json.dumps(found)
        row.save(update_fields=["people"])


# === line of the desk ===================================================================================================

# The keeper of a copy's desk, shown on each of its pages. Only a press takes the desk; a look does not.


class DeskKeeper(Struct, frozen=True, kw_only=True):
    """A desk and its keeper."""

    desk: DeskId
    name: str
    by: str  # "" for bots
    mine: bool


def keeper_view(seen: Look) -> DeskKeeper | None:
    """Keeper of this page's desk. None if the page has no single desk, or the rehearsal is over."""
    event = seen.door.event
    at = desk_at(event, seen.door.desks, seen.query.get("page", ""))
    row = Rehearsal.objects.filter(event=event, ended_at=None).first() if at is not None else None
    if row is None or at is None:
        return None
    by = desks_taken(row).get(at, "")
    return DeskKeeper(desk=at, name=seen.sight.frame.desk_name(at), by=by, mine=by == seen.door.name)


register(DeskRegion(name="keeper", template="control/desk/_keeper.html", topics=("journal", "people"), view=keeper_view))


@require_POST
def sit(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take one's own desk from the bots, or give it back."""
    door = desk_or_404(request, event_id)
    form = OneForm(request.POST)
    at = DeskId(form.cleaned_data["what"] if form.is_valid() else "")
    if at not in door.desks or not Rehearsal.objects.filter(event=door.event, ended_at=None).exists():
        raise Http404("No such desk to take.")
    if form.cleaned_data["act"] == "bots":
        give_desk_back(event_id, at)
    else:
        take_desk(event_id, at, door.name)
    if is_fragment(request):
        return HttpResponse(status=204, headers={"HX-Trigger": "people"})
    room = next((each for each in door.frame.room_ids if door.frame.desk_of(each) == at), "")
    return HttpResponseRedirect(desk_address(door.event.stream.engine, event_id, room) or reverse("desk:overview", args=[event_id]))
