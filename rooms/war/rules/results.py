"""Apply the results of a step to the board: moves, losses, flags, recruits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from control.engine.records import replace
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Castle, Immortal
from rooms.war.game.records.battles import Battle
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import GuardMove, Outcome
from rooms.war.game.state import Shift, WarState, with_shifts, with_stock
from rooms.war.rules.castles import FlagChange

# === results ============================================================================================================


def apply_moves(war: WarState, outcomes: Iterable[Outcome]) -> WarState:
    """The board after these Moves (GE-WAR-12)."""
    shifts: list[Shift] = []
    for each in outcomes:
        if each.done:
            shifts.append((each.order.origin or each.order.target, each.house, -each.done))
            shifts.append((each.ended, each.house, each.done))
    return with_shifts(war, shifts)


def send_immortals(war: WarState, moves: Iterable[GuardMove], month: int) -> WarState:
    """The board after Immortals have moved as ordered. They return to the Court at the end of the month (GE-WAR-61, R-59)."""
    done = {move.order.immortal: move for move in moves if move.done}
    if not done:
        return war
    return replace(war, immortals=tuple(_send_immortal(each, done.get(each.id), month) for each in war.immortals))


def _send_immortal(immortal: Immortal, move: GuardMove | None, month: int) -> Immortal:
    if move is None:
        return immortal
    return replace(immortal, region=move.order.target, away_until=None, task="", home_in=month, commander=move.house)


def cleared(war: WarState, battles: Iterable[Battle], month: int, *, record: MonthRecord | None = None) -> WarState:
    """The board after these battles: killed units return to stockpiles, beaten remnants and Immortals leave.

    `record`: replaces the month's record in the same step.

    Rules: GE-WAR-41, GE-WAR-42, R-42, R-57, R-58.
    """
    units, stock, away = dict(war.units), dict(war.stock), set[int]()
    remnants_lost: dict[RegionId, int] = {}
    for battle in battles:
        there = dict(units.pop(battle.region, {}))
        for house in battle.retaliation:
            _fall(there, stock, house, 1)
        for count in battle.rounds:
            for loss in count.losses:
                _fall(there, stock, loss.house, loss.units)
            if count.remnants_lost:
                remnants_lost[battle.region] = remnants_lost.get(battle.region, 0) + count.remnants_lost
        if left := {house: units_left for house, units_left in there.items() if units_left}:
            units[battle.region] = left
        if battle.immortals_defeated:
            away.update(battle.immortals)
        away.update(battle.fallen)
    remnants = war.remnants
    if remnants_lost:
        left_there = {**remnants, **{region: remnants.get(region, 0) - lost for region, lost in remnants_lost.items()}}
        remnants = {region: number for region, number in left_there.items() if number}
    fell = {each.id for each in war.immortals if each.id in away and not each.gone}  # defeated in a coup: gone for good (GE-SOV-20)
    immortals = (Immortal(id=each.id, region=None, away_until=month + 1) if each.id in fell else each for each in war.immortals)
    return replace(
        war,
        units=units,
        stock=stock,
        remnants=remnants,
        immortals=tuple(immortals) if fell else war.immortals,
        record=record or war.record,
    )


def restored(war: WarState, battle: Battle, found: Iterable[Immortal]) -> WarState:
    """The board with the losses of a battle undone. Immortals that are gone for good stay away.

    `found`: the Immortals as they were before the battle.

    Rules: R-42, R-57, R-58, R-59.
    """
    lost = Counter(battle.retaliation)
    for count in battle.rounds:
        lost.update({loss.house: loss.units for loss in count.losses})
    war = with_shifts(war, ((battle.region, house, units) for house, units in lost.items()))
    war = with_stock(war, {house: -units for house, units in lost.items()})
    fallen = sum(each.remnants_lost for each in battle.rounds)
    remnants = {**war.remnants, battle.region: war.remnants.get(battle.region, 0) + fallen}
    fell = {*(battle.immortals if battle.immortals_defeated else ()), *battle.fallen}
    before = {each.id: each for each in found if each.id in fell}
    back = tuple(each if each.gone else before.get(each.id, each) for each in war.immortals)
    return replace(war, remnants={region: number for region, number in remnants.items() if number}, immortals=back)


def _fall(there: dict[HouseId, int], stock: dict[HouseId, int], house: HouseId, units: int) -> None:
    there[house] = there.get(house, 0) - units
    stock[house] = stock.get(house, 0) + units


def flagged(war: WarState, changes: Iterable[FlagChange]) -> WarState:
    """The board after flags have been placed and removed (GE-WAR-45, GE-WAR-46, GE-WAR-56)."""
    castles = dict(war.castles)
    for change in changes:
        castle = castles.get(change.region, Castle(region=change.region, name=str(change.region)))
        castles[change.region] = replace(castle, flags=castle.flags.union(change.placed).difference(change.removed))
    return replace(war, castles=castles)


def raised(war: WarState, outcomes: Iterable[Outcome]) -> WarState:
    """The board after these Recruits have been taken from their stockpiles (GE-WAR-19)."""
    done = [each for each in outcomes if each.done]
    taken: dict[HouseId, int] = {}
    for each in done:
        taken[each.house] = taken.get(each.house, 0) - each.done
    return with_stock(with_shifts(war, ((each.order.target, each.house, each.done) for each in done)), taken)
