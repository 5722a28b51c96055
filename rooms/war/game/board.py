"""The board: the unchanging side of the map, worked out once per scenario, and the pieces that lie on it besides units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from control.engine.reasons import Told
from rooms.realm.scenario.ids import HouseId, ProvinceId, RegionId, RumorId
from rooms.realm.scenario.land import Region
from rooms.realm.scenario.schema import House, Scenario
from rooms.war.game.drawing.scale import fitted

# === map ================================================================================================================

# The unchanging side of the map, worked out once per scenario: who borders on whom, what things are called, in what order.


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Regions, where the map draws them, and Houses by id. `order` is the scenario's order of the Houses."""

    regions: Mapping[RegionId, Region]
    neighbours: Mapping[RegionId, frozenset[RegionId]]
    houses: Mapping[HouseId, House]
    order: Mapping[HouseId, int]
    house_names: Mapping[HouseId, str]

    def adjacent(self, one: RegionId, other: RegionId) -> bool:
        """Do two regions border on each other (GE-WAR-09)?"""
        return other in self.neighbours.get(one, frozenset())

    def region_name(self, region: RegionId) -> str:
        """A region's name; its id when the scenario has no such region."""
        found = self.regions.get(region)
        return found.name if found else str(region)

    def house_name(self, house: HouseId) -> str:
        """A House's name; its id when the scenario has no such House."""
        found = self.houses.get(house)
        return found.name if found else str(house)

    def sorted_houses(self, houses: frozenset[HouseId] | set[HouseId]) -> tuple[HouseId, ...]:
        """Houses in the scenario's order."""
        return tuple(sorted(houses, key=lambda house: (self.order.get(house, len(self.order)), house)))


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A scenario as a key: one is equal to itself alone, for comparing two whole scenarios would cost more than a board."""

    scenario: Scenario

    def __hash__(self) -> int:
        return id(self.scenario)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.scenario is self.scenario


def board_of(scenario: Scenario) -> Board:
    """The board of a scenario."""
    return _board(_Same(scenario))


@lru_cache(maxsize=32)
def _board(key: _Same) -> Board:
    scenario, drawn = key.scenario, fitted(key.scenario.map)
    return Board(
        regions={region.id: region for region in drawn.regions},
        neighbours={region.id: frozenset(region.neighbours) for region in drawn.regions},
        houses={house.id: house for house in scenario.houses},
        order={house.id: at for at, house in enumerate(scenario.houses)},
        house_names={house.id: house.name for house in scenario.houses},
    )


# === pieces =============================================================================================================

# What lies on the board besides units: castles with their flags, Rumors, Immortals.


@dataclass(frozen=True, slots=True, kw_only=True)
class Castle:
    """A castle and the flags on it: holding, owning and controlling it all mean having a flag there (R-51)."""

    region: RegionId
    name: str
    home: HouseId | None = None
    flags: frozenset[HouseId] = frozenset()
    opens: tuple[ProvinceId, ...] = ()
    destroyed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RumorToken:
    """A Rumor; off the map while `region` is None."""

    id: RumorId
    region: RegionId | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Immortal:
    """One of the guards. Off the board it comes back at the end of month `away_until` (R-58), or never when `gone`.

    `task` says what it was sent for; it goes home to the Court in the Return of month `home_in` (R-59, R-98).
    """

    id: int
    region: RegionId | None
    away_until: int | None = None
    gone: bool = False
    task: Told = ""
    home_in: int | None = None
    commander: HouseId | None = None  # the House that ordered it this month
