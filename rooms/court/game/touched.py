"""Which Houses a law touches, by what is public: whom it names, whose units stand there, whose tablet it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from control.engine.ids import SeatId
from rooms.court.game.foreseen import Foreseen
from rooms.realm.game.passed import Answers, kind_of, passed_law
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.realm.scenario.schema import Target


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
    return _named(foreseen.before, Answers(kind=kind, values=foreseen.law.answers)) if kind else frozenset()


def _named(state: GameState, named: Answers) -> frozenset[HouseId]:
    seats = (state.seats.get(SeatId(each)) for each in (*named.all(Target.PLAYER), *named.all(Target.PLAYERS)))
    return frozenset((*named.houses, *(seat.house for seat in seats if seat is not None)))


def houses_by_law(state: GameState, law: PostedLaw) -> frozenset[HouseId]:
    """The Houses that a tablet touches by what it does, what it left in force, and what its proposal named."""
    does, passed = law.effects, passed_law(state, law.id)
    found = {house for food in does.food for house in (food.giver, food.receiver)}
    found |= {house for tribute in does.tributes for house in (tribute.debtor, tribute.creditor)}
    found |= {house for hold in does.hostages for house in (HouseId(hold.holder), hold.of)}
    found |= {house for effect in state.effects if effect.law == law.id for house in effect.houses}
    kind = kind_of(state, passed.kind) if passed else None
    if passed is not None and kind is not None:
        found |= _named(state, Answers(kind=kind, values=passed.answers))
    return frozenset(found)
