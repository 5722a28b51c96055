"""Recruits: after Battle and Rewards, by rank and line (GE-WAR-13 to -19, -34, -68, -69, -81, R-41, R-42, R-60, R-67).

A House's Recruits depend on nothing that another House recruits: whether a region is empty is asked when the step begins.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from control.scenario.ids import HouseId, RegionId
from rooms.war.board import Board
from rooms.war.rules.effects import NO_EFFECTS, Effects
from rooms.war.rules.orders import ranked_orders, speaker_of
from rooms.war.state import OpenedSheet, Order, OrderKind, Outcome, WarState, Why, shifted, stocked


@dataclass(slots=True)
class _Raising:
    """One House's Recruits while they are taken one after the other; `war` is the board as the step found it, and they on it."""

    war: WarState
    house: HouseId
    speaker: OpenedSheet | None
    effects: Effects

    def take(self, sheet: OpenedSheet, line: int, order: Order) -> Outcome:
        due = 2 if self.house in self.effects.doubled else 1
        stood, free = self.war.count(order.target, self.house), max(self.war.stock.get(self.house, 0), 0)
        why = self._obstacle(sheet, order)
        done = 0 if why else min(due, free)
        if done:
            self.war = stocked(shifted(self.war, ((order.target, self.house, done),)), {self.house: -done})
        if done < due and why is None:
            why = Why.NO_STOCK
        return Outcome(
            seat=sheet.seat, house=self.house, line=line, order=order, due=due, done=done, stood=stood, free=free, why=why
        )

    def _obstacle(self, sheet: OpenedSheet, order: Order) -> Why | None:
        if order.kind is OrderKind.EXTRA:
            if self.house not in self.effects.fed:
                return Why.NOT_FED
            if sheet is not self.speaker:
                return Why.LOWER_RANK
        return self._place(order.target)

    def _place(self, region: RegionId) -> Why | None:
        if self.war.on_map(self.house) > 0:
            return None if self.war.count(region, self.house) > 0 else Why.NO_UNIT
        if not self.war.is_empty(region):
            return Why.NOT_EMPTY
        return Why.CLOSED if self.effects.bars(self.house, region) else None


def carry_out_recruits(
    war: WarState, sheets: Collection[OpenedSheet], *, board: Board, effects: Effects = NO_EFFECTS
) -> tuple[Outcome, ...]:
    """What every Recruit does, while each House's stockpile lasts."""
    found: list[Outcome] = []
    for house in board.sorted_houses({sheet.house for sheet in sheets}):
        speaker = speaker_of(house, sheets)
        raising = _Raising(war=war, house=house, speaker=speaker, effects=effects)
        for sheet, line, order in ranked_orders(house, sheets, OrderKind.RECRUIT, OrderKind.EXTRA):
            found.append(raising.take(sheet, line, order))
    return tuple(found)
