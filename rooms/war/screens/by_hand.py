"""A war sheet that the control team enters for a player."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.registry import ByHand, Panel
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import OrderKind
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.form import SheetForm
from rooms.war.game.sheets.limits import check_written
from rooms.war.game.view_paper import sheet_words
from rooms.war.game.view_writing import form_typed


def _drawn(form: SheetForm) -> Panel:
    """The lines of a sheet for staff, with what has been typed, right or wrong."""
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


BY_HAND = ByHand(
    sees=form_typed, draw=_drawn, fields=_fields, words=sheet_words, enter=_entering, css="war/desk.css", check=check_written
)
