"""What is in force: the Law Board with what each tablet does, effects by month, buildings; and how its questions are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from control.day.timetable import last_month
from control.desks.command import CommandForm
from control.desks.frame import draw_page, regions
from control.desks.press import Place, Said, answered, give, question
from control.engine.language import say, say_count
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.buildings.kinds import BUILDING_DESKS
from rooms.realm.game.effects import asked as effects
from rooms.realm.game.effects.asked import EFFECT_DESKS
from rooms.realm.game.laws import LAW_DESKS
from rooms.realm.game.standing import BuildingView, EffectView, building_view, effect_view
from rooms.realm.game.state import Effect, GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, LawId
from rooms.realm.scenario.schema import LawEffects
from rooms.realm.screens.seen import Look, look

SHOWN_OVER = 12  # effects that are over, newest first


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
    RegionKind(
        name="standing_effects",
        template="realm/desk/_effects.html",
        topics=("in-force", "laws", "clock"),
        view=effects_view,
        desks=HOUSE_DESKS,
    ),
    RegionKind(
        name="standing_laws", template="realm/desk/_board.html", topics=("laws", "in-force"), view=laws_view, desks=HOUSE_DESKS
    ),
    RegionKind(
        name="standing_buildings",
        template="realm/desk/_buildings.html",
        topics=("buildings", "clock"),
        view=buildings_view,
        desks=HOUSE_DESKS,
    ),
    realm=NAME,
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
    return draw_page(request, "realm/desk/in_force.html", seen, "in-force", {"said": said, **parts})


HERE = Place(address="realm_desk:in-force", tab="in-force", draw=in_force_page)


def ask(
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
