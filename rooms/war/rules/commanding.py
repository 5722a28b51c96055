"""Commanding Immortals: who may, whose order counts, and where they go (GE-SOV-22, GE-WAR-61, R-39, R-59).

The Sovereign commands first, then the Houses that a law names, in its order; inside such a House all its players by rank and line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from control.engine.ids import SeatId
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.records.orders import GuardMove, GuardOrder, OpenedSheet, Why
from rooms.war.game.state import WarState
from rooms.war.rules.effects import effects_in


def may_command(state: GameState, seat: SeatId) -> bool:
    """May this player, once in the War Room, give orders to Immortals this month: as Sovereign, or by a law (R-59)?"""
    player = state.seats.get(seat)
    if player is None:
        return False
    return state.throne.holder == seat or player.house in effects_in(state).commanders


def carry_out_guard_orders(
    war: WarState, sheets: Collection[OpenedSheet], *, sovereign: SeatId | None, commanders: Collection[HouseId] = ()
) -> tuple[GuardMove, ...]:
    """What every order to an Immortal does, in the order they are taken; the first that moves an Immortal counts.

    An Immortal goes from any region to any other, a closed one too (GE-WAR-61, R-69). Orders of those who command none come last.
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
    """Every order to an Immortal in the order they are taken, and whether its author commands any."""
    written = sorted((sheet for sheet in sheets if sheet.immortals), key=lambda sheet: (sheet.rank, sheet.seat))
    ranked = [sheet for sheet in written if sheet.seat == sovereign]
    for house in dict.fromkeys(commanders):
        ranked.extend(sheet for sheet in written if sheet.house == house and sheet.seat != sovereign)
    others = [sheet for sheet in written if sheet not in ranked]
    for sheet in ranked:
        yield from ((sheet, order, True) for order in sheet.immortals)
    for sheet in others:
        yield from ((sheet, order, False) for order in sheet.immortals)
