"""Roads and tunnels: where they lead and where movers are stopped (GE-WAR-73, R-64).

Roads of one owner that touch form one network. All tunnels of one owner form one network. A guest's network contains only buildings
the guest may use. A Move uses one network. Positions before the Move step count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, pairwise

from msgspec import Struct

from rooms.realm.game.buildings.kinds import TRADE_ROUTE, TUNNELS, usable_buildings
from rooms.realm.game.state import Building, GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.records.orders import Stance, Via
from rooms.war.game.state import WarState
from rooms.war.rules.effects import NO_EFFECTS, Effects

Near = Mapping[RegionId, frozenset[RegionId]]


class Network(Struct, frozen=True, kw_only=True):
    """The roads, or the tunnels, of one owner, as neighbours by region. Tunnel ends are all neighbours of each other.

    Rules: GE-WAR-72, GE-WAR-75, GE-WAR-78.
    """

    owner: HouseId
    via: Via
    near: Near


class Ways(Struct, frozen=True, kw_only=True):
    """Networks for one House. `networks`: those it may use, its own first; `barred`: those it may not use.

    Rules: GE-WAR-74, R-65.
    """

    networks: tuple[Network, ...] = ()
    barred: tuple[Network, ...] = ()


class Way(Struct, frozen=True, kw_only=True):
    """Way of a Move through a network. `passed`: regions in between, in order; `stopped_at`: where it is stopped."""

    via: Via
    owner: HouseId
    passed: tuple[RegionId, ...] = ()
    stopped_at: RegionId | None = None


class Destination(Struct, frozen=True, kw_only=True):
    """A region that roads or tunnels lead to. `owner`: the House that owns them; `allowed`: whether the mover may use them."""

    region: RegionId
    via: Via
    owner: HouseId
    allowed: bool


NO_WAYS = Ways()


# --- networks -----------------------------------------------------------------------------------------------------------


def ways_for(state: GameState, house: HouseId) -> Ways:
    """The networks of the current month, as one House may use them (R-62)."""
    if not state.buildings:
        return NO_WAYS
    board = board_of(state.scenario)
    mine = (*usable_buildings(state, house, TRADE_ROUTE), *usable_buildings(state, house, TUNNELS))
    allowed = {each.id for each in mine}
    # If any part of another owner's network is barred, list the whole network: a House asks permission for all of it.
    closed = {(each.house, each.kind) for each in state.buildings if each.id not in allowed}
    rest = [each for each in state.buildings if (each.house, each.kind) in closed]
    return Ways(networks=_networks(board, house, mine), barred=_networks(board, house, rest))


def _networks(board: Board, house: HouseId, buildings: Iterable[Building]) -> tuple[Network, ...]:
    nets: dict[tuple[HouseId, Via], dict[RegionId, set[RegionId]]] = {}
    for each in buildings:
        if each.kind == TRADE_ROUTE:
            _join(nets.setdefault((each.house, Via.ROAD), {}), pairwise(each.places))
        elif each.kind == TUNNELS:
            ends = nets.setdefault((each.house, Via.TUNNEL), {})
            _join(ends, combinations(sorted({*ends, *each.places}), 2))
    found = [
        Network(owner=owner, via=via, near={region: frozenset(others) for region, others in near.items()})
        for (owner, via), near in nets.items()
    ]
    last = len(board.order)
    return tuple(sorted(found, key=lambda net: (net.owner != house, board.order.get(net.owner, last), net.owner, net.via)))


def _join(near: dict[RegionId, set[RegionId]], markers: Iterable[tuple[RegionId, RegionId]]) -> None:
    for one, other in markers:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)


# --- who stands in the way ----------------------------------------------------------------------------------------------


class Watch(Struct, frozen=True, kw_only=True):
    """Forces that stop a House's units on a road: all that are not mutual allies, as they stood before the Move step.

    Rules: GE-WAR-77, R-63.
    """

    war: WarState
    house: HouseId
    stances: Mapping[HouseId, Stance]

    def at(self, region: RegionId) -> tuple[HouseId, ...]:
        """Forces in a region that stop the House, sorted. IMMORTALS only if the House betrays."""
        own = self.stances.get(self.house)
        found = [each for each, units in self.war.units.get(region, {}).items() if units > 0 and not self._allied(own, each)]
        if self.war.remnants.get(region, 0) > 0:
            found.append(REMNANTS)
        if own is not None and own.betrays and self.war.immortals_in(region):
            found.append(IMMORTALS)
        return tuple(sorted(found))

    def _allied(self, own: Stance | None, other: HouseId) -> bool:
        if other == self.house:
            return True
        theirs = self.stances.get(other)
        return own is not None and theirs is not None and other in own.ticks and self.house in theirs.ticks


# --- finding a way ------------------------------------------------------------------------------------------------------


def way_to(
    networks: Iterable[Network],
    origin: RegionId,
    target: RegionId,
    *,
    board: Board,
    closed: Callable[[RegionId], bool],
    watched: Callable[[RegionId], bool],
) -> Way | None:
    """The way of a Move: one that reaches the target, else the one with the alphabetically first stop.

    None if no network leads there.

    `closed`: regions that cannot be passed or entered; `watched`: regions with forces that stop movers on a road.

    Rules: GE-WAR-76, GE-WAR-79, R-63.
    """
    if origin == target or closed(target):
        return None
    nets = [net for net in networks if origin in net.near and target in net.near]
    for net in nets:
        reached = _through(net.near, origin, target, lambda region: not closed(region) and not watched(region), via=net.via)
        if reached is not None:
            return Way(via=net.via, owner=net.owner, passed=reached)
    stops = (
        (stop, net, passed)
        for net in nets
        if net.via is Via.ROAD
        for stop, passed in _stops(net.near, origin, target, closed, watched)
    )
    first = min(stops, key=lambda found: (board.region_name(found[0]), found[0]), default=None)
    return None if first is None else Way(via=Via.ROAD, owner=first[1].owner, passed=first[2], stopped_at=first[0])


def _through(
    near: Near, origin: RegionId, target: RegionId, is_free: Callable[[RegionId], bool], *, via: Via = Via.ROAD
) -> tuple[RegionId, ...] | None:
    """Regions on the shortest way between two, through free regions only. None if there is no way.

    Tunnels pass through no region.
    """
    if target in near[origin]:
        return ()
    if via is Via.TUNNEL:
        return None
    came: dict[RegionId, RegionId] = {origin: origin}
    queue = deque([origin])
    while queue:
        at = queue.popleft()
        for after in sorted(near[at]):
            if after == target:
                return _trail(came, at)
            if after not in came and is_free(after):
                came[after] = at
                queue.append(after)
    return None


def _trail(came: Mapping[RegionId, RegionId], last: RegionId) -> tuple[RegionId, ...]:
    """Regions walked through after the first, in order."""
    found = []
    while came[last] != last:
        found.append(last)
        last = came[last]
    return tuple(reversed(found))


def _stops(
    near: Near,
    origin: RegionId,
    target: RegionId,
    closed: Callable[[RegionId], bool],
    watched: Callable[[RegionId], bool],
) -> Iterator[tuple[RegionId, tuple[RegionId, ...]]]:
    """Each region where some way to the target is stopped first, with the regions before it on that way.

    A way visits a region at most once, so regions before the stop are barred after it. Trails with a short cut bar more regions
    than the short cut does, so only trails without one are tried.
    """
    free = frozenset(region for region in near if region not in (origin, target) and not closed(region) and not watched(region))
    for stop in sorted(region for region in near if region not in (origin, target) and watched(region) and not closed(region)):
        for before in _plain_trails(near, (origin,), stop, free):
            if _leads_on(near, stop, target, frozenset((stop, *before)), closed):
                yield stop, before[1:]
                break


def _leads_on(
    near: Near, stop: RegionId, target: RegionId, behind: frozenset[RegionId], closed: Callable[[RegionId], bool]
) -> bool:
    """Whether a way leads from a stop to the target without returning to regions `behind` it."""
    return _through(near, stop, target, lambda region: region not in behind and not closed(region)) is not None


def _plain_trails(
    near: Near, trail: tuple[RegionId, ...], stop: RegionId, free: frozenset[RegionId]
) -> Iterator[tuple[RegionId, ...]]:
    """Every trail from its first region through free regions to a neighbour of the stop, without short cuts."""
    at = trail[-1]
    if stop in near[at]:
        yield trail
        return
    for after in sorted(near[at] & free):
        if after not in trail and not near[after] & frozenset(trail[:-1]):
            yield from _plain_trails(near, (*trail, after), stop, free)


# --- what a sheet may name ----------------------------------------------------------------------------------------------


def destinations(ways: Ways, origin: RegionId, *, house: HouseId, effects: Effects = NO_EFFECTS) -> tuple[Destination, ...]:
    """Regions that roads and tunnels lead to, first those the House may use, then the others. Closed regions are left out.

    Rules: R-69.
    """
    found: dict[tuple[RegionId, HouseId, Via], Destination] = {}
    for networks, allowed in ((ways.networks, True), (ways.barred, False)):
        for net in networks:
            for region in _reached(net, origin, lambda each: effects.bars(house, each)):
                to = Destination(region=region, via=net.via, owner=net.owner, allowed=allowed)
                found.setdefault((region, net.owner, net.via), to)
    return tuple(found.values())


def _reached(net: Network, origin: RegionId, closed: Callable[[RegionId], bool]) -> frozenset[RegionId]:
    """All regions that a network reaches from `origin` through open regions."""
    seen, queue = {origin}, deque([origin] if origin in net.near else [])
    while queue:
        for after in net.near[queue.popleft()]:
            if after not in seen and not closed(after):
                seen.add(after)
                queue.append(after)
    return frozenset(seen - {origin})


def leads(networks: Iterable[Network], origin: RegionId, target: RegionId) -> Network | None:
    """The first network with a way between two regions, ignoring forces and closures."""
    return next((net for net in networks if target in _reached(net, origin, lambda _region: False)), None)
