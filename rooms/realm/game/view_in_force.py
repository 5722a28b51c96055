"""Laws, effects and buildings as each viewer may know them: the Law Board, effects by month, buildings by owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.timetable import last_month
from control.engine.language import Spoken, later, say, say_count
from control.engine.modules import Module
from control.engine.viewer import Viewer
from rooms.realm.game.buildings.kinds import BUILDING_DESKS, guests_in, kind_name, places_words, usable_buildings
from rooms.realm.game.buildings.loans import until_words
from rooms.realm.game.choice_lists import HouseName, house_names, names_of
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.effects import in_force as effects
from rooms.realm.game.effects.in_force import (
    EFFECT_DESKS,
    effect_name,
    effect_rule,
    effect_words,
    effects_in_force,
    is_shown_to,
    months_words,
)
from rooms.realm.game.effects.lifetime import has_default_source
from rooms.realm.game.law_actions.money import FAVOR, POWER
from rooms.realm.game.law_actions.return_turns import falls_words
from rooms.realm.game.laws import LAW_DESKS, by_number
from rooms.realm.game.military_actions import errands, forecast_laws, is_military
from rooms.realm.game.passed_laws import passed_law
from rooms.realm.game.records import LawFate
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind, GameState, Guest, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, LawId, RegionId
from rooms.realm.scenario.schema import LawEffects

# === common rules =======================================================================================================

# Laws are on the board and buildings on the map, so both are public. Effects of schemes are known to the control team, and to
# players as `known_to` says. The owner of a building knows all its guests; each guest knows only of itself.


FROM_WORDS: Final[Mapping[EffectFrom, str]] = Spoken(
    {
        EffectFrom.LAW: later("By a law"),
        EffectFrom.SCHEME: later("By a scheme"),
        EffectFrom.FAVOR: later("By a Favor"),
        EffectFrom.CONTROL: later("By Control"),
    }
)


class EffectView(Struct, frozen=True, kw_only=True):
    """An effect in words. `now`: it acts this month; `ahead`: only in later ones."""

    id: int
    kind: EffectKind
    name: str
    words: str
    months: str
    source: str
    rule: str
    houses: tuple[HouseId, ...]
    regions: tuple[RegionId, ...]
    now: bool
    ahead: bool


class GuestView(Struct, frozen=True, kw_only=True):
    """A House with permission to use a building, and how long."""

    house: HouseId
    name: str
    until: str


class BuildingView(Struct, frozen=True, kw_only=True):
    """A building. `mine`: the viewer's House owns it; `open_to_me`: it may use it this month."""

    id: int
    kind: str
    name: str
    text: str
    house: HouseId
    house_name: str
    places: tuple[RegionId, ...]
    places_words: str
    mine: bool
    open_to_me: bool
    guests: tuple[GuestView, ...]


class StandingView(Struct, frozen=True, kw_only=True):
    """Effects and buildings that one viewer may know of, without ended ones."""

    effects: tuple[EffectView, ...]
    buildings: tuple[BuildingView, ...]


def view_standing(state: GameState, viewer: Viewer) -> StandingView:
    """Effects and buildings that this viewer may know of."""
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    house = seat.house if seat else None
    return StandingView(
        effects=effect_views(state, viewer, house),
        buildings=tuple(building_view(state, each, house, staff=viewer.staff) for each in state.buildings),
    )


def effect_views(state: GameState, viewer: Viewer, house: HouseId | None) -> tuple[EffectView, ...]:
    """Effects in force now or later, in the order of entry."""
    now = {effect.id for effect in effects_in_force(state)}
    return tuple(
        effect_view(state, effect)
        for effect in state.effects
        if is_shown_to(effect, viewer, house) and (effect.id in now or _is_ahead(effect, state.clock.month))
    )


def _is_ahead(effect: Effect, month: int) -> bool:
    return effect.since > month and (effect.until is None or effect.until >= effect.since)


def effect_view(state: GameState, effect: Effect) -> EffectView:
    month = state.clock.month
    return EffectView(
        id=effect.id,
        kind=effect.kind,
        name=effect_name(effect),
        words=effect_words(state, effect),
        months=months_words(effect),
        source=_source_words(effect),
        rule=effect_rule(effect),
        houses=effect.houses,
        regions=effect.regions,
        now=effect.acts_in(month),
        ahead=_is_ahead(effect, month),
    )


