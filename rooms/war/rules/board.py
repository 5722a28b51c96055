"""The starting board: units, castles, remnants, Rumors, Immortals."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.board import Castle, Immortal, RumorToken


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Units of one House in one region."""

    region: RegionId
    house: HouseId
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stocked:
    """Pieces in a House's stockpile."""

    house: HouseId
    units: int


def starting_units(scenario: Scenario) -> tuple[Placed, ...]:
    """Every House's units in the region of its home castle (R-40)."""
    return tuple(Placed(region=house.home, house=house.id, units=house.units) for house in scenario.houses if house.units)


def starting_stock(scenario: Scenario) -> tuple[Stocked, ...]:
    """Each House's pieces that do not start on the map (R-42)."""
    pieces = scenario.settings.units_per_house
    return tuple(Stocked(house=house.id, units=pieces - house.units) for house in scenario.houses)


def starting_castles(scenario: Scenario) -> tuple[Castle, ...]:
    """Home castles with their House's flag, and neutral castles (GE-WAR-01, GE-WAR-02, GE-WAR-54)."""
    names = {region.id: region.name for region in scenario.map.regions}
    homes = [
        Castle(region=house.home, name=names.get(house.home, str(house.home)), home=house.id, flags=frozenset({house.id}))
        for house in scenario.houses
    ]
    neutral = [Castle(region=each.region, name=each.name, opens=each.opens) for each in scenario.neutral_castles]
    return tuple(sorted((*homes, *neutral), key=lambda castle: castle.region))


def starting_remnants(scenario: Scenario) -> tuple[RegionId, ...]:
    """Regions of neutral castles, each with a garrison of 1 remnant (GE-WAR-55, R-54)."""
    return tuple(sorted(each.region for each in scenario.neutral_castles))


def starting_rumors(scenario: Scenario) -> tuple[RumorToken, ...]:
    """The Rumor tokens where the scenario places them (GE-WAR-03)."""
    return tuple(RumorToken(id=each.id, region=each.region, text=each.text) for each in scenario.rumors)


def starting_immortals(scenario: Scenario, court: RegionId | None) -> tuple[Immortal, ...]:
    """The Immortals in the region that hosts the Court (GE-WAR-59)."""
    return tuple(Immortal(id=number, region=court) for number in range(1, scenario.settings.immortals + 1))
