"""The War Room on paper: the blank war sheet, the opened sheets in words, and the board."""

from __future__ import annotations

from control.engine.language import later
from control.registry import OnPaper, Panel, Piece
from rooms.war.game.view_paper import BlankWarSheet, PrintedBoard, blank_sheet, filled_sheets, printed_board


def blank(_event_id: int, shown: BlankWarSheet) -> Panel:
    """The blank war sheet."""
    return Panel(template="war/print/_blank.html", panel=shown)


def board(_event_id: int, shown: PrintedBoard) -> Panel:
    """The map that everybody may see, drawn and in words."""
    return Panel(template="war/print/_board.html", panel=shown)


ON_PAPER = OnPaper(title=later("War orders"), blank=Piece(sees=blank_sheet, draw=blank), filled=filled_sheets, css="war/print.css")
BOARD = Piece(sees=printed_board, draw=board)