def _source_words(effect: Effect) -> str:
    """Source of an effect beside its name. A default source is shown in general words, so the name is not repeated."""
    if str(effect.source) == effect_name(effect):
        return say("In secret")
    return FROM_WORDS[effect.origin] if has_default_source(effect) else str(effect.source)


def building_view(state: GameState, building: Building, house: HouseId | None, *, staff: bool) -> BuildingView:
    """One building. The owner and the control team see all guests, a guest sees itself, others see none."""
    month = state.clock.month
    in_force = [guest for guest in building.guests if guest.house in guests_in(building, month)]
    seen = in_force if staff or house == building.house else [guest for guest in in_force if guest.house == house]
    return BuildingView(
        id=building.id,
        kind=building.kind,
        name=kind_name(state.scenario, building.kind),
        text=next((each.building_text for each in state.scenario.factions if each.kind == building.kind), ""),
        house=building.house,
        house_name=house_name(state, building.house),
        places=building.places,
        places_words=places_words(state, building),
        mine=house == building.house,
        open_to_me=house is not None and building in usable_buildings(state, house, building.kind),
        guests=tuple(_guest(state, guest) for guest in seen),
    )


def _guest(state: GameState, guest: Guest) -> GuestView:
    return GuestView(house=guest.house, name=house_name(state, guest.house), until=until_words(guest.until))


STANDING = Module(name="standing", view=view_standing)


# === desks ==============================================================================================================

# Pages of the desks: the Law Board with each tablet's effects, effects by month, buildings by owner.
# The rules of the part above say who sees effects and guests of buildings.


SHOWN_OVER = 12  # ended effects, newest first


# --- effects ------------------------------------------------------------------------------------------------------------


class MonthCell(Struct, frozen=True, kw_only=True):
    """One month of the strip beside an effect."""

    month: int
    acts: bool
    now: bool
    past: bool


class EffectRow(Struct, frozen=True, kw_only=True):
    """An effect with its months."""

    view: EffectView
    strip: tuple[MonthCell, ...]
    secret: bool
    may_end: bool


class EffectGroup(Struct, frozen=True, kw_only=True):
    """Effects that act now, later, or no longer."""

    id: str
    title: str
    empty: str
    rows: tuple[EffectRow, ...]


class EffectsView(Struct, frozen=True, kw_only=True):
    """Present, past and future effects, and the Houses starving and fed this month, each once."""

    month: int
    groups: tuple[EffectGroup, ...]
    over: tuple[EffectRow, ...]
    starving: tuple[HouseName, ...]
    fed: tuple[HouseName, ...]
    may_enter: bool


def effects_view(state: GameState, viewer: Viewer) -> EffectsView:
    """Effects that this viewer may know of, by when they act.

    Only the control team sees which Houses starve or are fed: a secret Famine by a scheme would show there.
    """
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    house = seat.house if seat else None
    may_enter = any(viewer.sees_desk(desk) for desk in EFFECT_DESKS)
    rows = tuple(
        _effect_row(state, effect, may_enter=may_enter) for effect in state.effects if effects.is_shown_to(effect, viewer, house)
    )
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
        starving=names_of(state, effects.houses_in_famine(state)) if viewer.staff else (),
        fed=names_of(state, effects.fed_houses(state)) if viewer.staff else (),
        may_enter=may_enter,
    )


def _effect_row(state: GameState, effect: Effect, *, may_enter: bool) -> EffectRow:
    month, shown = state.clock.month, effect_view(state, effect)
    return EffectRow(
        view=shown,
        strip=tuple(
            MonthCell(month=each, acts=effect.acts_in(each), now=each == month, past=each < month)
            for each in range(1, last_month(state) + 1)
        ),
        secret=not effects.is_public(effect),
        may_end=(shown.now or shown.ahead) and may_enter,
    )


# --- laws ---------------------------------------------------------------------------------------------------------------


class LawRow(Struct, frozen=True, kw_only=True):
    """A tablet with everything that falls with it."""

    id: LawId
    number: int
    title: str
    text: str
    since: int
    does: tuple[str, ...]


class LawsView(Struct, frozen=True, kw_only=True):
    """Law Board and struck tablets."""

    laws: tuple[LawRow, ...]
    struck: tuple[LawRow, ...]
    may_change: bool


