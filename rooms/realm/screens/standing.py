"""What is in force: the Law Board with what each tablet does, effects by month, buildings; entered and ended with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from control.day.people import asked as people
from control.day.timetable import last_month
from control.desks.command import CommandForm, initial
from control.desks.frame import HOUSE_DESKS, Look, Part, draw_page, look, regions, register
from control.desks.press import Place, Said, answered, give, question
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.people.access import DeskPass, desk_or_404
from rooms.realm.game import laws
from rooms.realm.game.buildings.kinds import BUILDING_DESKS, KINDS, building_of, can_place, kind_name
from rooms.realm.game.effects import asked as effects
from rooms.realm.game.effects.asked import EFFECT_DESKS
from rooms.realm.game.effects.shapes import ORIGINS, SHAPES, Shape
from rooms.realm.game.laws import LAW_DESKS
from rooms.realm.game.standing import BuildingView, EffectView, GuestView, building_view, effect_view
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, LawId
from rooms.realm.scenario.schema import House, LawEffects
from rooms.realm.screens import standing_forms as forms
from rooms.realm.screens.places import PlaceSlot, RegionChoice, place_choices, place_hint, place_slots, region_choices

SHOWN_OVER = 12  # effects that are over, newest first
ORDERED_HOUSES = 3  # how many Houses may be named in an order


# --- effects ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthCell:
    """One month of the strip beside an effect."""

    month: int
    acts: bool
    now: bool
    past: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectRow:
    """One effect with the months it acts in."""

    view: EffectView
    strip: tuple[MonthCell, ...]
    secret: bool
    may_end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectGroup:
    """Effects that act now, later, or no more."""

    id: str
    title: str
    empty: str
    rows: tuple[EffectRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A House as a badge with its name."""

    house: HouseId
    name: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectsView:
    """What is in force, was and will be; who starves and who is fed this month, each once however many laws say so."""

    month: int
    groups: tuple[EffectGroup, ...]
    over: tuple[EffectRow, ...]
    starving: tuple[Named, ...]
    fed: tuple[Named, ...]
    may_enter: bool


def effects_view(seen: Look) -> EffectsView:
    """Every effect by when it acts."""
    state = seen.state
    rows = tuple(_effect_row(seen, effect) for effect in state.effects)
    now = tuple(row for row in rows if row.view.now)
    ahead = tuple(row for row in rows if row.view.ahead)
    over = tuple(row for row in reversed(rows) if not row.view.now and not row.view.ahead)
    return EffectsView(
        month=state.clock.month,
        groups=(
            EffectGroup(id="now", title=say("This month"), empty=say("Nothing beside what the laws do by themselves."), rows=now),
            EffectGroup(id="ahead", title=say("From a later month on"), empty=say("Nothing is waiting."), rows=ahead),
        ),
        over=over[:SHOWN_OVER],
        starving=_named(state, effects.in_famine(state)),
        fed=_named(state, effects.fed(state)),
        may_enter=seen.sits_at(*EFFECT_DESKS),
    )


def _effect_row(seen: Look, effect: Effect) -> EffectRow:
    state = seen.state
    month = state.clock.month
    shown = effect_view(state, effect)
    return EffectRow(
        view=shown,
        strip=tuple(
            MonthCell(month=each, acts=effect.acts_in(each), now=each == month, past=each < month)
            for each in range(1, last_month(state) + 1)
        ),
        secret=not effects.public(effect),
        may_end=(shown.now or shown.ahead) and seen.sits_at(*EFFECT_DESKS),
    )


def _named(state: GameState, houses: tuple[HouseId, ...]) -> tuple[Named, ...]:
    known = {house.id: house for house in state.scenario.houses}
    return tuple(Named(house=each, name=known[each].name, short=known[each].short) for each in houses)


# --- laws ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LawRow:
    """A tablet with everything that falls with it."""

    id: LawId
    number: int
    title: str
    text: str
    since: int
    does: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawsView:
    """The Law Board and what was struck from it."""

    laws: tuple[LawRow, ...]
    struck: tuple[LawRow, ...]
    may_change: bool


def laws_view(seen: Look) -> LawsView:
    """The tablets that hang, newest first, for those are asked for most; below them those that fell."""
    state = seen.state
    return LawsView(
        laws=tuple(law_row(state, law) for law in sorted(state.laws, key=lambda law: -law.number)),
        struck=tuple(law_row(state, law) for law in reversed(state.struck_laws)),
        may_change=seen.sits_at(*LAW_DESKS),
    )


def law_row(state: GameState, law: PostedLaw) -> LawRow:
    """One tablet: what it does by itself, and the effects that were entered for it and still act."""
    month = state.clock.month
    entered = (each for each in state.effects if each.law == law.id and not effects.is_over(each, month))
    does = (
        *_does(state, law.effects),
        *(f"{effects.effect_words(state, each)} ({effects.months_words(each)})" for each in entered),
    )
    return LawRow(id=law.id, number=law.number, title=law.title, text=law.text, since=law.since, does=does)


