"""Moves: all carried out at once, from the positions before the step.

Rules: GE-WAR-10.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board
from rooms.war.game.records.orders import OpenedSheet, Order, OrderKind, Outcome, Stance, Why
from rooms.war.game.state import WarState
from rooms.war.rules.effects import NO_EFFECTS, Effects
from rooms.war.rules.orders import ranked_orders, sheets_by_house
from rooms.war.rules.routes import NO_WAYS, Watch, Way, Ways, leads, way_to


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Route of a Move, before its units are counted: one step if `way` is None. `why`: the reason it fails."""

    way: Way | None = None
    why: Why | None = None
    owner: HouseId | None = None  # owner of the road or tunnel it may not use


STEP = Route()


def route_of(watch: Watch, order: Order, *, board: Board, ways: Ways, effects: Effects) -> Route:
    """Route of a House's Move: one step to a neighbour, else one network of roads or tunnels.

    Rules: GE-WAR-09, GE-WAR-76, GE-WAR-79, GE-WAR-82, GE-FAV-03, R-63, R-64, R-65, R-69.
    """
    origin, target, house = order.origin or order.target, order.target, watch.house
    if origin in effects.held:
        return Route(why=Why.HELD)
    if board.adjacent(origin, target):
        return Route(why=Why.CLOSED) if effects.bars(house, target) else STEP
    if ways is NO_WAYS:
        return Route(why=Why.NOT_ADJACENT)
    way = way_to(
        ways.networks,
        origin,
        target,
        board=board,
        closed=lambda region: effects.bars(house, region),
        watched=lambda region: bool(watch.at(region)),
    )
    if way is not None:
        return Route(way=way)
    if leads(ways.networks, origin, target):
        return Route(why=Why.CLOSED if effects.bars(house, target) else Why.WAY_CLOSED)
    foreign = leads(ways.barred, origin, target)
    return Route(why=Why.NOT_ALLOWED, owner=foreign.owner) if foreign else Route(why=Why.NOT_ADJACENT)


@dataclass(slots=True)
class _Marching:
    """Running state of one House's Moves. `moved`: units that have moved already, by region they left.

    Rules: GE-WAR-11.
    """

    board: Board
    watch: Watch
    ways: Ways
    effects: Effects
    partial: bool
    moved: dict[RegionId, int] = field(default_factory=dict)

    def take(self, sheet: OpenedSheet, line: int, order: Order) -> Outcome:
        house, origin = self.watch.house, order.origin or order.target
        stood = self.watch.war.count(origin, house)
        free = max(stood - self.moved.get(origin, 0), 0)
        route = route_of(self.watch, order, board=self.board, ways=self.ways, effects=self.effects)
        done, why = (0, route.why) if route.why else self._possible(order, stood, free)
        self.moved[origin] = self.moved.get(origin, 0) + done
        outcome = Outcome(
            seat=sheet.seat, house=house, line=line, order=order, due=order.units, done=done, stood=stood, free=free, why=why
        )
        return outcome if route is STEP else self._on(route, outcome)

    def _on(self, route: Route, outcome: Outcome) -> Outcome:
        """The outcome with its route. A Move of no units has no stop (GE-WAR-77)."""
        if route.way is None:
            return replace(outcome, owner=route.owner)
        stop = route.way.stopped_at if outcome.done else None
        return replace(
            outcome,
            via=route.way.via,
            owner=route.way.owner,
            passed=route.way.passed,
            stopped_at=stop,
            stopped_by=self.watch.at(stop) if stop is not None else (),
        )

    def _possible(self, order: Order, stood: int, free: int) -> tuple[int, Why | None]:
        """Number of units that can go, and why the rest cannot (GE-WAR-12, R-41)."""
        if order.units <= free:
            return order.units, None
        why = Why.NONE_THERE if stood <= 0 else Why.MOVED_ALREADY if free < stood else Why.TOO_FEW
        return (free if self.partial else 0), why


def carry_out_moves(
    war: WarState,
    sheets: Collection[OpenedSheet],
    *,
    board: Board,
    partial: bool = True,
    effects: Effects = NO_EFFECTS,
    stances: Collection[Stance] = (),
    ways: Mapping[HouseId, Ways] | None = None,
) -> tuple[Outcome, ...]:
    """Outcomes of all Moves, House by House, by rank and line (GE-WAR-20, GE-WAR-21, GE-WAR-31, R-45).

    A Move takes the stated number of units, or as many as have not moved yet. With `partial` off it takes all or none (R-41). A
    wasted Move uses up no units.

    `ways`: roads and tunnels by House; `stances`: decide whose units stop movers on a road.
    """
    found: list[Outcome] = []
    known = {stance.house: stance for stance in stances}
    by_house = sheets_by_house(sheets)
    for house in board.sorted_houses({*by_house}):
        watch = Watch(war=war, house=house, stances=known)
        own = (ways or {}).get(house, NO_WAYS)
        marching = _Marching(board=board, watch=watch, ways=own, effects=effects, partial=partial)
        for sheet, line, order in ranked_orders(house, by_house[house], OrderKind.MOVE):
            found.append(marching.take(sheet, line, order))
    return tuple(found)
