"""Which Houses a law touches, by what is public: whom it names, whose units stand there, whose tablet it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from rooms.court.game.foreseen import Foreseen
from rooms.realm.game.concerned import named_in
from rooms.realm.game.passed import Answers, kind_of
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room


@runtime_checkable
class KeepsUnits(Protocol):
    """The state of a room that keeps the units on the map."""

    @property
    def units(self) -> Mapping[RegionId, Mapping[HouseId, int]]: ...


@runtime_checkable
class UnitsMoved(Protocol):
    """An event of a room by which units of a House come onto the map, or leave it when negative."""

    @property
    def region(self) -> RegionId: ...
    @property
    def house(self) -> HouseId: ...
    @property
    def units(self) -> int: ...


def houses_in(state: GameState, regions: Iterable[RegionId]) -> frozenset[HouseId]:
    """The Houses with units in these regions, and those that have their castle there."""
    room: object = state.rooms.get(Room.WAR)
    named = set(regions)
    there = {house for region in named for house in room.units.get(region, {})} if isinstance(room, KeepsUnits) else set()
    return frozenset(there | {each.id for each in state.scenario.houses if each.home in named})


def named_houses(foreseen: Foreseen) -> frozenset[HouseId]:
    """The Houses that the proposal names, and those of the players that it names."""
    kind = kind_of(foreseen.before, foreseen.law.kind)
    return named_in(foreseen.before, Answers(kind=kind, values=foreseen.law.answers)) if kind else frozenset()
