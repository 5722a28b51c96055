"""Effects entered and ended, tablets posted and struck, each with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.day.timetable import last_month
from control.desks.command import CommandForm, initial
from control.desks.press import question
from control.engine.language import later, say, say_count
from control.people.access import desk_or_404
from rooms.realm.game import laws
from rooms.realm.game.effects import asked as effects
from rooms.realm.game.effects.asked import EFFECT_DESKS
from rooms.realm.game.effects.shapes import ORIGINS, SHAPES, Shape
from rooms.realm.game.laws import LAW_DESKS
from rooms.realm.game.standing import EffectView, effect_view
from rooms.realm.game.state import EffectFrom, EffectKind, GameState
from rooms.realm.scenario.schema import House
from rooms.realm.screens import standing_forms as forms
from rooms.realm.screens.places import RegionChoice, region_choices
from rooms.realm.screens.seen import look
from rooms.realm.screens.standing import HERE, ask, law_row

ORDERED_HOUSES = 3  # how many Houses may be named in an order


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
        return question(request, door, "realm/desk/_effect_kinds.html", {"kinds": kinds}, HERE)
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

    return ask(request, door, "realm/desk/_effect.html", empty, filled, context, "in-force", "laws", "map")


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

    return ask(
        request,
        door,
        "realm/desk/_effect_end.html",
        lambda: forms.EndEffectForm(initial=initial(month=month), effect=effect),
        lambda: forms.EndEffectForm(request.POST, effect=effect),
        context,
        "in-force",
        "laws",
        "map",
    )


@require_http_methods(["GET", "POST"])
def new_law(request: HttpRequest, event_id: int) -> HttpResponse:
    """Post a tablet."""
    door = desk_or_404(request, event_id, *LAW_DESKS)
    number = laws.next_number(look(request, door).state)
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
    state = look(request, door).state
    found = next((each for each in (*state.laws, *state.struck_laws) if each.id == law), None)
    if found is None:
        raise Http404(say("No such law."))
    return ask(
        request,
        door,
        "realm/desk/_law_strike.html",
        lambda: forms.StrikeForm(initial=initial(), law=found.id),
        lambda: forms.StrikeForm(request.POST, law=found.id),
        lambda _form: {"row": law_row(state, found)},
        "laws",
        "in-force",
        "map",
    )
