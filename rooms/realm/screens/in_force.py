"""Pages of the Law Board, effects by month and buildings: enter, end and lend, with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods
from msgspec import Struct

from control.desks.command import CommandForm, initial
from control.desks.frame import draw_page, regions
from control.desks.presses import PressAnswer, PressPlace, carry_out, close_question, draw_question
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.buildings.kinds import BUILDING_DESKS, KINDS
from rooms.realm.game.effects.in_force import EFFECT_DESKS
from rooms.realm.game.effects.kinds import SHAPES, Shape
from rooms.realm.game.laws import LAW_DESKS, next_number
from rooms.realm.game.state import EffectKind
from rooms.realm.game.view_in_force import (
    BuildingsView,
    EffectsView,
    LawsView,
    buildings_view,
    effects_view,
    find_law_row,
    laws_view,
)
from rooms.realm.game.view_in_force_forms import BuildingAsk, building_ask, building_choices, effect_ask, end_ask, place_ask
from rooms.realm.screens import in_force_forms as forms
from rooms.realm.screens.desk_pages import Look, look

# === pages ==============================================================================================================

# Page of everything in force, and the common way of its forms.


def effects_shown(seen: Look) -> EffectsView:
    """Effects by when they act."""
    return seen.sight.view(effects_view)


def laws_shown(seen: Look) -> LawsView:
    """Tablets on the board, and struck ones."""
    return seen.sight.view(laws_view)


def buildings_shown(seen: Look) -> BuildingsView:
    """All buildings by owner."""
    return seen.sight.view(buildings_view)


register(
    DeskRegion(
        name="standing_effects",
        template="realm/desk/_effects.html",
        topics=("in-force", "laws", "clock"),
        view=effects_shown,
        desks=HOUSE_DESKS,
    ),
    DeskRegion(
        name="standing_laws", template="realm/desk/_board.html", topics=("laws", "in-force"), view=laws_shown, desks=HOUSE_DESKS
    ),
    DeskRegion(
        name="standing_buildings",
        template="realm/desk/_buildings.html",
        topics=("buildings", "clock"),
        view=buildings_shown,
        desks=HOUSE_DESKS,
    ),
    realm=NAME,
)


# --- the page -----------------------------------------------------------------------------------------------------------


@require_GET
def in_force(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show everything in force."""
    return in_force_page(request, desk_or_404(request, event_id, *HOUSE_DESKS))


def in_force_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Draw everything in force, with the result of a command."""
    seen = look(request, door)
    parts = regions(seen, "standing_effects", "standing_laws", "standing_buildings")
    return draw_page(request, "realm/desk/in_force.html", seen, "in-force", {"said": said, **parts})


HERE = PressPlace(address="realm_desk:in-force", tab="in-force", draw=in_force_page)


def ask(
    request: HttpRequest,
    door: DeskPass,
    fragment: str,
    empty: Callable[[], CommandForm],
    filled: Callable[[], CommandForm],
    context: Callable[[CommandForm], Mapping[str, object]],
    *topics: str,
) -> HttpResponse:
    """Draw a form, or carry out its answer. Input is kept after a refusal, unless the screen was out of date."""
    form, said = empty(), None
    if request.method == "POST":
        sent = filled()
        said = carry_out(door, sent)
        if said.done:
            return close_question(request, door, said, HERE, *topics)
        form = form if said.stale else sent
    return draw_question(request, door, fragment, {"form": form, **context(form)}, HERE, said)


# === effects and laws ===================================================================================================

# Forms to enter and end effects, to post and strike tablets, each with a reason.


class KindChoice(Struct, frozen=True, kw_only=True):
    """A kind of effect in a list."""

    kind: EffectKind
    shape: Shape


@require_http_methods(["GET", "POST"])
def new_effect(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter an effect: first its kind, then Houses, regions and duration."""
    door = desk_or_404(request, event_id, *EFFECT_DESKS)
    asked = request.POST.get("kind", "") or request.GET.get("kind", "")
    if not asked:
        kinds = tuple(KindChoice(kind=kind, shape=shape) for kind, shape in SHAPES.items())
        return draw_question(request, door, "realm/desk/_effect_kinds.html", {"kinds": kinds}, HERE)
    if asked not in {kind.value for kind in EffectKind}:
        raise Http404(say("No such kind of effect."))
    kind = EffectKind(asked)
    begun = look(request, door).sight.view(effect_ask, kind)

    def empty() -> forms.EffectForm:
        first = initial(since=begun.first_month, months=begun.first_length, comes=begun.first_source)
        return forms.EffectForm(initial=first, kind=kind)

    def filled() -> forms.EffectForm:
        return forms.EffectForm(request.POST, kind=kind)

    def context(form: CommandForm) -> Mapping[str, object]:
        now = look(request, door).sight.view(effect_ask, kind) if request.method == "POST" else begun
        chosen = tuple(forms.chosen_in(form, "houses"))
        return {
            "ask": now,
            "slots": [(label, chosen[at] if at < len(chosen) else "") for at, label in enumerate(now.slots)],
            "houses": chosen,
            "regions": tuple(forms.chosen_in(form, "regions")),
        }

    return ask(request, door, "realm/desk/_effect.html", empty, filled, context, "in-force", "laws", "map")


