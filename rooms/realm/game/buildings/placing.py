"""Control places buildings, removes them and gives them to another House."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.reasons import Told
from control.engine.refused import Refused, Stale
from control.engine.words import capital
from rooms.realm.game.buildings.kinds import (
    BUILDING_DESKS,
    MARKERS,
    building_named,
    building_words,
    kind_name,
    next_building,
    placed,
    standing_building,
    with_changed,
)
from rooms.realm.game.state import Building, GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, RegionId

# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBuilding:
    """Control places a building of a House; `places` are named for a Trade Route and for Tunnels alone (R-62, R-90)."""

    house: HouseId
    kind: str
    reason: str
    places: tuple[RegionId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveBuilding:
    """Control takes a building off the board; its rights end at once (R-90)."""

    building: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOwner:
    """Control gives a building to another House; it keeps its places, permissions lapse (R-107)."""

    building: int
    house: HouseId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingPlaced:
    building: Building
    reason: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingRemoved:
    id: int
    reason: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingTaken:
    """A building has another owner; nobody is its guest any more."""

    id: int
    former: HouseId
    house: HouseId
    reason: Told


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_place(state: GameState, command: PlaceBuilding, asked: DecisionContext) -> tuple[BuildingPlaced, ...]:
    """Place a building by hand.

    Raises:
        Refused: it does not fit on the map, or no reason is given.
    """
    places = placed(state.scenario, command.house, command.kind, command.places)
    return (BuildingPlaced(building=next_building(state, command.house, command.kind, places), reason=reason_of(command.reason)),)


def decide_remove(state: GameState, command: RemoveBuilding, asked: DecisionContext) -> tuple[BuildingRemoved, ...]:
    building = standing_building(state, command.building)
    return (BuildingRemoved(id=building.id, reason=reason_of(command.reason)),)


def decide_change_owner(state: GameState, command: ChangeOwner, asked: DecisionContext) -> tuple[BuildingTaken, ...]:
    building = standing_building(state, command.building)
    if command.house not in {house.id for house in state.scenario.houses}:
        raise Refused(say("No such House in this scenario."), rule="R-107", code="unknown")
    if building.house == command.house:
        raise Stale(say("It belongs to {house} already.", house=house_name(state, command.house)), rule="R-107")
    reason = reason_of(command.reason)
    return (BuildingTaken(id=building.id, former=building.house, house=command.house, reason=reason),)


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_placed(state: GameState, happened: BuildingPlaced) -> GameState:
    number = max(state.last_building, happened.building.id)
    return replace(state, buildings=(*state.buildings, happened.building), last_building=number)


def evolve_removed(state: GameState, happened: BuildingRemoved) -> GameState:
    return replace(state, buildings=tuple(each for each in state.buildings if each.id != happened.id))


def evolve_taken(state: GameState, happened: BuildingTaken) -> GameState:
    return with_changed(state, happened.id, house=happened.house, guests=())


COMMANDS: Mapping[type, CommandHandler] = {
    PlaceBuilding: CommandHandler(
        decide=decide_place,
        desks=BUILDING_DESKS,
        label=lambda c, s: say(
            "{building} of {house}, placed", building=kind_name(s.scenario, c.kind), house=house_name(s, c.house)
        ),
    ),
    RemoveBuilding: CommandHandler(
        decide=decide_remove,
        desks=BUILDING_DESKS,
        label=lambda c, s: say("{building}, removed", building=capital(building_named(s, c.building))),
    ),
    ChangeOwner: CommandHandler(
        decide=decide_change_owner,
        desks=BUILDING_DESKS,
        label=lambda c, s: say(
            "{building}, given to {house}", building=capital(building_named(s, c.building)), house=house_name(s, c.house)
        ),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    BuildingPlaced: EventHandler(
        evolve=evolve_placed,
        explain=lambda e, s: say(
            "{building} is built: {reason}.", building=capital(building_words(s, e.building)), reason=e.reason
        ),
        invalidations=lambda e, s: MARKERS,
    ),
    BuildingRemoved: EventHandler(
        evolve=evolve_removed,
        explain=lambda e, s: say("{building} is gone: {reason}.", building=capital(building_named(s, e.id)), reason=e.reason),
        invalidations=lambda e, s: MARKERS,
    ),
    BuildingTaken: EventHandler(
        evolve=evolve_taken,
        explain=lambda e, s: say(
            "{building} now belongs to {house}: {reason}.",
            building=capital(building_named(s, e.id)),
            house=house_name(s, e.house),
            reason=e.reason,
        ),
        invalidations=lambda e, s: MARKERS,
    ),
}
