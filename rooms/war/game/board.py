"""The board: the fixed part of the map, cached per scenario, and the pieces on it besides units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from control.engine.reasons import Told
from rooms.realm.scenario.ids import HouseId, ProvinceId, RegionId, RumorId
from rooms.realm.scenario.land import Region
from rooms.realm.scenario.schema import House, Scenario
from rooms.war.game.drawing.scale import fit_map

# === map ================================================================================================================

# The fixed part of the map, cached per scenario: neighbours, names, order.


class Board(Struct, frozen=True, kw_only=True):
    """Regions as the map draws them, and Houses, by id. `order`: each House's place in the scenario."""

    regions: Mapping[RegionId, Region]
    neighbours: Mapping[RegionId, frozenset[RegionId]]
    houses: Mapping[HouseId, House]
    order: Mapping[HouseId, int]
    house_names: Mapping[HouseId, str]

    def adjacent(self, one: RegionId, other: RegionId) -> bool:
        """Whether two regions border on each other (GE-WAR-09)."""
        return other in self.neighbours.get(one, frozenset())

    def region_name(self, region: RegionId) -> str:
        """A region's name, or its id if the scenario does not have it."""
        found = self.regions.get(region)
        return found.name if found else str(region)

    def house_name(self, house: HouseId) -> str:
        """A House's name, or its id if the scenario does not have it."""
        found = self.houses.get(house)
        return found.name if found else str(house)

    def sorted_houses(self, houses: frozenset[HouseId] | set[HouseId]) -> tuple[HouseId, ...]:
        """Houses in the scenario's order."""
        return tuple(sorted(houses, key=lambda house: (self.order.get(house, len(self.order)), house)))


class _Same(Struct, frozen=True, eq=False):
    """Cache key of a scenario, compared by identity. Comparing two scenarios would cost more than building a board."""

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
    scenario, drawn = key.scenario, fit_map(key.scenario.map)
    return Board(
        regions={region.id: region for region in drawn.regions},
        neighbours={region.id: frozenset(region.neighbours) for region in drawn.regions},
        houses={house.id: house for house in scenario.houses},
        order={house.id: at for at, house in enumerate(scenario.houses)},
        house_names={house.id: house.name for house in scenario.houses},
    )


# === pieces =============================================================================================================

# Pieces on the board besides units: castles with their flags, Rumors, Immortals.


class Castle(Struct, frozen=True, kw_only=True):
    """A castle and its flags. Holding, owning and controlling a castle all mean having a flag there (R-51)."""

    region: RegionId
    name: str
    home: HouseId | None = None
    flags: frozenset[HouseId] = frozenset()
    opens: tuple[ProvinceId, ...] = ()
    destroyed: bool = False


class RumorToken(Struct, frozen=True, kw_only=True):
    """A Rumor token. Off the map if `region` is None."""

    id: RumorId
    region: RegionId | None
    text: str


class Immortal(Struct, frozen=True, kw_only=True):
    """One Immortal.

    `away_until`: off the board until the end of this month (R-58); `gone`: never comes back; `task`: what it was sent for;
    `home_in`: month in whose Return it goes back to the Court (R-59, R-98).
    """

    id: int
    region: RegionId | None
    away_until: int | None = None
    gone: bool = False
    task: Told = ""
    home_in: int | None = None
    commander: HouseId | None = None  # House that ordered it this month
