"""A war sheet that the control team enters for a player."""

from __future__ import annotations

from collections.abc import Mapping

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refused import Refused
from control.registry import ByHand, Panel
from rooms.realm.game.state import GameState
from rooms.war.game.board import board_of
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import OrderKind
from rooms.war.game.sheets import document
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.words.orders import allies_words, written_words
from rooms.war.screens.sheet_form import form_of, typed_form


def _drawn(state: GameState, seat: SeatId, fields: Mapping[str, list[str]]) -> Panel:
    """The lines of a sheet for staff, with what has been typed, right or wrong."""
    try:
        form = form_of(state, seat, document.sheet_from_form(fields))
    except Refused:
        form = typed_form(state, seat, fields)
    return Panel(template="war/desk/_order_fields.html", panel=form)


def _fields(sheet: WarSheet) -> dict[str, list[str]]:
    """The fields of the form that this sheet would be typed into."""
    found: dict[str, list[str]] = {}
    for number, order in enumerate(sheet.orders, start=1):
        found[f"order{number}_kind"] = [order.kind.value]
        if order.kind is OrderKind.MOVE:
            found[f"order{number}_units"] = [str(order.units)]
            found[f"order{number}_from"] = [str(order.origin)]
            found[f"order{number}_to"] = [str(order.target)]
        else:
            found[f"order{number}_region"] = [str(order.target)]
    found["extra"] = [str(sheet.extra or "")]
    found["allies"] = [str(house) for house in sheet.allies]
    found["betray"] = ["yes"] if sheet.betray else []
    return found | {f"immortal{order.immortal}_to": [str(order.target)] for order in sheet.immortals}


def _told(state: GameState, sheet: WarSheet) -> tuple[str, ...]:
    """What a sheet holds, line by line."""
    board = board_of(state.scenario)
    allies = allies_words(board, sheet.allies)
    betrays = (say("Betrays the Sovereign"),) if sheet.betray else ()
    return (*(written_words(board, sheet) or (say("No order"),)), allies, *betrays)


def _entering(seat: SeatId, month: int, sheet: WarSheet, reason: str) -> CorrectOrders:
    return CorrectOrders(
        player=seat,
        month=month,
        reason=reason,
        orders=sheet.orders,
        extra=sheet.extra,
        allies=sheet.allies,
        betray=sheet.betray,
        immortals=sheet.immortals,
    )


BY_HAND = ByHand(draw=_drawn, fields=_fields, words=_told, enter=_entering, css="war/desk.css")
