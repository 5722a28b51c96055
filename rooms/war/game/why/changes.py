"""Changes that would have helped, one class per kind, and `WhyNot`: the failure, its cause and the change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from typing import Final

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, Guest
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.orders import EXTRA_LINE, FAVOR_LINE, OpenedSheet, Order, OrderKind, Stance
from rooms.war.game.state import WarState, war_of, with_shifts, with_stock, with_war

# === changes ============================================================================================================


FORCING: Final = (EffectKind.FORCED_ALLIANCE, EffectKind.FORGED_ORDER)


class Kind(StrEnum):
    """Subject of an explanation."""

    ORDER = "order"  # an order that did less than it says, or was stopped on the road
    GUARD = "guard"  # an order to an Immortal that was not carried out
    BATTLE = "battle"  # a battle in which a House lost its units
    FLAG = "flag"  # a flag lost, or not placed by a House with units there
    RUMOR = "rumor"  # a Rumor that a House no longer holds
    SPOILS = "spoils"  # unpaid Power for overcoming a House


# --- changes ------------------------------------------------------------------------------------------------------------


class MoreUnits(Struct, frozen=True, kw_only=True):
    """A House has more units in a region as the step begins, from its stockpile or from elsewhere."""

    region: RegionId
    house: HouseId
    units: int


class Ticked(Struct, frozen=True, kw_only=True):
    """A House ticks another, or does not."""

    house: HouseId
    other: HouseId
    on: bool


class Loyal(Struct, frozen=True, kw_only=True):
    """A House does not betray the Sovereign."""

    house: HouseId


class Unwritten(Struct, frozen=True, kw_only=True):
    """A line of a sheet is empty."""

    seat: SeatId
    line: int


class Otherwise(Struct, frozen=True, kw_only=True):
    """A line of a sheet contains this order instead."""

    seat: SeatId
    line: int
    order: Order


class Uncommanded(Struct, frozen=True, kw_only=True):
    """A player gave no order to this Immortal."""

    seat: SeatId
    immortal: int


class Lapsed(Struct, frozen=True, kw_only=True):
    """An effect of a law or scheme was not in force."""

    effect: int


class Leave(Struct, frozen=True, kw_only=True):
    """The owner of roads or tunnels lets a House use them."""

    owner: HouseId
    house: HouseId


class Fed(Struct, frozen=True, kw_only=True):
    """A House is sent food."""

    house: HouseId


Change = MoreUnits | Ticked | Loyal | Unwritten | Otherwise | Uncommanded | Lapsed | Leave | Fed


class WhyNot(Struct, frozen=True, kw_only=True):
    """A failure of a House, with its cause and rules.

    For an order, `name` is its line on the sheet ("order 1"), and `line` the number of the line or of the Immortal.

    `change`: the smallest single change that would have prevented it, according to the engine; `instead`: the change and its result
    in words. Both are empty if there is none, or none that may be told.
    """

    kind: Kind
    house: HouseId
    region: RegionId
    heading: str
    cause: str
    rules: tuple[str, ...]
    seat: SeatId | None = None
    line: int = 0
    name: str = ""
    change: Change | None = None
    instead: str = ""


def first_working(changes: Iterable[Change], works: Callable[[Change], bool]) -> Change | None:
    """The first change that works."""
    return next((change for change in changes if works(change)), None)


# --- making a change ----------------------------------------------------------------------------------------------------


def apply_change(state: GameState, change: Change) -> GameState:
    """The state that a step would have found with this change."""
    war = war_of(state)
    match change:
        case MoreUnits():
            return with_war(state, _with_more(war, change))
        case Ticked():
            return with_war(state, _with_stance(war, change.house, lambda stance: _with_tick(stance, change)))
        case Loyal():
            return with_war(state, _with_stance(war, change.house, lambda stance: replace(stance, betrays=False)))
        case Unwritten():
            return with_war(state, _with_sheet(war, change.seat, lambda sheet: _without_line(sheet, change.line)))
        case Otherwise():
            return with_war(state, _with_sheet(war, change.seat, lambda sheet: _with_line(sheet, change.line, change.order)))
        case Uncommanded():
            return with_war(state, _with_sheet(war, change.seat, lambda sheet: _without_command(sheet, change.immortal)))
        case Lapsed():
            return _without_effect(state, change.effect)
        case Leave():
            return _with_leave(state, change)
        case Fed():
            return _with_food(state, change.house)


def _without_effect(state: GameState, lapsed: int) -> GameState:
    """Remove an effect. Ticks that only this effect forced fall back to the sheet (R-70)."""
    war = war_of(state)
    rest = tuple(each for each in state.effects if each.id != lapsed)
    still = {each.houses for each in rest if each.kind in FORCING and each.acts_in(state.clock.month)}
    for effect in state.effects:
        if effect.id == lapsed and effect.kind in FORCING and effect.houses not in still:
            house, other = effect.houses
            if other in war.record.stance(house).forced:
                war = _with_stance(war, house, partial(_without_force, other=other))
    return with_war(replace(state, effects=rest), war)


def _without_force(stance: Stance, other: HouseId) -> Stance:
    ticks = tuple(each for each in stance.ticks if each != other)
    return replace(stance, ticks=ticks, forced=tuple(each for each in stance.forced if each != other))


def _with_more(war: WarState, change: MoreUnits) -> WarState:
    """Add units in a region. They come from the stockpile, then from where the House has most units."""
    war = with_shifts(war, ((change.region, change.house, change.units),))
    from_stock = min(change.units, max(war.stock.get(change.house, 0), 0))
    war = with_stock(war, {change.house: -from_stock})
    rest = change.units - from_stock
    while rest > 0:
        others = {each: there.get(change.house, 0) for each, there in war.units.items() if each != change.region}
        most = max(others, key=lambda each: (others[each], each), default=None)
        if most is None or others[most] <= 0:
            return war  # the House has no more; callers do not ask for it
        taken = min(rest, others[most])
        war, rest = with_shifts(war, ((most, change.house, -taken),)), rest - taken
    return war


def _with_stance(war: WarState, house: HouseId, changed: Callable[[Stance], Stance]) -> WarState:
    stance = changed(war.record.stance(house))
    stances = (*(each for each in war.record.stances if each.house != house), stance)
    return replace(war, record=replace(war.record, stances=tuple(sorted(stances, key=lambda each: each.house))))


def _with_tick(stance: Stance, change: Ticked) -> Stance:
    ticks = {*stance.ticks} | {change.other} if change.on else {*stance.ticks} - {change.other}
    return replace(stance, ticks=tuple(sorted(ticks)))


def _with_sheet(war: WarState, seat: SeatId, changed: Callable[[OpenedSheet], OpenedSheet]) -> WarState:
    sheets = tuple(changed(sheet) if sheet.seat == seat else sheet for sheet in war.record.sheets)
    return replace(war, record=replace(war.record, sheets=sheets))


def _without_line(sheet: OpenedSheet, line: int) -> OpenedSheet:
    """The sheet with one line emptied. Other lines keep their numbers."""
    if line == EXTRA_LINE:
        return replace(sheet, extra=None)
    target = dict(sheet.lines())[line].target
    return _with_line(sheet, line, Order(kind=OrderKind.MOVE, origin=target, target=target, units=0))


def _with_line(sheet: OpenedSheet, line: int, order: Order) -> OpenedSheet:
    if line == EXTRA_LINE:
        return replace(sheet, extra=order.target)
    if line >= FAVOR_LINE:
        given = enumerate(sheet.by_favor, start=FAVOR_LINE)
        return replace(sheet, by_favor=tuple(order if at == line else each for at, each in given))
    return replace(sheet, orders=tuple(order if at == line else each for at, each in enumerate(sheet.orders, start=1)))


def _without_command(sheet: OpenedSheet, immortal: int) -> OpenedSheet:
    return replace(sheet, immortals=tuple(each for each in sheet.immortals if each.immortal != immortal))


def _with_leave(state: GameState, change: Leave) -> GameState:
    guest = Guest(house=change.house)
    return replace(
        state,
        buildings=tuple(
            replace(each, guests=(*each.guests, guest)) if each.house == change.owner else each for each in state.buildings
        ),
    )


def _with_food(state: GameState, house: HouseId) -> GameState:
    giver = next(each.id for each in state.scenario.houses if each.id != house)
    food = Effect(
        id=1 + max((each.id for each in state.effects), default=0),
        kind=EffectKind.FOOD,
        since=state.clock.month,
        houses=(giver, house),
        origin=EffectFrom.CONTROL,
    )
    return replace(state, effects=(*state.effects, food))
