"""Who keeps a desk of a copy, said on each of its pages: bots until somebody presses for it; who only looks in takes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from control.desks.frame import Look, is_fragment
from control.desks.tabs import desk_address
from control.engine.ids import DeskId
from control.models import Rehearsal
from control.people.access import desk_or_404
from control.regions.kinds import RegionKind, register
from control.rehearsal import people
from control.rehearsal.forms import OneForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper:
    """A desk, and who keeps it."""

    desk: DeskId
    name: str
    by: str  # "" for bots
    mine: bool


def keeper_view(seen: Look) -> Keeper | None:
    """Who keeps the desk of this page; None where it is of no one desk, or nothing is played any more."""
    event = seen.door.event
    at = people.desk_at(event, seen.door.desks, seen.query.get("page", ""))
    row = Rehearsal.objects.filter(event=event, ended_at=None).first() if at is not None else None
    if row is None or at is None:
        return None
    by = people.desks_taken(row).get(at, "")
    return Keeper(desk=at, name=seen.sight.frame.desk_name(at), by=by, mine=by == seen.door.name)


register(RegionKind(name="keeper", template="control/desk/_keeper.html", topics=("journal", "people"), view=keeper_view))


@require_POST
def sit(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take a desk of one's own from the bots, or give it back to them."""
    door = desk_or_404(request, event_id)
    form = OneForm(request.POST)
    at = DeskId(form.cleaned_data["what"] if form.is_valid() else "")
    if at not in door.desks or not Rehearsal.objects.filter(event=door.event, ended_at=None).exists():
        raise Http404("No such desk to take.")
    if form.cleaned_data["act"] == "bots":
        people.give_back(event_id, at)
    else:
        people.take(event_id, at, door.name)
    if is_fragment(request):
        return HttpResponse(status=204, headers={"HX-Trigger": "people"})
    room = next((each for each in door.frame.room_ids if door.frame.desk_of(each) == at), "")
    return HttpResponseRedirect(desk_address(door.event.stream.engine, event_id, room) or reverse("desk:overview", args=[event_id]))
