"""Rewards: Power for castles, Favors for Rumors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.month import MonthRecord, OvercameAt, Reward
from rooms.war.game.state import WarState
from rooms.war.rules.castles import castles_by_house


def rewards_of(war: WarState, houses: Iterable[HouseId], *, record: MonthRecord, free_castles: int = 1) -> tuple[Reward, ...]:
    """What each House earns, in the order of `houses`, without Houses that earn nothing (GE-WAR-33).

    Houses that share a castle or a Rumor each get the full reward. A House without a player in the War Room earns like any other
    (GE-WAR-71). `Reward.seat` stays None: the caller names the receiver.
    """
    found = _rewards(war, houses, record, free_castles)
    return tuple(reward for reward in found if reward.power or reward.favors)


def reward_of(war: WarState, house: HouseId, *, record: MonthRecord, free_castles: int = 1) -> Reward:
    """What one House earns, even if that is nothing."""
    return next(_rewards(war, (house,), record, free_castles))


def _rewards(war: WarState, houses: Iterable[HouseId], record: MonthRecord, free_castles: int) -> Iterator[Reward]:
    held, rumors, overcome = castles_by_house(war.castles.values()), rumors_by_house(war), overcome_in(record)
    for house in houses:
        own = held.get(house, ()), rumors.get(house, ()), overcome.get(house, {})
        yield _reward(house, *own, free_castles=free_castles)


def rumors_by_house(war: WarState) -> dict[HouseId, tuple[RegionId, ...]]:
    """Regions with a Rumor where each House has units, with one entry per token (GE-WAR-52, R-55, GE-WAR-04)."""
    found: dict[HouseId, list[RegionId]] = {}
    for region in sorted(token.region for token in war.rumors if token.region is not None):
        for house, units in war.units.get(region, {}).items():
            if units > 0:
                found.setdefault(house, []).append(region)
    return {house: tuple(regions) for house, regions in found.items()}


def _reward(
    house: HouseId,
    castles: tuple[RegionId, ...],
    rumors: tuple[RegionId, ...],
    beaten: Mapping[RegionId, tuple[HouseId, ...]],
    *,
    free_castles: int,
) -> Reward:
    """One House's reward for its castles, its Rumors and the Houses it overcame there.

    Rules: GE-WAR-49, GE-WAR-50, GE-WAR-53, R-50, R-52, R-55.
    """
    overcame = tuple([OvercameAt(region=region, over=beaten[region]) for region in castles if region in beaten])
    return Reward(
        house=house,
        seat=None,
        castles=castles,
        for_castles=max(0, len(castles) - free_castles),
        overcame=overcame,
        for_overcoming=sum([len(each.over) for each in overcame]),
        rumors=rumors,
        for_rumors=len(rumors),
        spoils=tuple(sorted({region for region in rumors if region in beaten})),
    )


def overcome_in(record: MonthRecord) -> dict[HouseId, dict[RegionId, tuple[HouseId, ...]]]:
    """Houses that each House overcame this month, by region (GE-WAR-51, R-50)."""
    found: dict[HouseId, dict[RegionId, tuple[HouseId, ...]]] = {}
    for battle in record.battles:
        here: dict[HouseId, list[HouseId]] = {}
        for each in battle.overcame:
            here.setdefault(each.house, []).append(each.over)
        for house, over in here.items():
            found.setdefault(house, {})[battle.region] = tuple(over)
    return found
