"""Castles: flags after Battle, castles by House, and remnants that reappear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Castle
from rooms.war.game.state import WarState


class FlagChange(Struct, frozen=True, kw_only=True):
    """Flags placed on and removed from one castle. `before`: the flags on it when the change was worked out."""

    region: RegionId
    before: tuple[HouseId, ...]
    placed: tuple[HouseId, ...]
    removed: tuple[HouseId, ...]


def flag_changes(war: WarState, ticks: Mapping[HouseId, frozenset[HouseId]]) -> tuple[FlagChange, ...]:
    """Flag changes on all castles after Battle, whether or not a battle happened, sorted by region (R-53)."""
    changes = (_change(war, castle, ticks) for _region, castle in sorted(war.castles.items()))
    return tuple(change for change in changes if change is not None)


def _change(war: WarState, castle: Castle, ticks: Mapping[HouseId, frozenset[HouseId]]) -> FlagChange | None:
    """Flag change of one castle. None if nothing changes.

    Houses with units there place their flags. Then each House removes the flags of Houses it does not tick. Flags of Houses with
    units there stay.

    Rules: GE-WAR-45, GE-WAR-46, GE-WAR-48.
    """
    there = war.units.get(castle.region)
    if not there or castle.destroyed or war.remnants.get(castle.region):
        return None
    placed, elsewhere = there.keys() - castle.flags, castle.flags.difference(there)
    unwelcome = {flag for house in there for flag in elsewhere if flag not in ticks.get(house, ())}
    if not placed and not unwelcome:
        return None
    return FlagChange(
        region=castle.region,
        before=tuple(sorted(castle.flags)),
        placed=tuple(sorted(placed)),
        removed=tuple(sorted(unwelcome)),
    )


def castles_by_house(castles: Iterable[Castle]) -> dict[HouseId, tuple[RegionId, ...]]:
    """The castles of every House that holds any, by House. Same rule as `held_by`."""
    found: dict[HouseId, list[RegionId]] = {}
    for castle in castles:
        for house in () if castle.destroyed else castle.flags:
            found.setdefault(house, []).append(castle.region)
    return {house: tuple(sorted(regions)) for house, regions in found.items()}


def held_by(castles: Iterable[Castle], house: HouseId) -> tuple[RegionId, ...]:
    """The castles that bear a House's flag, with or without its units there (GE-WAR-47, R-51)."""
    return tuple(sorted(castle.region for castle in castles if house in castle.flags and not castle.destroyed))


def remnants_due(war: WarState, *, to_claimed: bool = False) -> tuple[RegionId, ...]:
    """Castles where 1 remnant appears in Return: no flag, and no unit, remnant or Immortal there.

    `to_claimed`: include castles with a flag, unless they are a House's home.

    Rules: GE-WAR-54, GE-WAR-55, GE-WAR-56, R-54.
    """
    return tuple(
        region
        for region, castle in sorted(war.castles.items())
        if not castle.destroyed and (not castle.flags or (to_claimed and castle.home is None)) and war.is_empty(region)
    )
