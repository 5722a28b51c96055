"""Rewards: Power for castles, Favors for Rumors (GE-WAR-33, -49 to -53, R-50, R-52, R-55)."""

from __future__ import annotations

from collections.abc import Iterable

from control.scenario.ids import HouseId, RegionId
from rooms.war.rules.castles import held_by
from rooms.war.state import MonthRecord, OvercameAt, Reward, WarState


def rewards_of(war: WarState, houses: Iterable[HouseId], *, record: MonthRecord, free_castles: int = 1) -> tuple[Reward, ...]:
    """What each House earns, in the order of `houses`; a House that earns nothing is left out.

    Rewards are not divided among those who share a castle or a Rumor, and a House without a player in the War Room earns like
    any other (GE-WAR-71).
    """
    found = (reward_of(war, house, record=record, free_castles=free_castles) for house in houses)
    return tuple(reward for reward in found if reward.power or reward.favors)


def reward_of(war: WarState, house: HouseId, *, record: MonthRecord, free_castles: int = 1) -> Reward:
    """What one House earns; who receives it is left open."""
    beaten = _overcome_by(record, house)
    castles = held_by(war.castles.values(), house)
    overcame = tuple(OvercameAt(region=region, over=beaten[region]) for region in castles if region in beaten)
    rumors = tuple(sorted(token.region for token in war.rumors if token.region is not None and war.count(token.region, house) > 0))
    return Reward(
        house=house,
        seat=None,
        castles=castles,
        for_castles=max(0, len(castles) - free_castles),
        overcame=overcame,
        for_overcoming=sum(len(each.over) for each in overcame),
        rumors=rumors,
        for_rumors=len(rumors),
        spoils=tuple(sorted({region for region in rumors if region in beaten})),
    )


def _overcome_by(record: MonthRecord, house: HouseId) -> dict[RegionId, tuple[HouseId, ...]]:
    """Whom a House overcame this month, region by region."""
    found: dict[RegionId, tuple[HouseId, ...]] = {}
    for battle in record.battles:
        over = tuple(each.over for each in battle.overcame if each.house == house)
        if over:
            found[battle.region] = over
    return found
