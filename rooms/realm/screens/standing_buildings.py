"""Buildings placed, given to another House, lent and removed by hand, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.desks.command import initial
from control.desks.press import answered, give, question
from control.engine.language import say
from control.people.access import desk_or_404
from rooms.realm.game.buildings.kinds import BUILDING_DESKS, KINDS
from rooms.realm.game.view_building_forms import BuildingAsk, building_ask, building_choices, place_ask
from rooms.realm.screens import standing_forms as forms
from rooms.realm.screens.seen import look
from rooms.realm.screens.standing import HERE, ask


@require_http_methods(["GET", "POST"])
def new_building(request: HttpRequest, event_id: int) -> HttpResponse:
    """Place a building by hand: first its kind, then whose and where."""
    door = desk_or_404(request, event_id, *BUILDING_DESKS)
    sight = look(request, door).sight
    kind = request.POST.get("kind", "") or request.GET.get("kind", "")
    if not kind:
        return question(request, door, "realm/desk/_building_kinds.html", {"kinds": sight.public(building_choices)}, HERE)
    if kind not in KINDS:
        raise Http404(say("No such kind of building."))
    return ask(
        request,
        door,
        "realm/desk/_building_new.html",
        lambda: forms.PlaceForm(initial=initial(kind=kind)),
        lambda: forms.PlaceForm(request.POST),
        lambda form: {"ask": sight.public(place_ask, kind, tuple(forms.chosen_in(form, "places")))},
        "buildings",
        "map",
    )


ACTS: Mapping[str, str] = {
    "owner": "change its owner",
    "remove": "remove it",
    "lend": "let a House use it",
    "unlend": "end a permission",
}


@require_http_methods(["GET", "POST"])
def building(request: HttpRequest, event_id: int, building: int) -> HttpResponse:
    """One building: give it to another House, lend it, take it off the board."""
    door = desk_or_404(request, event_id, *BUILDING_DESKS)
    found = look(request, door).sight.view(building_ask, building)
    if found is None:
        raise Http404(say("This building does not stand any more."))
    said, act = None, request.POST.get("act", "")
    drawn = {each: _building_form(found, each) for each in ACTS}
    if request.method == "POST":
        if act not in ACTS:
            raise Http404(say("Nothing of the kind can be done to a building."))
        form = _building_form(found, act, request)
        said = give(door, form)
        if said.done:
            return answered(request, door, said, HERE, "buildings", "map")
        if not said.stale:
            drawn[act] = form
    still = look(request, door).sight.view(building_ask, building)
    return question(request, door, "realm/desk/_building.html", {"ask": still or found, "act": act, **drawn}, HERE, said)


def _building_form(found: BuildingAsk, act: str, request: HttpRequest | None = None) -> forms.BuildingForm:
    sent = request.POST if request else None
    begun = None if request else initial(until=forms.FOR_THIS_MONTH)
    match act:
        case "owner":
            return forms.OwnerForm(sent, initial=begun, building=found.view.id)
        case "remove":
            return forms.RemoveForm(sent, initial=begun, building=found.view.id)
        case "lend":
            return forms.LendForm(sent, initial=begun, building=found.view.id, speaker=found.speaking, month=found.month)
        case _:
            return forms.UnlendForm(sent, initial=begun, building=found.view.id, speaker=found.speaking)
