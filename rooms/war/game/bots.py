"""Rehearsal players: they see what a player's screen shows and write valid war sheets.

Dice are passed in, so equal dice give equal sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.offer import MoveChoice, SheetChoices, choices
from rooms.war.game.view import view_war
from rooms.war.game.view_map import MapView, RegionView

T = TypeVar("T")
PATIENT = 0.15  # share of worthwhile moves that are not made
BOLD = 0.6  # share of moves to the most valuable region; the others go to any worthwhile one
FRIENDS = 4  # number of weak Houses that may be helped
WHOLE = 0.7  # share of moves with all spare units
FAR = 3  # moves to the farthest region considered when no neighbour is worthwhile


class BotDice(Protocol):
    """Source of chance. `random.Random` fits."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """One of these items."""
        ...

    def randint(self, a: int, b: int) -> int:
        """A number from a to b, both included."""
        ...


def random_sheet(state: GameState, seat: SeatId, dice: BotDice) -> WarSheet:
    """A random sheet among those that the form offers."""
    offered = choices(state, seat)
    orders = [_random_order(offered, dice) for _each in range(dice.randint(0, offered.orders))]
    return WarSheet(
        orders=tuple(order for order in orders if order is not None),
        extra=dice.choice(offered.recruits).region if offered.extra and offered.recruits and dice.random() < 0.7 else None,
        allies=tuple(sorted(each.house for each in offered.allies if dice.random() < 0.35)),
        betray=dice.random() < 0.05,
        immortals=tuple(
            GuardOrder(immortal=each.immortal, target=dice.choice(each.targets).region)
            for each in offered.immortals
            if each.targets and dice.random() < 0.5
        ),
    )


def _random_order(offered: SheetChoices, dice: BotDice) -> Order | None:
    if offered.moves and dice.random() < 0.6:
        start = dice.choice(offered.moves)
        target = dice.choice(start.targets).region
        return Order(kind=OrderKind.MOVE, origin=start.origin, target=target, units=dice.randint(1, start.units))
    if offered.recruits:
        return Order(kind=OrderKind.RECRUIT, target=dice.choice(offered.recruits).region)
    return None


def steady_sheet(state: GameState, seat: SeatId, dice: BotDice) -> WarSheet:
    """The sheet of a steady player: goes for unclaimed castles, Rumors and weak neighbours, and helps weak Houses.

    If no neighbour region is worthwhile, units march towards the nearest one that is, up to `FAR` moves away. All players of a
    House value regions alike. The dice decide who goes, with how many units, and who waits.
    """
    offered, board = choices(state, seat), view_war(state, Viewer(seat=seat)).map
    own = state.seats[seat].house
    allies = _neighbours_of(board, own, dice)
    recruits = [
        Order(kind=OrderKind.RECRUIT, target=place.region) for place in offered.recruits if _has_units(board, own, place.region)
    ]
    if offered.eliminated:
        empty = [place.region for place in offered.recruits if board.region(place.region).empty]
        recruits = [Order(kind=OrderKind.RECRUIT, target=region) for region in empty]
    land = board_of(state.scenario)
    found = [order for start in offered.moves if (order := _advance(land, board, own, start, allies, dice)) is not None]
    orders: list[Order] = found[: offered.orders - 1]
    if recruits and offered.stock > 0:
        orders.append(dice.choice(recruits))
    extra = dice.choice(recruits).target if offered.extra and recruits else None
    return WarSheet(
        orders=tuple(orders[: offered.orders]),
        extra=extra,
        allies=tuple(sorted(allies)),
        immortals=_guard_orders(board, own, offered, allies, dice),
    )


def _guard_orders(
    board: MapView, own: HouseId, offered: SheetChoices, allies: frozenset[HouseId], dice: BotDice
) -> tuple[GuardOrder, ...]:
    """Orders that send about half of the Immortals to regions where own units stand beside non-allies."""
    contested = [
        region.id
        for region in board.regions
        if region.units_of(own) and any(army.house != own and army.house not in allies for army in region.armies)
    ]
    if not contested:
        return ()
    going = offered.immortals[: (len(offered.immortals) + 1) // 2]
    wanted = ((each, dice.choice(contested)) for each in going)
    return tuple(GuardOrder(immortal=each.immortal, target=region) for each, region in wanted if region != each.region)


def _has_units(board: MapView, own: HouseId, region: RegionId) -> bool:
    return board.region(region).units_of(own) > 0


def _neighbours_of(board: MapView, own: HouseId, dice: BotDice) -> frozenset[HouseId]:
    """One to three of the Houses with the fewest castles to help, so that no House runs away."""
    others = [row for row in board.houses if row.id != own]
    weakest = sorted(others, key=lambda row: (len(row.castles), row.on_map, row.id))
    few = weakest[:FRIENDS]
    return frozenset(dice.choice(few).id for _each in range(dice.randint(1, 3))) if few else frozenset()


def _advance(
    land: Board, board: MapView, own: HouseId, start: MoveChoice, allies: frozenset[HouseId], dice: BotDice
) -> Order | None:
    """A worthwhile Move out of one region. One unit stays if the House's flag flies on a castle there."""
    here = board.region(start.origin)
    spare = start.units - (1 if here.castle and own in here.castle.flags else 0)
    if spare < 1:
        return None
    may = [place for place in start.targets if not place.doubtful]
    worth = {place.region: _worth(board.region(place.region), own, allies, spare) for place in may}
    staying = _worth(here, own, allies, 0)
    better = {region: value for region, value in worth.items() if value > max(staying, 0)}
    if not better and staying <= 0:
        better = _steps_to_targets(land, board, own, worth, allies, spare)
    if not better or dice.random() < PATIENT:
        return None
    least = max(better.values()) if dice.random() < BOLD else 0
    target = dice.choice(sorted(region for region, value in better.items() if value >= least))
    units = spare if dice.random() < WHOLE else dice.randint(1, spare)
    return Order(kind=OrderKind.MOVE, origin=start.origin, target=target, units=units)


def _steps_to_targets(
    land: Board, board: MapView, own: HouseId, next_door: Mapping[RegionId, int], allies: frozenset[HouseId], force: int
) -> dict[RegionId, int]:
    """Open neighbour regions on the shortest ways to the nearest worthwhile regions, with their value."""
    found, seen = dict[RegionId, int](), set(next_door)
    edge = [(region, region) for region, value in sorted(next_door.items()) if value >= 0]  # regions with the first step there
    for _move in range(FAR - 1):
        beyond = [(far, first) for near, first in edge for far in sorted(land.neighbours[near]) if far not in seen]
        for far, first in beyond:
            value = _worth(board.region(far), own, allies, force)
            found[first] = max(found.get(first, 0), value)
        if any(found.values()):
            return {first: value for first, value in found.items() if value > 0}
        seen.update(far for far, _first in beyond)
        edge = beyond
    return {}


def _worth(region: RegionView, own: HouseId, allies: frozenset[HouseId], force: int) -> int:
    """Value of a region for a force of that many units."""
    against = region.remnants + sum(army.units for army in region.armies if army.house != own and army.house not in allies)
    against += 1 if region.castle and region.castle.flags and own not in region.castle.flags else 0
    if force and against >= force:
        return -against
    value = 2 * len(region.rumors)
    if region.castle and not region.castle.destroyed and own not in region.castle.flags:
        value += 5 if not region.castle.flags else 3
    return value


KINDS: Mapping[str, Callable[[GameState, SeatId, BotDice], WarSheet]] = {"random": random_sheet, "steady": steady_sheet}
