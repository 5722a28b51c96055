"""The war map on shared pages: in the hall with its battles, on a phone with the own orders."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from hashlib import blake2s
from typing import Final

from control.day.recall import Same
from control.registry import Chart, Panel, Piece
from rooms.war.game.drawing.whole import MapDrawing
from rooms.war.game.sheets import document
from rooms.war.game.sheets.own import own_map
from rooms.war.game.view_hall import HallBoard, hall_board


def in_the_hall(event_id: int, board: HallBoard) -> Panel:
    """The map that everybody may see."""
    return Panel(template="war/_hall.html", panel=replace(board, map=replace(board.map, event_id=event_id)))


def on_the_phone(event_id: int, drawn: MapDrawing) -> Panel:
    """The same map with the own orders of this month drawn on it and nobody else's."""
    shown = replace(drawn, event_id=event_id)
    return Panel(template="war/_board.html", panel=shown, version=f"{event_id} {_words(Same(drawn.board))} {drawn.overlay!r}")


@lru_cache(maxsize=64)
def _words(board: Same) -> str:
    """All that a board says: the same for everybody, so it is put together once."""
    return blake2s(repr(board.thing).encode()).hexdigest()


HALL: Final = Piece(sees=hall_board, draw=in_the_hall)
PHONE: Final = Chart(sheet=document.KIND, sees=own_map, draw=on_the_phone)
