"""Orders: whose sheets count, which sheet speaks for a House, and who commands Immortals.

Rules: R-16, GE-SOV-22, GE-WAR-61, R-39, R-59.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from control.engine.ids import SeatId
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.records.orders import GuardMove, GuardOrder, OpenedSheet, Order, OrderKind, Stance, StanceFrom, Why
from rooms.war.game.state import WarState
from rooms.war.rules.effects import NO_EFFECTS, Effects, effects_in

# === sheets =============================================================================================================

# Sheets are opened at the end of the Orders step. Only sheets of players in the War Room count. A House's ticks and its
# betrayal come from the sheet of its highest-ranked player there who sent one.


def stance_of(
    house: HouseId,
    *,
    houses: Iterable[HouseId],
    present: Collection[HouseId],
    sheets: Iterable[OpenedSheet],
    effects: Effects = NO_EFFECTS,
) -> Stance:
    """Stance of a House: whom it ticks and whether it betrays. A forced tick overrides the sheet.

    `present`: Houses with a player in the War Room.

    Rules: GE-WAR-22, GE-WAR-23, GE-WAR-24, GE-WAR-25, GE-WAR-84, R-43, R-44, R-70.
    """
    others = frozenset(each for each in houses if each != house)
    forced = effects.forced.get(house, frozenset()) & others
    speaker = speaker_of(house, sheets)
    if speaker is not None:
        ticks = (frozenset(speaker.allies) & others) | forced
        return Stance(
            house=house,
            ticks=tuple(sorted(ticks)),
            betrays=speaker.betray,
            source=StanceFrom.SHEET,
            seat=speaker.seat,
            forced=tuple(sorted(forced - frozenset(speaker.allies))),
        )
    if house in present:
        return Stance(house=house, ticks=tuple(sorted(forced)), source=StanceFrom.SILENT, forced=tuple(sorted(forced)))
    return Stance(house=house, ticks=tuple(sorted(others)), source=StanceFrom.ABSENT)


def stances_of(
    houses: Iterable[HouseId],
    *,
    present: Iterable[HouseSeat],
    sheets: Iterable[OpenedSheet],
    effects: Effects = NO_EFFECTS,
) -> tuple[Stance, ...]:
    """Every House's stance, in the order of `houses`."""
    everyone, opened = tuple(houses), sheets_by_house(sheets)
    there = frozenset(seat.house for seat in present)
    return tuple(
        stance_of(house, houses=everyone, present=there, sheets=opened.get(house, ()), effects=effects) for house in everyone
    )


def speaker_of(house: HouseId, sheets: Iterable[OpenedSheet]) -> OpenedSheet | None:
    """The sheet that speaks for a House: the one of its highest-ranked player who sent one (R-43)."""
    own = [sheet for sheet in sheets if sheet.house == house and sheet.sent]
    return min(own, key=lambda sheet: (sheet.rank, sheet.seat), default=None)


def sheets_by_house(sheets: Iterable[OpenedSheet]) -> dict[HouseId, list[OpenedSheet]]:
    """The sheets of each House that sent any (GE-WAR-05)."""
    found: dict[HouseId, list[OpenedSheet]] = {}
    for sheet in sheets:
        found.setdefault(sheet.house, []).append(sheet)
    return found


def ranked_orders(house: HouseId, sheets: Iterable[OpenedSheet], *kinds: OrderKind) -> tuple[tuple[OpenedSheet, int, Order], ...]:
    """A House's orders of these kinds, by rank of their author, then by line.

    Rules: GE-WAR-20, GE-WAR-21, R-41.
    """
    own = sorted((sheet for sheet in sheets if sheet.house == house), key=lambda sheet: (sheet.rank, sheet.seat))
    return tuple((sheet, line, order) for sheet in own for line, order in sheet.lines() if order.kind in kinds)


# === command of Immortals ===============================================================================================

# Who may command Immortals, whose order counts, and where they go (GE-SOV-22, GE-WAR-61, R-39, R-59). The Sovereign's orders come
# first, then those of Houses named by a law, in its order. Within such a House orders go by rank and line.


def may_command(state: GameState, seat: SeatId) -> bool:
    """Whether this player may command Immortals this month, as Sovereign or by a law, once in the War Room (R-59)."""
    player = state.seats.get(seat)
    if player is None:
        return False
    return state.throne.holder == seat or player.house in effects_in(state).commanders


def carry_out_guard_orders(
    war: WarState, sheets: Collection[OpenedSheet], *, sovereign: SeatId | None, commanders: Collection[HouseId] = ()
) -> tuple[GuardMove, ...]:
    """Outcomes of all orders to Immortals, in the order they are taken. The first order that moves an Immortal counts.

    An Immortal can move to any region, even a closed one (GE-WAR-61, R-69). Orders of players without command come last.
    """
    places = {each.id: each.region for each in war.immortals}
    taken: dict[int, HouseId] = {}
    found: list[GuardMove] = []
    for sheet, order, commands in _ranked(sheets, sovereign=sovereign, commanders=commanders):
        origin, before = places.get(order.immortal), taken.get(order.immortal)
        why = None if commands else Why.NO_COMMAND
        if commands and origin is None:
            why = Why.OFF_BOARD
        elif commands and before is not None:
            why = Why.ORDERED_BEFORE
        elif commands and origin == order.target:
            why = Why.THERE_ALREADY
        if why is None:
            taken[order.immortal] = sheet.house
        by = before if why is Why.ORDERED_BEFORE else None
        move = GuardMove(seat=sheet.seat, house=sheet.house, order=order, origin=origin, done=why is None, why=why, by=by)
        found.append(move)
    return tuple(found)


def _ranked(
    sheets: Collection[OpenedSheet], *, sovereign: SeatId | None, commanders: Collection[HouseId]
) -> Iterator[tuple[OpenedSheet, GuardOrder, bool]]:
    """Every order to an Immortal in the order they are taken, and whether its author may command."""
    written = sorted((sheet for sheet in sheets if sheet.immortals), key=lambda sheet: (sheet.rank, sheet.seat))
    ranked = [sheet for sheet in written if sheet.seat == sovereign]
    for house in dict.fromkeys(commanders):
        ranked.extend(sheet for sheet in written if sheet.house == house and sheet.seat != sovereign)
    others = [sheet for sheet in written if sheet not in ranked]
    for sheet in ranked:
        yield from ((sheet, order, True) for order in sheet.immortals)
    for sheet in others:
        yield from ((sheet, order, False) for order in sheet.immortals)
