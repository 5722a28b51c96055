"""Costs of war outside battles: Power owed to in-laws, and famine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import Battle
from rooms.war.game.records.month import InLaws

Pair = frozenset[HouseId]  # two Houses that a marriage joins


def in_laws_due(
    battles: Iterable[Battle],
    married: Collection[Pair],
    *,
    region_name: Callable[[RegionId], str],
    house_name: Callable[[HouseId], str],
) -> tuple[InLaws, ...]:
    """Power that Houses owe to in-laws they attacked, in order of payment (GE-WAR-70, GE-CER-14, R-61).

    A House attacks another when both have units in a battle's region and it does not tick the other. 1 Power is due per region,
    however many marriages join the two Houses.
    """
    if not married:
        return ()
    found = [
        InLaws(region=battle.region, house=one.house, to=other.house)
        for battle in battles
        for one in battle.rounds[0].armies
        for other in battle.rounds[0].armies
        if frozenset({one.house, other.house}) in married and other.house not in one.ticks
    ]
    return tuple(sorted(found, key=lambda each: (region_name(each.region), house_name(each.to), house_name(each.house))))


def paid(
    due: Iterable[InLaws],
    *,
    purses: Mapping[HouseId, tuple[tuple[SeatId, int], ...]],
    receivers: Mapping[HouseId, SeatId | None],
) -> tuple[InLaws, ...]:
    """The debts, with payer and receiver where one House can pay and the other can receive (R-06, R-07, R-61).

    `purses`: Power of each seat before the step, by House, in order of payment. Power received in this step cannot be paid on. A
    debt that a House cannot pay is forgiven.
    """
    left = {seat: power for ranked in purses.values() for seat, power in ranked}
    found: list[InLaws] = []
    for each in due:
        payer = next((seat for seat, _power in purses.get(each.house, ()) if left[seat] > 0), None)
        to = receivers.get(each.to)
        if payer is None or to is None:
            found.append(each)
            continue
        left[payer] -= 1
        found.append(replace(each, payer=payer, receiver=to))
    return tuple(found)


def starves_in(
    units: Mapping[RegionId, int], *, region_name: Callable[[RegionId], str], chosen: RegionId | None = None
) -> RegionId | None:
    """Region where a House in famine loses its unit: its choice, else the one with most units, then the first by name.

    `units`: the House's own units by region. Returns None if it has no unit on the map.

    Rules: GE-WAR-80, R-66.
    """
    standing = {region: count for region, count in units.items() if count > 0}
    if chosen is not None and chosen in standing:
        return chosen
    return min(standing, key=lambda region: (-standing[region], region_name(region)), default=None)
