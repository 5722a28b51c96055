"""Recruits: carried out after Battle and Rewards, by rank and line (GE-WAR-19).

Houses do not affect each other's Recruits: whether a region is empty is judged as the step begins.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board
from rooms.war.game.records.orders import RECRUITING, OpenedSheet, Order, OrderKind, Outcome, Why
from rooms.war.game.state import WarState
from rooms.war.rules.effects import NO_EFFECTS, Effects
from rooms.war.rules.orders import ranked_orders, sheets_by_house, speaker_of


@dataclass(slots=True)
class _Raising:
    """Running state of one House's Recruits.

    `war`: the board at the start of the step; `raised`: units recruited so far, by region; `on_map`: the House's units on the map
    now; `stock`: pieces left in its stockpile.
    """

    war: WarState
    house: HouseId
    speaker: OpenedSheet | None
    effects: Effects
    on_map: int
    stock: int
    raised: dict[RegionId, int] = field(default_factory=dict)

    def take(self, sheet: OpenedSheet, line: int, order: Order) -> Outcome:
        """Carry out one Recruit as far as the stockpile allows (GE-WAR-14, GE-WAR-15, R-42)."""
        due, free = 2 if self.house in self.effects.doubled else 1, max(self.stock, 0)
        if order.kind is OrderKind.PLACED:
            due = order.units
        stood = self._count(order.target)
        why = self._obstacle(sheet, order)
        done = 0 if why else min(due, free)
        if done:
            self.raised[order.target] = self.raised.get(order.target, 0) + done
            self.on_map += done
            self.stock -= done
        if done < due and why is None:
            why = Why.NO_STOCK
        return Outcome(
            seat=sheet.seat, house=self.house, line=line, order=order, due=due, done=done, stood=stood, free=free, why=why
        )

    def _count(self, region: RegionId) -> int:
        """The House's units in a region, with units that moved in this month and units recruited so far (GE-WAR-17)."""
        return self.war.count(region, self.house) + self.raised.get(region, 0)

    def _obstacle(self, sheet: OpenedSheet, order: Order) -> Why | None:
        """Why this order recruits nothing: its author or its region is not allowed. None if it may (GE-WAR-81, GE-FAV-03, R-67)."""
        if order.kind is OrderKind.EXTRA:
            if self.house not in self.effects.fed:
                return Why.NOT_FED
            if sheet is not self.speaker:
                return Why.LOWER_RANK
        if order.kind is OrderKind.PLACED:
            return None if self._count(order.target) > 0 else Why.NO_UNIT
        return self._place(order.target)

    def _place(self, region: RegionId) -> Why | None:
        """Why the House cannot recruit in this region: no own unit there or, for a House without units, the region is not empty.

        Rules: GE-WAR-16, GE-WAR-18, GE-WAR-68, GE-WAR-69, R-60.
        """
        if self.on_map > 0:
            return None if self._count(region) > 0 else Why.NO_UNIT
        if self.raised.get(region) or not self.war.is_empty(region):
            return Why.NOT_EMPTY
        return Why.CLOSED if self.effects.bars(self.house, region) else None


def carry_out_recruits(
    war: WarState, sheets: Collection[OpenedSheet], *, board: Board, effects: Effects = NO_EFFECTS
) -> tuple[Outcome, ...]:
    """Outcomes of all Recruits, each limited by its House's stockpile (GE-WAR-13, GE-WAR-34, R-41)."""
    found: list[Outcome] = []
    by_house, on_map = sheets_by_house(sheets), war.on_map_by_house()
    for house in board.sorted_houses({*by_house}):
        own = by_house[house]
        raising = _Raising(
            war=war,
            house=house,
            speaker=speaker_of(house, own),
            effects=effects,
            on_map=on_map.get(house, 0),
            stock=war.stock.get(house, 0),
        )
        for sheet, line, order in ranked_orders(house, own, *RECRUITING):
            found.append(raising.take(sheet, line, order))
    return tuple(found)
