"""Buildings placed, given to another House, lent and removed by hand, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.day.people import asked as people
from control.desks.command import initial
from control.desks.press import answered, give, question
from control.engine.ids import SeatId
from control.engine.language import say
from control.people.access import desk_or_404
from rooms.realm.game.buildings.kinds import BUILDING_DESKS, KINDS, building_of, can_place, kind_name
from rooms.realm.game.standing import BuildingView, GuestView, building_view
from rooms.realm.game.state import Building, GameState
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import House
from rooms.realm.screens import standing_forms as forms
from rooms.realm.screens.places import PlaceSlot, RegionChoice, place_choices, place_hint, place_slots
from rooms.realm.screens.seen import look
from rooms.realm.screens.standing import HERE, ask


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAsk:
    """What placing a building of one kind asks for."""

    kind: str
    name: str
    text: str
    houses: tuple[House, ...]
    slots: tuple[PlaceSlot, ...]
    regions: tuple[RegionChoice, ...]
    hint: str


def place_ask(state: GameState, kind: str, chosen: tuple[str, ...]) -> PlaceAsk:
    """The form for a kind of building, with what was chosen before."""
    scenario = state.scenario
    return PlaceAsk(
        kind=kind,
        name=kind_name(scenario, kind),
        text=next((each.building_text for each in scenario.factions if each.kind == kind), ""),
        houses=scenario.houses,
        slots=place_slots(kind, chosen),
        regions=place_choices(scenario, kind),
        hint=place_hint(kind),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingChoice:
    """A kind of building on the list to choose from."""

    kind: str
    name: str
    text: str


@require_http_methods(["GET", "POST"])
def new_building(request: HttpRequest, event_id: int) -> HttpResponse:
    """Place a building by hand: first its kind, then whose and where."""
    door = desk_or_404(request, event_id, *BUILDING_DESKS)
    state = look(request, door).state
    kind = request.POST.get("kind", "") or request.GET.get("kind", "")
    if not kind:
        texts = {each.kind: each.building_text for each in state.scenario.factions}
        kinds = tuple(
            BuildingChoice(kind=each, name=kind_name(state.scenario, each), text=texts.get(each, ""))
            for each in KINDS
            if can_place(state.scenario, each)
        )
        return question(request, door, "realm/desk/_building_kinds.html", {"kinds": kinds}, HERE)
    if kind not in KINDS:
        raise Http404(say("No such kind of building."))
    return ask(
        request,
        door,
        "realm/desk/_building_new.html",
        lambda: forms.PlaceForm(initial=initial(kind=kind)),
        lambda: forms.PlaceForm(request.POST),
        lambda form: {"ask": place_ask(state, kind, tuple(forms.chosen_in(form, "places")))},
        "buildings",
        "map",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingAsk:
    """One building with what can be done to it. `speaker` is who of the owner's House lends it; None when nobody plays it."""

    view: BuildingView
    month: int
    others: tuple[House, ...]
    strangers: tuple[House, ...]
    guests: tuple[GuestView, ...]
    speaker: str


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
    state = look(request, door).state
    found = building_of(state, building)
    if found is None:
        raise Http404(say("This building does not stand any more."))
    said, act = None, request.POST.get("act", "")
    drawn = {each: _building_form(state, found, each) for each in ACTS}
    if request.method == "POST":
        if act not in ACTS:
            raise Http404(say("Nothing of the kind can be done to a building."))
        form = _building_form(state, found, act, request)
        said = give(door, form)
        if said.done:
            return answered(request, door, said, HERE, "buildings", "map")
        if not said.stale:
            drawn[act] = form
    state = look(request, door).state
    still = building_of(state, building)
    context = {"ask": _building_ask(state, still or found), "act": act, **drawn}
    return question(request, door, "realm/desk/_building.html", context, HERE, said)


def _building_ask(state: GameState, found: Building) -> BuildingAsk:
    shown = building_view(state, found, None, staff=True)
    guests = {guest.house for guest in shown.guests}
    others = tuple(house for house in state.scenario.houses if house.id != found.house)
    speaker = speaker_of(state, found.house)
    return BuildingAsk(
        view=shown,
        month=state.clock.month,
        others=others,
        strangers=tuple(house for house in others if house.id not in guests),
        guests=shown.guests,
        speaker=state.seats[speaker].name if speaker else "",
    )


def speaker_of(state: GameState, house: HouseId) -> SeatId | None:
    """Whose word Control enters for a House: its highest rank."""
    there = people.members(state, house)
    return there[0].id if there else None


def _building_form(state: GameState, found: Building, act: str, request: HttpRequest | None = None) -> forms.BuildingForm:
    speaker, month = speaker_of(state, found.house) or SeatId(""), state.clock.month
    sent = request.POST if request else None
    begun = None if request else initial(until=forms.FOR_THIS_MONTH)
    match act:
        case "owner":
            return forms.OwnerForm(sent, initial=begun, building=found.id)
        case "remove":
            return forms.RemoveForm(sent, initial=begun, building=found.id)
        case "lend":
            return forms.LendForm(sent, initial=begun, building=found.id, speaker=speaker, month=month)
        case _:
            return forms.UnlendForm(sent, initial=begun, building=found.id, speaker=speaker)
