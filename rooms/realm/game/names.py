"""The Houses by name, for lists to choose from and for badges: what a scenario keeps secret of a House is not in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseName:
    """A House as a badge with its name."""

    id: HouseId
    name: str
    short: str


def house_names(state: GameState) -> tuple[HouseName, ...]:
    """All Houses, in the scenario's order."""
    return tuple(HouseName(id=house.id, name=house.name, short=house.short) for house in state.scenario.houses)


def names_of(state: GameState, houses: Iterable[HouseId]) -> tuple[HouseName, ...]:
    """These Houses, in their order."""
    known = {house.id: house for house in house_names(state)}
    return tuple(known[house] for house in houses)
