"""The board when month 1 begins: units, stockpiles, castles, remnants, Rumors, Immortals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import EventHandler
from control.engine.reports import Line, to_desks
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.board import Castle, Immortal, RumorToken
from rooms.war.game.lookup import board_invalidations
from rooms.war.game.state import WarState, with_war
from rooms.war.game.words.names import some_immortals, some_remnants, some_rumors, some_units

# === starting pieces ====================================================================================================


class Placed(Struct, frozen=True, kw_only=True):
    """Units of one House in one region."""

    region: RegionId
    house: HouseId
    units: int


class Stocked(Struct, frozen=True, kw_only=True):
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


# === first board ========================================================================================================


class BoardSet(Struct, frozen=True, kw_only=True):
    """The board has been set for month 1."""

    units: tuple[Placed, ...]
    stock: tuple[Stocked, ...]
    castles: tuple[Castle, ...]
    remnants: tuple[RegionId, ...]
    rumors: tuple[RumorToken, ...]
    immortals: tuple[Immortal, ...]


def set_board(state: GameState, happened: EventSetUp, asked: DecisionContext) -> tuple[BoardSet, ...]:
    """Set the board when the event is set up (GE-WAR-01, GE-WAR-02, GE-WAR-03)."""
    scenario = state.scenario
    return (
        BoardSet(
            units=starting_units(scenario),
            stock=starting_stock(scenario),
            castles=starting_castles(scenario),
            remnants=starting_remnants(scenario),
            rumors=starting_rumors(scenario),
            immortals=starting_immortals(scenario, state.court.region if state.court else None),
        ),
    )


def evolve_board_set(state: GameState, happened: BoardSet) -> GameState:
    units: dict[RegionId, dict[HouseId, int]] = {}
    for placed in happened.units:
        units.setdefault(placed.region, {})[placed.house] = placed.units
    board = WarState(
        units=units,
        stock={each.house: each.units for each in happened.stock},
        castles={castle.region: castle for castle in happened.castles},
        remnants=dict.fromkeys(happened.remnants, 1),
        rumors=happened.rumors,
        immortals=happened.immortals,
    )
    return with_war(state, board)


def tell_board_set(happened: BoardSet, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "The board is set: {units}, {castles}, {remnants}, {rumors}, {immortals}.",
        units=some_units(sum(placed.units for placed in happened.units)),
        castles=say_count("{count} castle", "{count} castles", len(happened.castles)),
        remnants=some_remnants(len(happened.remnants)),
        rumors=some_rumors(len(happened.rumors)),
        immortals=some_immortals(len(happened.immortals)),
    )
    yield to_desks(words)


EVENTS: Mapping[type, EventHandler] = {
    BoardSet: EventHandler(evolve=evolve_board_set, tell=tell_board_set, invalidations=board_invalidations),
}
