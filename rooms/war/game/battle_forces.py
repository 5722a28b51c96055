"""Forces of each region when Battle begins."""

from __future__ import annotations

from collections.abc import Mapping

from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import board_of
from rooms.war.game.records.orders import Stance
from rooms.war.game.state import WarState, month_record
from rooms.war.rules.effects import Effects
from rooms.war.rules.forces import Forces


class Muster:
    """Builds the forces of any region, with everything that is the same for all regions: stances, laws, throne, settings."""

    def __init__(self, state: GameState, war: WarState, *, stances: Mapping[HouseId, Stance], effects: Effects) -> None:
        self.ticks = {house: frozenset(stance.ticks) for house, stance in stances.items()}
        self._war, self._effects, self._settings = war, effects, state.scenario.settings
        self._betrayers = frozenset(house for house, stance in stances.items() if stance.betrays)
        self._sovereign = sovereign_house(state)
        self._names = board_of(state.scenario).house_names
        self._by_hand = month_record(war, state.clock.month).by_hand
        self._guarded = frozenset(each.region for each in war.immortals)

    def contested(self) -> list[RegionId]:
        """Regions where a battle or a peace is possible, sorted. A House alone needs remnants or Immortals there."""
        remnants, guarded = self._war.remnants, self._guarded
        return sorted(
            region for region, there in self._war.units.items() if len(there) > 1 or region in remnants or region in guarded
        )

    def at(self, region: RegionId, chosen: Mapping[int, HouseId] | None = None) -> Forces:
        """The forces in a region as its battle is counted. Immortals beside their commander are listed under that House (R-59)."""
        war, effects = self._war, self._effects
        castle = war.castles.get(region)
        guard, commanded = guard_in(war, region) if region in self._guarded else ((), {})
        return Forces(
            region=region,
            units={house: count for house, count in war.units.get(region, {}).items() if count > 0},
            ticks=self.ticks,
            flags=castle.flags if castle and not castle.destroyed else frozenset(),
            remnants=max(war.remnants.get(region, 0), 0),
            remnant_attack=self._settings.remnant_attack,
            immortals=guard,
            immortal_attack=self._settings.immortal_attack,
            commanded=commanded,
            betrayers=self._betrayers,
            sovereign=self._sovereign,
            one_retaliation=self._settings.retaliation == "once",
            treaty=region in effects.treaties,
            per_unit=effects.per_unit,
            per_battle=effects.per_battle,
            aided=effects.aided,
            favors=effects.favored.get(region, {}),
            banned=effects.banned,
            chosen=chosen or {},
            names=self._names,
            by_hand=self._by_hand.get(region),
        )


def forces_in(
    state: GameState,
    war: WarState,
    region: RegionId,
    *,
    stances: Mapping[HouseId, Stance],
    effects: Effects,
    chosen: Mapping[int, HouseId] | None = None,
) -> Forces:
    """The forces in one region as its battle is counted."""
    return Muster(state, war, stances=stances, effects=effects).at(region, chosen)


def guard_in(war: WarState, region: RegionId) -> tuple[tuple[int, ...], Mapping[HouseId, tuple[int, ...]]]:
    """Immortals on guard in a region, and those beside their commander, by House (R-59)."""
    guard: list[int] = []
    commanded: dict[HouseId, tuple[int, ...]] = {}
    for each in war.immortals:
        if each.region != region:
            continue
        if each.commander is not None and war.count(region, each.commander) > 0:
            commanded[each.commander] = (*commanded.get(each.commander, ()), each.id)
        else:
            guard.append(each.id)
    return tuple(guard), commanded


def flags_on(war: WarState, region: RegionId) -> frozenset[HouseId]:
    """The flags on the castle of a region. Empty if there is no castle."""
    castle = war.castles.get(region)
    return castle.flags if castle else frozenset()
