"""Roads for bots: steps and distances on the map, and an atlas that keeps them between choices.

Every kept value is a function of its key and the content alone, so it makes no difference whether it is kept or computed anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rooms.tables.scythe.game.content import RESOURCES, Book, Structure, Terrain
from rooms.tables.scythe.game.state import MECHS, ScytheState, Side
from rooms.tables.scythe.rules.mech_abilities import bases_to_wayfare, joined_spaces
from rooms.tables.scythe.rules.player_mats import place_of
from rooms.tables.scythe.rules.production import PRODUCES
from rooms.tables.scythe.rules.reach import Reach

FIELDS: Final = 9  # steps from which a goal attracts
WALK: Final = tuple([0.55**steps for steps in range(FIELDS + 1)])  # the share of a harvest's worth by distance
MOST: Final = 250  # kept values of a kind; then the atlas begins anew
Value = TypeVar("Value")

VILLAGE: Final = len(RESOURCES)  # index of villages, after the resource types


class Roads:
    """Steps and distances of one kind of unit. Distances from a space are computed when they are first asked for."""

    __slots__ = ("_known", "_shares", "ways")

    def __init__(self, ways: Callable[[str], tuple[str, ...]]) -> None:
        self.ways = ways
        self._known: dict[str, dict[str, int]] = {}
        self._shares: dict[str, tuple[float, ...]] = {}

    def distances(self, here: str) -> dict[str, int]:
        """The number of steps to each space in reach."""
        found = self._known.get(here)
        if found is None:
            found, edge = {here: 0}, [here]
            for steps in range(1, FIELDS + 1):
                edge = [to for to in dict.fromkeys([to for space in edge for to in self.ways(space)]) if to not in found]
                found.update(dict.fromkeys(edge, steps))
            self._known[here] = found
        return found

    def shares(self, book: Book, here: str) -> tuple[float, ...]:
        """The share of a harvest's worth at this distance: of each resource type's nearest territory, and of a village's."""
        found = self._shares.get(here)
        if found is None:
            best = [0.0] * (VILLAGE + 1)
            for space, steps in self.distances(here).items():
                kind = kind_of_field(book, space)
                if kind is not None:
                    best[kind] = max(best[kind], WALK[steps])
            found = self._shares[here] = tuple(best)
        return found


def kind_of_field(book: Book, space: str) -> int | None:
    """The index of what workers produce on a space: a resource type or VILLAGE. None for nothing."""
    territory = book.territories.get(space)
    if territory is None:
        return None
    if territory.terrain is Terrain.VILLAGE:
        return VILLAGE
    return RESOURCES.index(PRODUCES[territory.terrain]) if territory.terrain in PRODUCES else None


class Atlas:
    """What bots keep between choices for one content: roads, spaces in reach of opponents, and values under keys of their own."""

    __slots__ = ("_fighters", "_threats", "_workers", "book", "crops", "economies", "needs", "places", "plans")

    def __init__(self, book: Book) -> None:
        self.book = book
        self.crops: dict[Any, dict[tuple[str, int], float]] = {}
        self.economies: dict[Any, float] = {}
        self.needs: dict[Any, tuple[float, ...]] = {}
        self.places: dict[Any, dict[tuple[bool, str], float]] = {}
        self.plans: dict[Any, Any] = {}
        self._fighters: dict[Any, Roads] = {}
        self._threats: dict[Any, frozenset[str]] = {}
        self._workers: dict[Any, Roads] = {}

    def fighters(self, state: ScytheState, player: int) -> Roads:
        """The roads of a player's combat units."""
        side = state.sides[player]
        joined = joined_spaces(self.book, state, player), bases_to_wayfare(self.book, state, player)
        key = side.faction, tuple([bool(side.units[mech]) for mech in MECHS]), place_of(side, Structure.MINE), joined
        found = self._fighters.get(key)
        if found is None:
            reach = Reach(self.book, state, player)
            found = kept(self._fighters, key, Roads(lambda space: reach.ways(space, fighter=True)))
        return found

    def workers(self, side: Side) -> Roads:
        """The roads of a side's workers, as if no opponent stood in the way."""
        key = side.faction, place_of(side, Structure.MINE)
        found = self._workers.get(key)
        if found is None:
            reach = Reach(self.book, ScytheState(sides=(Side(faction=side.faction, structures=side.structures),)), 0)
            found = kept(self._workers, key, Roads(lambda space: reach.ways(space, fighter=False)))
        return found

    def threats(self, state: ScytheState, player: int) -> frozenset[str]:
        """The spaces that a player's combat units may step to, as if nobody else stood on the map."""
        side = state.sides[player]
        others = tuple([each.faction for number, each in enumerate(state.sides) if number != player])
        key = side.faction, side.units, side.structures, others
        found = self._threats.get(key)
        if found is None:
            alone = Side(faction=side.faction, units=side.units, structures=side.structures)
            table = ScytheState(sides=(alone, *[Side(faction=each) for each in others]))
            reach = Reach(self.book, table, 0)
            there = {space for unit, where in enumerate(side.units[:5]) if where for space in reach.spaces(unit)}
            found = kept(self._threats, key, frozenset(there))
        return found


def kept(values: dict[Any, Value], key: Any, value: Value) -> Value:
    """Keep a value and return it. Too many values are all forgotten first."""
    if len(values) >= MOST:
        values.clear()
    values[key] = value
    return value


_ATLASES: Final[dict[int, Atlas]] = {}


def atlas_of(book: Book) -> Atlas:
    """The atlas of this content."""
    found = _ATLASES.get(id(book))
    if found is None:  # the atlas holds its book, so no other one gets the same id
        if len(_ATLASES) >= 8:
            _ATLASES.clear()
        found = _ATLASES[id(book)] = Atlas(book)
    return found