def laws_view(state: GameState, viewer: Viewer) -> LawsView:
    """Tablets on the board, newest first, because people ask for those most; then the struck ones."""
    return LawsView(
        laws=tuple(law_row(state, law) for law in reversed(by_number(state.laws))),
        struck=tuple(law_row(state, law) for law in reversed(state.struck_laws)),
        may_change=any(viewer.sees_desk(desk) for desk in LAW_DESKS),
    )


def law_row(state: GameState, law: PostedLaw) -> LawRow:
    """One tablet with its own effects and its public effects still in force."""
    month = state.clock.month
    entered = (each for each in state.effects if each.law == law.id and not effects.is_over(each, month))
    does = (
        *tablet_effect_words(state, law.effects),
        *paid_words(state, law),
        *_waiting_words(state, law),
        *filter(None, (falls_words(state, law),)),
        *(f"{effects.effect_words(state, each)} ({effects.months_words(each)})" for each in entered if effects.is_public(each)),
    )
    return LawRow(id=law.id, number=law.number, title=law.title, text=law.text, since=law.since, does=does)


def paid_words(state: GameState, law: PostedLaw) -> Iterator[str]:
    """Payments of each House by this law when taxes last fell due (R-08, R-101)."""
    for tax in state.taxes:
        if tax.law == law.id:
            debtor = house_name(state, tax.debtor)
            if tax.paid == FAVOR:
                yield say("{debtor} paid 1 Favor in month {month}.", debtor=debtor, month=tax.month)
            elif tax.paid == POWER:
                yield say("{debtor} paid 1 Power in month {month}.", debtor=debtor, month=tax.month)
            else:
                yield say("{debtor} had nothing to pay in month {month}.", debtor=debtor, month=tax.month)


def _waiting_words(state: GameState, law: PostedLaw) -> Iterator[str]:
    """When a passed law acts, and its Immortal, with a warning if it would lapse; shown from its passing on (R-19, R-98)."""
    passed = passed_law(state, law.id)
    if passed is None or passed.fate is not LawFate.WAITS:
        return
    month = max(passed.month, state.clock.month)
    if law.effects.tributes:  # a tax falls due from the month after its passing
        yield say(
            "Acts in the Return of month {month}, and is collected from that of month {first} on.", month=month, first=month + 1
        )
    else:
        yield say("Acts in the Return of month {month}.", month=month)
    turn = next((each for each in forecast_laws(state) if each.law == law.id), None)
    if turn is None:  # another law strikes it first: `falls_words` says so
        return
    if turn.gone:
        yield say("What it is about is gone, so no Immortal goes for it.")
    ways = errands(state, passed) if is_military(state, passed) else ()
    for immortal, region in zip(turn.immortals, ways, strict=False):
        yield say("Immortal {number} goes to {region} then.", number=immortal, region=region_name(state, region))
    if turn.lapses:
        yield say("No Immortal is free for it: it will lapse, its cost stays spent.")


def find_law_row(state: GameState, law: str) -> LawRow | None:
    """A tablet on the board or struck; None for an unknown id."""
    found = next((each for each in (*state.laws, *state.struck_laws) if each.id == law), None)
    return None if found is None else law_row(state, found)


def tablet_effect_words(state: GameState, done: LawEffects) -> Iterator[str]:
    """Effects of the tablet itself. It only mentions that hostages may be killed, which changes nothing else (GE-CRT-80, R-100)."""
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
        yield say("Whoever holds them may kill them at any time, without consequence.")
    if done.bars_trade:
        yield say("Houses may not trade Power or Favors.")


# --- buildings ----------------------------------------------------------------------------------------------------------


class HouseBuildings(Struct, frozen=True, kw_only=True):
    owner: HouseName
    buildings: tuple[BuildingView, ...]


class BuildingsView(Struct, frozen=True, kw_only=True):
    """All buildings by owner."""

    houses: tuple[HouseBuildings, ...]
    may_change: bool


def buildings_view(state: GameState, viewer: Viewer) -> BuildingsView:
    """All buildings in the Houses' order, with guests as far as this viewer may know."""
    shown = view_standing(state, viewer).buildings
    by_house = {house: tuple(each for each in shown if each.house == house.id) for house in house_names(state)}
    return BuildingsView(
        houses=tuple(HouseBuildings(owner=house, buildings=own) for house, own in by_house.items() if own),
        may_change=any(viewer.sees_desk(desk) for desk in BUILDING_DESKS),
    )
