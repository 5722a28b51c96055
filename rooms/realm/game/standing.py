"""What is in force and what is built, as each viewer may know it.

Laws hang for all to read, and buildings stand on the map, so both are public. What a scheme left in force is known to the control
team, and to players only as far as `known_to` says. Who may use a building is known to its owner and to each guest of itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, say
from control.engine.modules import Module
from control.engine.viewer import Viewer
from control.engine.words import Spoken
from rooms.realm.game.buildings.kinds import guests_in, kind_name, places_words, usable
from rooms.realm.game.buildings.lending import until_words
from rooms.realm.game.effects.asked import acting, effect_name, effect_rule, effect_words, months_words, shown_to
from rooms.realm.game.effects.entering import unsaid_source
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind, GameState, Guest
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, RegionId

FROM_WORDS: Final[Mapping[EffectFrom, str]] = Spoken(
    {
        EffectFrom.LAW: later("By a law"),
        EffectFrom.SCHEME: later("By a scheme"),
        EffectFrom.FAVOR: later("By a Favor"),
        EffectFrom.CONTROL: later("By Control"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectView:
    """Something in force, in words. `now` and `ahead` say whether it acts this month, or only in later ones."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestView:
    """A House that may use a building, and how long."""

    house: HouseId
    name: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingView:
    """A building. `mine` says that the viewer's House owns it, `open_to_me` that it may use it this month."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingView:
    """Everything in force or built that one viewer may know of; what is over is left out."""

    effects: tuple[EffectView, ...]
    buildings: tuple[BuildingView, ...]


def view_standing(state: GameState, viewer: Viewer) -> StandingView:
    """What this viewer may know of effects and buildings."""
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    house = seat.house if seat else None
    return StandingView(
        effects=effect_views(state, viewer, house),
        buildings=tuple(building_view(state, each, house, staff=viewer.staff) for each in state.buildings),
    )


def effect_views(state: GameState, viewer: Viewer, house: HouseId | None) -> tuple[EffectView, ...]:
    """The effects in force now or later, in the order of entry."""
    now = {effect.id for effect in acting(state)}
    return tuple(
        effect_view(state, effect)
        for effect in state.effects
        if shown_to(effect, viewer, house) and (effect.id in now or _ahead(effect, state.clock.month))
    )


def _ahead(effect: Effect, month: int) -> bool:
    return effect.since > month and (effect.until is None or effect.until >= effect.since)


def effect_view(state: GameState, effect: Effect) -> EffectView:
    """One effect in words."""
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
        ahead=_ahead(effect, month),
    )


def _source_words(effect: Effect) -> str:
    """What it comes from, beside its name: where nothing else was said than where from, the name is not said again."""
    if str(effect.source) == effect_name(effect):
        return say("In secret")
    return FROM_WORDS[effect.origin] if unsaid_source(effect) else str(effect.source)


def building_view(state: GameState, building: Building, house: HouseId | None, *, staff: bool) -> BuildingView:
    """One building; of its guests the owner and the control team see all, a guest itself, everybody else none."""
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
        open_to_me=house is not None and building in usable(state, house, building.kind),
        guests=tuple(_guest(state, guest) for guest in seen),
    )


def _guest(state: GameState, guest: Guest) -> GuestView:
    return GuestView(house=guest.house, name=house_name(state, guest.house), until=until_words(guest.until))


STANDING = Module(name="standing", view=view_standing)
