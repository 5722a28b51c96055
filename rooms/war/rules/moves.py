"""Moves: all carried out at once, from where the units stood before the step (GE-WAR-09 to -12, -20, -21, -31, -82, R-41, R-45)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from control.scenario.ids import HouseId, RegionId
from rooms.war.board import Board
from rooms.war.rules.effects import NO_EFFECTS, Effects
from rooms.war.rules.orders import ranked_orders
from rooms.war.state import OpenedSheet, Order, OrderKind, Outcome, WarState, Why


@dataclass(slots=True)
class _Marching:
    """How many units of one House have not moved yet, region by region, while its orders are taken one after the other."""

    board: Board
    war: WarState
    house: HouseId
    effects: Effects
    partial: bool
    moved: dict[RegionId, int] = field(default_factory=dict)

    def take(self, sheet: OpenedSheet, line: int, order: Order) -> Outcome:
        origin = order.origin or order.target
        stood = self.war.count(origin, self.house)
        free = max(stood - self.moved.get(origin, 0), 0)
        done, why = self._possible(order, origin, stood, free)
        self.moved[origin] = self.moved.get(origin, 0) + done
        return Outcome(
            seat=sheet.seat, house=self.house, line=line, order=order, due=order.units, done=done, stood=stood, free=free, why=why
        )

    def _possible(self, order: Order, origin: RegionId, stood: int, free: int) -> tuple[int, Why | None]:
        if not self.board.adjacent(origin, order.target):
            return 0, Why.NOT_ADJACENT
        if self.effects.bars(self.house, order.target):
            return 0, Why.CLOSED
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
) -> tuple[Outcome, ...]:
    """What every Move does, House by House, by rank and line.

    Each moves as many of the stated number as are still unmoved in its region; with `partial` off, all or none (R-41). A wasted
    Move uses up nothing.
    """
    found: list[Outcome] = []
    for house in board.sorted_houses({sheet.house for sheet in sheets}):
        marching = _Marching(board=board, war=war, house=house, effects=effects, partial=partial)
        for sheet, line, order in ranked_orders(house, sheets, OrderKind.MOVE):
            found.append(marching.take(sheet, line, order))
    return tuple(found)
