"""Recruits: carried out after Battle and Rewards, by rank and line (GE-WAR-19, GE-WAR-34).

Houses do not affect each other's Recruits: whether a region is empty is judged as the step begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from control.engine.language import say, say_count
from control.engine.modules import EventHandler
from control.engine.records import replace
from control.engine.reports import CountChange, Line, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.lookup import misread_doubts, result_invalidations
from rooms.war.game.records.orders import RECRUITING, OpenedSheet, Order, OrderKind, Outcome, Why
from rooms.war.game.state import RECRUIT, WarState, found, month_record, told, war_of, with_war
from rooms.war.game.words.reports import report_outcomes
from rooms.war.rules.effects import NO_EFFECTS, Effects, effects_in
from rooms.war.rules.orders_by_rank import ranked_orders, sheets_by_house, speaker_of
from rooms.war.rules.results import raised

# === outcomes ===========================================================================================================


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


# === the Recruit step ===================================================================================================


class RecruitsPlaced(Struct, frozen=True, kw_only=True):
    """All Recruits were carried out."""

    month: int
    outcomes: tuple[Outcome, ...]


def place_recruits(state: GameState, month: int) -> RecruitsPlaced:
    """Carry out every Recruit (GE-WAR-34)."""
    outcomes = carry_out_recruits(
        war_of(state), month_record(war_of(state), month).sheets, board=board_of(state.scenario), effects=effects_in(state)
    )
    return RecruitsPlaced(month=month, outcomes=outcomes)


# --- fold ---------------------------------------------------------------------------------------------------------------


RECRUITS = frozenset(RECRUITING)


def evolve_recruits_placed(state: GameState, happened: RecruitsPlaced) -> GameState:
    war, outcomes = found(state, happened.month, RECRUIT), happened.outcomes
    record = told(
        war.record,
        regions=(each.order.target for each in outcomes if each.done),
        step=RECRUIT,
        doubts=(*_miscounted_recruits(war, outcomes), *misread_doubts(war, outcomes, RECRUITS)),
        outcomes=(*war.record.outcomes, *outcomes),
    )
    return with_war(state, replace(raised(war, outcomes), record=record))


def _miscounted_recruits(war: WarState, outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Doubts about Recruits that counted other units. Each counts the units recruited before it."""
    brought: dict[tuple[RegionId, HouseId], int] = {}
    for each in outcomes:
        there = each.order.target, each.house
        if war.count(*there) + brought.get(there, 0) != each.stood:
            yield f"recruit:{each.order.target}"
        brought[there] = brought.get(there, 0) + each.done


# --- words --------------------------------------------------------------------------------------------------------------


def tell_recruits_placed(happened: RecruitsPlaced, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell each author what the orders did, with the number of units recruited."""
    board = board_of(before.scenario)
    done = [outcome for outcome in happened.outcomes if outcome.done]
    wasted = len(happened.outcomes) - len(done)
    sums: Counter[tuple[HouseId, RegionId]] = Counter()
    for each in done:
        sums[each.house, each.order.target] += each.done
    placed = "; ".join(
        say("{house} {units} in {region}", house=board.house_name(house), units=units, region=board.region_name(region))
        for (house, region), units in sums.items()
    )
    said = say("Recruits: {placed}.", placed=placed) if placed else say("Recruits: none.")
    tail = say_count("{count} Recruit wasted.", "{count} Recruits wasted.", wasted)
    yield to_desks(f"{said} {tail}" if wasted else said)
    for outcome, report in zip(happened.outcomes, report_outcomes(board, happened.outcomes), strict=True):
        came = CountChange(what=say("units recruited"), one=say("unit recruited"), by=outcome.done, bare=True)
        yield replace(report, changes=(came,)) if outcome.done else report


EVENTS: Mapping[type, EventHandler] = {
    RecruitsPlaced: EventHandler(evolve=evolve_recruits_placed, tell=tell_recruits_placed, invalidations=result_invalidations),
}