def _does(state: GameState, done: LawEffects) -> Iterator[str]:
    for food in done.food:
        yield say(
            "{giver} sends food to {receiver}.", giver=house_name(state, food.giver), receiver=house_name(state, food.receiver)
        )
    for tribute in done.tributes:
        yield say(
            "{debtor} owes {creditor} 1 Power or Favor each month.",
            debtor=house_name(state, tribute.debtor),
            creditor=house_name(state, tribute.creditor),
        )
    held = sum(hold.count for hold in done.hostages)
    if held:
        yield say_count("{count} hostage held.", "{count} hostages held.", held)
    if done.bars_trade:
        yield say("Houses may not trade Power or Favors.")


# --- buildings ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseBuildings:
    """The buildings of one House."""

    owner: Named
    buildings: tuple[BuildingView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingsView:
    """All buildings by owner."""

    houses: tuple[HouseBuildings, ...]
    may_change: bool


def buildings_view(seen: Look) -> BuildingsView:
    """All buildings, by the Houses' order."""
    state = seen.state
    by_house = {house.id: tuple(each for each in state.buildings if each.house == house.id) for house in state.scenario.houses}
    return BuildingsView(
        houses=tuple(
            HouseBuildings(
                owner=_named(state, (house,))[0],
                buildings=tuple(building_view(state, each, None, staff=True) for each in own),
            )
            for house, own in by_house.items()
            if own
        ),
        may_change=seen.sits_at(*BUILDING_DESKS),
    )


register(
    standing_effects=Part(
        template="control/desk/_effects.html", topics=("in-force", "laws", "clock"), shape=effects_view, desks=HOUSE_DESKS
    ),
    standing_laws=Part(template="control/desk/_board.html", topics=("laws", "in-force"), shape=laws_view, desks=HOUSE_DESKS),
    standing_buildings=Part(
        template="control/desk/_buildings.html", topics=("buildings", "clock"), shape=buildings_view, desks=HOUSE_DESKS
    ),
)


# --- the page -----------------------------------------------------------------------------------------------------------


@require_GET
def in_force(request: HttpRequest, event_id: int) -> HttpResponse:
    """Everything in force."""
    return in_force_page(request, desk_or_404(request, event_id, *HOUSE_DESKS))


def in_force_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """Everything in force, with what became of a press."""
    seen = look(request, door)
    parts = regions(seen, "standing_effects", "standing_laws", "standing_buildings")
    return draw_page(request, "control/desk/in_force.html", seen, "in-force", {"said": said, **parts})


HERE = Place(address="desk:in-force", tab="in-force", draw=in_force_page)


# --- entering and ending effects ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class KindChoice:
    """A kind of effect on the list to choose from."""

    kind: EffectKind
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectAsk:
    """What the form of one kind of effect asks for. `slots` are the labels of Houses named in an order; else Houses are ticked."""

    kind: EffectKind
    shape: Shape
    slots: tuple[str, ...]
    houses: tuple[House, ...]
    provinces: tuple[RegionChoice, ...]
    months: tuple[int, ...]
    lengths: tuple[tuple[str, str], ...]
    comes: tuple[tuple[str, str], ...]
    standing: tuple[EffectView, ...]


SLOTS: Mapping[EffectKind, tuple[str, ...]] = {
    EffectKind.FORCED_ALLIANCE: (later("This House"), later("must ally with")),
    EffectKind.FORGED_ORDER: (later("This House"), later("must ally with")),
    EffectKind.MILITARY_BAN: (later("This House"), later("may not kill units of")),
    EffectKind.FOOD: (later("This House"), later("sends food to")),
    EffectKind.COMMAND: (later("First"), later("then"), later("then"))[:ORDERED_HOUSES],
}


def effect_ask(state: GameState, kind: EffectKind) -> EffectAsk:
    """The form for a kind."""
    scenario, shape, month = state.scenario, SHAPES[kind], state.clock.month
    last, usual = last_month(state), effects.usual_months(scenario, kind)
    lengths = [(str(count), say_count("{count} month", "{count} months", count)) for count in range(1, last + 1)]
    lengths.append((forms.UNTIL_REMOVED, say("until removed")))
    wanted = forms.UNTIL_REMOVED if usual is None else str(usual)
    return EffectAsk(
        kind=kind,
        shape=shape,
        slots=tuple(say(label) for label in SLOTS.get(kind, ())),
        houses=scenario.houses if shape.houses[1] != 0 else (),
        provinces=region_choices(scenario) if shape.regions[1] != 0 else (),
        months=tuple(range(max(month, 1), last + 1)),
        lengths=tuple((value, say("{length} (as usual)", length=words) if value == wanted else words) for value, words in lengths),
        comes=tuple(_sources(state)),
        standing=tuple(
            effect_view(state, each) for each in state.effects if each.kind == kind and not effects.is_over(each, month)
        ),
    )


def _sources(state: GameState) -> Iterator[tuple[str, str]]:
    for origin, words in ORIGINS.items():
        yield origin.value, words
    for law in sorted(state.laws, key=lambda law: -law.number):
        yield f"{forms.OF_LAW}{law.id}", say("Law {number}: {title}", number=law.number, title=law.title)


def _first_source(state: GameState, shape: Shape) -> str:
    """What most likely left it: the newest tablet of this or the last month, where laws leave such effects."""
    fresh = [law for law in state.laws if law.since and law.since >= state.clock.month - 1]
    if shape.origin is EffectFrom.LAW and fresh:
        return f"{forms.OF_LAW}{max(fresh, key=lambda law: law.number).id}"
    return shape.origin.value


@require_http_methods(["GET", "POST"])
def new_effect(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter an effect: first its kind, then whom and where it concerns, and for how long."""
    door = desk_or_404(request, event_id, *EFFECT_DESKS)
    asked = request.POST.get("kind", "") or request.GET.get("kind", "")
    if not asked:
        kinds = tuple(KindChoice(kind=kind, shape=shape) for kind, shape in SHAPES.items())
        return question(request, door, "control/desk/_effect_kinds.html", {"kinds": kinds}, HERE)
    if asked not in {kind.value for kind in EffectKind}:
        raise Http404(say("No such kind of effect."))
    state, kind = look(request, door).state, EffectKind(asked)

    def empty() -> forms.EffectForm:
        shape = SHAPES[kind]
        first = effects.usual_months(state.scenario, kind)
        return forms.EffectForm(
            initial=initial(
                since=min(state.clock.month + 1, last_month(state)),
                months=forms.UNTIL_REMOVED if first is None else str(first),
                comes=_first_source(state, shape),
            ),
            kind=kind,
            scenario=state.scenario,
        )

    def filled() -> forms.EffectForm:
        return forms.EffectForm(request.POST, kind=kind, scenario=state.scenario)

    def context(form: CommandForm) -> Mapping[str, object]:
        chosen = tuple(forms.chosen_in(form, "houses"))
        slots = [(say(label), chosen[at] if at < len(chosen) else "") for at, label in enumerate(SLOTS.get(kind, ()))]
        return {
            "ask": effect_ask(look(request, door).state, kind),
            "slots": slots,
            "houses": chosen,
            "regions": tuple(forms.chosen_in(form, "regions")),
        }

    return _ask(request, door, "control/desk/_effect.html", empty, filled, context, "in-force", "laws", "map")


@require_http_methods(["GET", "POST"])
def end_effect(request: HttpRequest, event_id: int, effect: int) -> HttpResponse:
    """End an effect at once, or with this month."""
    door = desk_or_404(request, event_id, *EFFECT_DESKS)
    state = look(request, door).state
    found = next((each for each in state.effects if each.id == effect), None)
    if found is None:
        raise Http404(say("No such effect."))
    month = state.clock.month

    def context(_form: CommandForm) -> Mapping[str, object]:
        further = (month + 1, say("With the end of this month")) if found.until is None or found.until > month else None
        return {"row": effect_view(state, found), "whens": tuple(filter(None, ((month, say("At once")), further)))}

    return _ask(
        request,
        door,
        "control/desk/_effect_end.html",
        lambda: forms.EndEffectForm(initial=initial(month=month), effect=effect),
        lambda: forms.EndEffectForm(request.POST, effect=effect),
        context,
        "in-force",
        "laws",
        "map",
    )


# --- posting and striking laws ------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def new_law(request: HttpRequest, event_id: int) -> HttpResponse:
    """Post a tablet."""
    door = desk_or_404(request, event_id, *LAW_DESKS)
    number = laws.next_number(look(request, door).state)
    return _ask(
        request,
        door,
        "control/desk/_law_new.html",
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
    state = look(request, door).state
    found = next((each for each in (*state.laws, *state.struck_laws) if each.id == law), None)
    if found is None:
        raise Http404(say("No such law."))
    return _ask(
        request,
        door,
        "control/desk/_law_strike.html",
        lambda: forms.StrikeForm(initial=initial(), law=found.id),
        lambda: forms.StrikeForm(request.POST, law=found.id),
        lambda _form: {"row": law_row(state, found)},
        "laws",
        "in-force",
        "map",
    )


# --- placing, taking, lending and removing buildings --------------------------------------------------------------------


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
        return question(request, door, "control/desk/_building_kinds.html", {"kinds": kinds}, HERE)
    if kind not in KINDS:
        raise Http404(say("No such kind of building."))
    return _ask(
        request,
        door,
        "control/desk/_building_new.html",
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
    return question(request, door, "control/desk/_building.html", context, HERE, said)


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


def _ask(
    request: HttpRequest,
    door: DeskPass,
    fragment: str,
    empty: Callable[[], CommandForm],
    filled: Callable[[], CommandForm],
    context: Callable[[CommandForm], Mapping[str, object]],
    *topics: str,
) -> HttpResponse:
    """Draw a question, or carry its answer out; what was typed stays, unless the screen was out of date."""
    form, said = empty(), None
    if request.method == "POST":
        sent = filled()
        said = give(door, sent)
        if said.done:
            return answered(request, door, said, HERE, *topics)
        form = form if said.stale else sent
    return question(request, door, fragment, {"form": form, **context(form)}, HERE, said)
