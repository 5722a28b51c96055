"""Favors used in the War Room (GE-WAR-30, GE-FAV-03, GE-FAV-05, R-133).

Changes of attack values are applied by `rules.effects` when a battle is counted. A region is closed or held by a public effect of
this month. Orders and placements join the player's own orders and are carried out with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, to_desks
from rooms.realm.game.effects.lifetime import EffectEntered, favor_reason, user_reason
from rooms.realm.game.favors.requirements import Field, favor_of, register_choices
from rooms.realm.game.favors.use import FavorUsed
from rooms.realm.game.records import UsedFavor
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, HouseSeat
from rooms.realm.scenario.favor_effects import LOYAL
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import Favor
from rooms.war.game.board import board_of
from rooms.war.game.lookup import DESK
from rooms.war.game.records.orders import OpenedSheet, Order, OrderKind
from rooms.war.game.sheets import limits
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import record_of, war_in_month, war_of, with_war
from rooms.war.game.words.names import seat_words

RULE: Final = "GE-FAV-03"
LASTING: Final[Mapping[str, EffectKind]] = {"close-region": EffectKind.TRAVEL_BAN, "stay-region": EffectKind.STAY}


class FavorOrdered(Struct, frozen=True, kw_only=True):
    """A Favor gave a player one more order, or places units from the House's stockpile in Recruit."""

    month: int
    seat: SeatId
    house: HouseId
    rank: int
    order: Order


# --- reactions ----------------------------------------------------------------------------------------------------------


def carry_out(state: GameState, happened: FavorUsed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Carry out a Favor used in the War Room.

    Raises:
        Refused: it would do nothing, or its own condition does not hold.
    """
    favor = favor_of(state, happened.used.favor)
    return tuple(_carry_out_each(state, happened.used, favor)) if favor is not None else ()


def _carry_out_each(state: GameState, used: UsedFavor, favor: Favor) -> Iterator[GameEvent]:
    verb, _, amount = favor.effect.rpartition("-")
    if favor.needs == LOYAL and record_of(state).stance(used.house).betrays:
        raise Refused(say("Your House betrays the Sovereign this month."), rule=RULE, code="needs")
    if favor.effect in LASTING and used.region is not None:
        yield _effect_on_region(state, used, favor, used.region)
    elif verb == "recruit" and used.region is not None:
        yield _favor_ordered(state, used, _recruit_order(state, used.house, used.region, int(amount)))
    elif favor.effect == "extra-order" and used.region is not None:
        yield _favor_ordered(state, used, _checked_order(state, used, used.region))


def _effect_on_region(state: GameState, used: UsedFavor, favor: Favor, region: RegionId) -> EffectEntered:
    """Close or hold the region for this month only (R-69)."""
    effect = Effect(
        id=1 + max((each.id for each in state.effects), default=0),
        kind=LASTING[favor.effect],
        since=used.month,
        until=used.month,
        regions=(region,),
        origin=EffectFrom.FAVOR,
        source=favor_reason(favor.name),
    )
    return EffectEntered(effect=effect, reason=user_reason(seat_words(state, used.seat)))


def _recruit_order(state: GameState, house: HouseId, region: RegionId, units: int) -> Order:
    if war_of(state).count(region, house) <= 0:
        board = board_of(state.scenario)
        said = say("{region} holds no unit of {house}.", region=board.region_name(region), house=board.house_name(house))
        raise Refused(said, rule=RULE, code="no-unit")
    return Order(kind=OrderKind.PLACED, target=region, units=units)


def _checked_order(state: GameState, used: UsedFavor, region: RegionId) -> Order:
    """The order that the Favor names, checked like one on a sheet."""
    if used.other is None:
        if used.number != 1:
            raise Refused(say("A Recruit is of 1 unit: choose 1, or a region to move into."), rule="GE-WAR-13", code="number")
        order = Order(kind=OrderKind.RECRUIT, target=region)
    else:
        order = Order(kind=OrderKind.MOVE, origin=region, target=used.other, units=used.number or 0)
    limits.check(state, used.seat, WarSheet(orders=(order,)))
    return order


def _favor_ordered(state: GameState, used: UsedFavor, order: Order) -> FavorOrdered:
    rank = state.seats[used.seat].rank
    return FavorOrdered(month=used.month, seat=used.seat, house=used.house, rank=rank, order=order)


def unit_choices(state: GameState, seat: HouseSeat, favor: Favor) -> tuple[tuple[int, str], ...]:
    """Numbers of units that the extra order may name: up to the most units the House has in one region."""
    there = (units.get(seat.house, 0) for units in war_of(state).units.values())
    return tuple((count, say_count("{count} unit", "{count} units", count)) for count in range(1, max((1, *there)) + 1))


register_choices(Field.UNITS, unit_choices)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_favor_ordered(state: GameState, happened: FavorOrdered) -> GameState:
    """Add the order to its author's sheet. A player without a sheet gets one that does not speak for the House."""
    war = war_in_month(war_of(state), happened.month)
    bare = OpenedSheet(seat=happened.seat, house=happened.house, rank=happened.rank, sent=False)
    sheet = war.record.sheet(happened.seat) or bare
    sheet = replace(sheet, by_favor=(*sheet.by_favor, happened.order))
    others = (each for each in war.record.sheets if each.seat != happened.seat)
    sheets = tuple(sorted((*others, sheet), key=lambda each: each.seat))
    return with_war(state, replace(war, record=replace(war.record, sheets=sheets)))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_favor_ordered(happened: FavorOrdered, before: GameState, after: GameState) -> Iterator[Line]:
    """Leave out the number of units that an extra order moves: only its author may know it (R-17)."""
    board, order = board_of(before.scenario), happened.order
    if order.kind is OrderKind.PLACED:
        words = say_count(
            "In Recruit {count} unit of {house} is placed in {region}, if one of its own stands there then.",
            "In Recruit {count} units of {house} are placed in {region}, if one of its own stands there then.",
            order.units,
            house=board.house_name(happened.house),
            region=board.region_name(order.target),
        )
    else:
        words = say("{player} has 1 more order this month.", player=seat_words(before, happened.seat))
    yield to_desks(words)


def _invalidations(happened: FavorOrdered, _state: GameState) -> tuple[Invalidation, ...]:
    return (DESK, Invalidation(topic="orders", to=f"seat:{happened.seat}"))


EVENTS: Mapping[type, EventHandler] = {
    FavorOrdered: EventHandler(evolve=evolve_favor_ordered, tell=tell_favor_ordered, invalidations=_invalidations),
}
