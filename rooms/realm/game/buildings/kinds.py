"""Kinds of buildings: where each may lie, who may use it, and its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from control.engine.language import Spoken, later, say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.realm.desks import Desk
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.state import Building, GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import Scenario

BUILDING_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY})
SPY_TOWER, TUNNELS, TRADE_ROUTE, CHAPEL, ARENA = "spy-tower", "tunnels", "trade-route", "chapel", "arena"
KINDS: Final = (TRADE_ROUTE, TUNNELS, SPY_TOWER, CHAPEL, ARENA)


PLAIN_NAMES: Final[Mapping[str, str]] = Spoken(
    {
        SPY_TOWER: later("Spy Tower"),
        TUNNELS: later("Tunnels"),
        TRADE_ROUTE: later("Trade Route"),
        CHAPEL: later("Chapel"),
        ARENA: later("Arena"),
    }
)


PLACES_OF: Final[Mapping[str, int]] = {TRADE_ROUTE: 3, TUNNELS: 2}  # number of regions that a building names; other kinds name none


# --- questions ----------------------------------------------------------------------------------------------------------


def building_of(state: GameState, number: int) -> Building | None:
    """Return the building of that number; None once it is removed."""
    return next((each for each in state.buildings if each.id == number), None)


def buildings_called(state: GameState, wanted: str) -> tuple[Building, ...]:
    """Return the building of that number, or all of the named kind, as a law or scheme names them (R-90)."""
    return tuple(
        each for each in state.buildings if str(each.id) == wanted or wanted in (each.kind, kind_name(state.scenario, each.kind))
    )


def guests_in(building: Building, month: int) -> tuple[HouseId, ...]:
    """Houses besides the owner that may use the building in a month, in the order of permission (R-65)."""
    return tuple(guest.house for guest in building.guests if guest.until is None or month <= guest.until)


def usable_buildings(state: GameState, house: HouseId, kind: str) -> tuple[Building, ...]:
    """Buildings of a kind that a House may use this month: its own, and those lent to it (GE-FAV-16, GE-WAR-74, R-65)."""
    month = state.clock.month
    return tuple(each for each in state.buildings if each.kind == kind and (each.house == house or house in guests_in(each, month)))


def kind_name(scenario: Scenario, kind: str) -> str:
    """Name of a kind of building in this scenario (GE-WAR-72)."""
    named = next((each.building for each in scenario.factions if each.kind == kind), None)
    return PLAIN_NAMES.get(kind, kind) if named is None else named


def ordered_places(scenario: Scenario, house: HouseId, kind: str, places: tuple[RegionId, ...]) -> tuple[RegionId, ...]:
    """Return the regions of a building in the order of its road (GE-WAR-75, GE-WAR-79, R-62, R-64, R-90).

    Raises:
        Refused: the scenario has no such kind, or the places do not fit together on this map.
    """
    if kind not in KINDS:
        raise Refused(say("No such kind of building; choose one of the list."), rule="GE-FAV-09", code="unknown")
    regions = {each.id: each for each in scenario.map.regions}
    owner = next((each for each in scenario.houses if each.id == house), None)
    if owner is None:
        raise Refused(say("No such House in this scenario."), rule="GE-WAR-74", code="unknown")
    if kind not in PLACES_OF:
        return (owner.home,)
    unknown = [place for place in places if place not in regions]
    if unknown:
        raise Refused(say("No such region on this map."), rule="R-62", code="unknown")
    if kind == TRADE_ROUTE:
        if len(places) != PLACES_OF[kind] or len(set(places)) != len(places):
            raise Refused(say("A Trade Route joins three different regions: name the first, the middle and the last."), rule="R-62")
        for one, other in pairwise(places):
            if other not in regions[one].neighbours:
                raise Refused(
                    say(
                        "{one} and {other} do not lie against each other, so no road joins them.",
                        one=regions[one].name,
                        other=regions[other].name,
                    ),
                    rule="R-62",
                    code="apart",
                )
        return places
    if len(places) != PLACES_OF[kind] or len(set(places)) != len(places):
        raise Refused(say("Tunnels have two ends in two different regions."), rule="GE-WAR-78")
    for place in places:
        if place not in scenario.map.mountain.neighbours:
            raise Refused(
                say(
                    "{region} does not lie against {mountain}, where tunnels begin and end.",
                    region=regions[place].name,
                    mountain=scenario.map.mountain.name,
                ),
                rule="R-64",
                code="apart",
            )
    return places


def places_in(scenario: Scenario, written: tuple[str, ...]) -> tuple[RegionId, ...]:
    """Return the regions named in a form by id or name, in order. Reads free text too: "Zen – Inn – Aka"."""
    known = {name.casefold(): each.id for each in scenario.map.regions for name in (each.id, each.name)}
    found = [[line.casefold()] if line.casefold() in known else re.split(r"[\W_]+", line.casefold()) for line in written]
    return tuple(known[word] for words in found for word in words if word in known)


def can_place(scenario: Scenario, kind: str) -> bool:
    """Does this map have room for a building of that kind?"""
    if kind == TUNNELS:
        return len(scenario.map.mountain.neighbours) > 1
    return kind != TRADE_ROUTE or any(len(each.neighbours) > 1 for each in scenario.map.regions)


# --- decisions ----------------------------------------------------------------------------------------------------------


def next_building(state: GameState, house: HouseId, kind: str, places: tuple[RegionId, ...]) -> Building:
    number = max(state.last_building, *(each.id for each in state.buildings), 0) + 1
    return Building(id=number, kind=kind, house=house, places=places)


def standing_building(state: GameState, number: int) -> Building:
    building = building_of(state, number)
    if building is None:
        raise Stale(say("This building does not stand any more."), rule="R-90")
    return building


# --- fold and invariants ------------------------------------------------------------------------------------------------


def with_changed(state: GameState, number: int, **changed: object) -> GameState:
    return replace(
        state,
        buildings=tuple(
            replace(each, **changed) if each.id == number else each  # type: ignore[arg-type]
            for each in state.buildings
        ),
    )


def broken_buildings(state: GameState) -> tuple[str, ...]:
    found: list[str] = []
    for each in state.buildings:
        if each.kind not in KINDS:
            found.append(say("A building of {house} is of no kind.", house=house_name(state, each.house)))
            continue
        wanted = each.places if each.kind in PLACES_OF else ()
        try:
            ordered_places(state.scenario, each.house, each.kind, wanted)
        except Refused as wrong:
            found.append(f"{building_words(state, each)}: {wrong.sentence}")
        if any(guest.house == each.house for guest in each.guests):
            found.append(say("{building} has its owner as a guest.", building=building_words(state, each)))
    if len({each.id for each in state.buildings}) != len(state.buildings):
        found.append(say("Two buildings bear one number."))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


def building_words(state: GameState, building: Building) -> str:
    """Name of a building for people: "the Trade Route of Cat (Zen, Inn, Aka)"."""
    name, owner = kind_name(state.scenario, building.kind), house_name(state, building.house)
    return say("the {building} of {house} ({places})", building=name, house=owner, places=places_words(state, building))


def places_words(state: GameState, building: Building) -> str:
    """Names of its regions: "Zen – Inn – Aka"."""
    return " – ".join(region_name(state, place) for place in building.places)


def building_named(state: GameState, number: int) -> str:
    building = building_of(state, number)
    return building_words(state, building) if building else say("a building")


MARKERS = (Invalidation(topic="map"), Invalidation(topic="buildings"))