@require_http_methods(["GET", "POST"])
def end_effect(request: HttpRequest, event_id: int, effect: int) -> HttpResponse:
    """End an effect at once, or with this month."""
    door = desk_or_404(request, event_id, *EFFECT_DESKS)
    found = look(request, door).sight.view(end_ask, effect)
    if found is None:
        raise Http404(say("No such effect."))
    return ask(
        request,
        door,
        "realm/desk/_effect_end.html",
        lambda: forms.EndEffectForm(initial=initial(month=found.month), effect=effect),
        lambda: forms.EndEffectForm(request.POST, effect=effect),
        lambda _form: {"row": found.row, "whens": found.whens},
        "in-force",
        "laws",
        "map",
    )


@require_http_methods(["GET", "POST"])
def new_law(request: HttpRequest, event_id: int) -> HttpResponse:
    """Post a tablet."""
    door = desk_or_404(request, event_id, *LAW_DESKS)
    number = look(request, door).sight.public(next_number)
    return ask(
        request,
        door,
        "realm/desk/_law_new.html",
        lambda: forms.LawForm(initial=initial()),
        lambda: forms.LawForm(request.POST),
        lambda _form: {"number": number},
        "laws",
        "in-force",
    )


@require_http_methods(["GET", "POST"])
def strike_law(request: HttpRequest, event_id: int, law: str) -> HttpResponse:
    """Strike a tablet, after a look at what falls with it."""
    door = desk_or_404(request, event_id, *LAW_DESKS)
    found = look(request, door).sight.public(find_law_row, law)
    if found is None:
        raise Http404(say("No such law."))
    return ask(
        request,
        door,
        "realm/desk/_law_strike.html",
        lambda: forms.StrikeForm(initial=initial(), law=found.id),
        lambda: forms.StrikeForm(request.POST, law=found.id),
        lambda _form: {"row": found},
        "laws",
        "in-force",
        "map",
    )


# === buildings ==========================================================================================================

# Forms to place, give, lend and remove buildings, each with a reason.


@require_http_methods(["GET", "POST"])
def new_building(request: HttpRequest, event_id: int) -> HttpResponse:
    """Place a building by hand: first its kind, then owner and places."""
    door = desk_or_404(request, event_id, *BUILDING_DESKS)
    sight = look(request, door).sight
    kind = request.POST.get("kind", "") or request.GET.get("kind", "")
    if not kind:
        return draw_question(request, door, "realm/desk/_building_kinds.html", {"kinds": sight.public(building_choices)}, HERE)
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
    """Give a building to another House, lend it, or remove it."""
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
        said = carry_out(door, form)
        if said.done:
            return close_question(request, door, said, HERE, "buildings", "map")
        if not said.stale:
            drawn[act] = form
    still = look(request, door).sight.view(building_ask, building)
    return draw_question(request, door, "realm/desk/_building.html", {"ask": still or found, "act": act, **drawn}, HERE, said)


def _building_form(found: BuildingAsk, act: str, request: HttpRequest | None = None) -> CommandForm:
    sent = request.POST if request else None
    begun = None if request else initial(until=forms.FOR_THIS_MONTH)
    match act:
        case "owner":
            return forms.OwnerForm(sent, initial=begun, building=found.view.id)
        case "remove":
            return forms.RemoveForm(sent, initial=begun, building=found.view.id)
        case "lend":
            return forms.LendForm(sent, initial=begun, building=found.view.id, seat=found.speaking, month=found.month)
        case _:
            return forms.UnlendForm(sent, initial=begun, building=found.view.id, seat=found.speaking)
