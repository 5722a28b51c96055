"""Panels of war sheets: entry by the control team, sheets and board on paper, and results of the viewer's orders."""

from __future__ import annotations

from typing import Final

from msgspec.structs import asdict

from control.engine.ids import SeatId
from control.engine.language import later
from control.registry import OnPaper, PagePanel, PagePiece, PaperEntry, RoundDetails, StyledPiece
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.sheets.document import WarSheet, fields_of
from rooms.war.game.sheets.form import SheetForm, form_typed
from rooms.war.game.sheets.limits import check_written
from rooms.war.game.view_orders import ResultsView, failures_of_month, war_results
from rooms.war.game.view_paper import BlankWarSheet, PrintedBoard, blank_sheet, filled_sheets, printed_board, sheet_words
from rooms.war.game.whynot import WhyNot

# === entry by hand ======================================================================================================

# A war sheet that the control team enters for a player.


def _draw_form(form: SheetForm) -> PagePanel:
    """Form lines of a sheet for staff, with input as typed, valid or not."""
    return PagePanel(template="war/desk/_order_fields.html", panel=form)


def _entering(seat: SeatId, month: int, sheet: WarSheet, reason: str) -> CorrectOrders:
    return CorrectOrders(player=seat, month=month, reason=reason, **asdict(sheet))


BY_HAND = PaperEntry(
    sees=form_typed,
    draw=_draw_form,
    fields=fields_of,
    words=sheet_words,
    command=_entering,
    styles=("war/desk.css",),
    check=check_written,
)


# === paper ==============================================================================================================

# The War Room on paper: the blank war sheet, the opened sheets in words, and the board.


def draw_blank(_event_id: int, shown: BlankWarSheet) -> PagePanel:
    return PagePanel(template="war/print/_blank.html", panel=shown)


def draw_board(_event_id: int, shown: PrintedBoard) -> PagePanel:
    """The public map, drawn and in words."""
    return PagePanel(template="war/print/_board.html", panel=shown)


ON_PAPER = OnPaper(
    title=later("War orders"), blank=StyledPiece(sees=blank_sheet, draw=draw_blank, styles=("war/print.css",)), sees=filled_sheets
)
BOARD = StyledPiece(sees=printed_board, draw=draw_board, styles=("war/board.css", "control/map.css", "war/map.css"))


# === results ============================================================================================================

# Results of the viewer's orders, on the phone.


def draw_results(_event_id: int, shown: ResultsView) -> PagePanel:
    """Results of a player's own orders."""
    return PagePanel(template="war/_results.html", panel=shown)


def draw_whys(shown: tuple[WhyNot, ...]) -> PagePanel:
    """Failures of a past month, and the changes that would have prevented them."""
    return PagePanel(template="war/_whys.html", panel=shown)


RESULTS: Final = PagePiece(sees=war_results, draw=draw_results)
ROUND_DETAILS: Final = RoundDetails(sees=failures_of_month, draw=draw_whys)
