"""A player's own war sheet as its author's phone shows it: what was sent, the form while it is open, the orders on the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.day.sheets import Typed, fields_in
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.war.game.board import board_of
from rooms.war.game.drawing.whole import MapDrawing, map_over
from rooms.war.game.overlay import own_orders
from rooms.war.game.sheets import document, limits
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.form import SheetForm, form_of, left_behind, typed_form
from rooms.war.game.state import MOVE, record_of, war_of
from rooms.war.game.view_orders import opened_sheets
from rooms.war.game.words.names import forces_listed
from rooms.war.game.words.orders import written_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What stands in a war sheet, in words."""

    orders: tuple[str, ...]
    allies: str
    betray: bool
    notes: tuple[str, ...] = ()  # orders that name more units than those above them leave


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWarSheet:
    """A player's own war sheet. `locked`: the orders of this month are opened; `written` is None where none can be read.

    The form stands there while the sheet is open, and with what was typed where that was refused.
    """

    locked: bool
    written: Written | None
    form: SheetForm | None
    is_draft: bool  # what the form shows was typed and not taken


def own_war_sheet(state: GameState, viewer: Viewer, sent: WarSheet | None, typed: Typed | None) -> OwnWarSheet:
    """The own sheet of the player who looks, given what was `sent` last and what was typed and refused."""
    return OwnWarSheet(
        locked=opened_sheets(state) is not None,
        written=_written(state, viewer.player, sent) if sent is not None else None,
        form=_form(state, viewer, sent, typed),
        is_draft=typed is not None,
    )


def _form(state: GameState, viewer: Viewer, sent: WarSheet | None, typed: Typed | None) -> SheetForm | None:
    seat = viewer.player
    if typed is not None:
        return typed_form(state, seat, fields_in(typed))
    return form_of(state, seat, sent or document.blank(state, seat)) if limits.window(state, seat).open else None


def _written(state: GameState, seat: SeatId, sheet: WarSheet) -> Written:
    board = board_of(state.scenario)
    return Written(
        orders=written_words(board, sheet),
        allies=forces_listed(board, sheet.allies) or say("nobody"),
        betray=sheet.betray,
        notes=tuple(_short_of(state, seat, sheet)),
    )


def _short_of(state: GameState, seat: SeatId, sheet: WarSheet) -> Iterator[str]:
    """The orders that name more units than the own ones above them leave; they move what is left (R-41)."""
    war, board, house = war_of(state), board_of(state.scenario), state.seats[seat].house
    if MOVE in record_of(state).done:
        return
    moves = [(str(each.origin), each.units) if each.origin is not None else None for each in sheet.orders]
    stand = {str(each.origin): war.count(each.origin, house) for each in sheet.orders if each.origin is not None}
    for number, (order, left) in enumerate(zip(sheet.orders, left_behind(stand, moves), strict=True), start=1):
        if left is not None and order.origin is not None and order.units > left:
            name = board.region_name(order.origin)
            yield say(
                "Order {number} names {units} units, and the orders above it leave {left} in {region}: it can move no more.",
                number=number,
                units=order.units,
                left=left,
                region=name,
            )


def own_map(state: GameState, viewer: Viewer, sent: WarSheet | None) -> MapDrawing:
    """The map that everybody may see, with the orders of the player who looks drawn on it and nobody else's (R-17)."""
    return map_over(state, own_orders(state, viewer.player, sent), changes=True)
