"""Panels of the war map: in the hall with its battles, on a phone with own orders, and in the time machine."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2s
from typing import Final

from control.day.memoization import Same
from control.engine.language import later
from control.engine.records import replace
from control.registry import LivePiece, LookBack, PagePanel, PhoneMap
from rooms.war.game.drawing.ground import ground_view
from rooms.war.game.drawing.war_map import HallBoard, MapDrawing, hall_board, map_then
from rooms.war.game.sheets import document
from rooms.war.game.sheets.form import own_map

# === hall and phone =====================================================================================================

# The war map on shared pages: in the hall with its battles, on a phone with own orders.


def in_the_hall(event_id: int, board: HallBoard) -> PagePanel:
    """The public map in the hall."""
    return PagePanel(template="war/_hall.html", panel=replace(board, map=replace(board.map, event_id=event_id)))


def on_the_phone(event_id: int, drawn: MapDrawing) -> PagePanel:
    """The public map with only the viewer's own orders drawn on it."""
    shown = replace(drawn, event_id=event_id)
    return PagePanel(template="war/_board.html", panel=shown, version=f"{event_id} {_words(Same(drawn.board))} {drawn.overlay!r}")


@lru_cache(maxsize=64)
def _words(board: Same) -> str:
    """Hash of everything on a board. The board is the same for all viewers, so it is hashed once."""
    return blake2s(repr(board.thing).encode()).hexdigest()


HALL: Final = LivePiece(
    sees=hall_board,
    draw=in_the_hall,
    topics=("map", "war", "court"),
    styles=("war/wall.css", "control/map.css", "war/map.css"),
    scripts=("control/map.js",),
)
PHONE: Final = PhoneMap(kind=document.KIND, sees=own_map, draw=on_the_phone)


# === time machine =======================================================================================================

# The War Room in the time machine.


def draw_past(_event_id: int, drawn: MapDrawing) -> PagePanel:
    """The pieces on the ground, and the Houses' totals."""
    return PagePanel(template="war/_then.html", panel=drawn)


LOOKS: Final = (
    LookBack(
        name="map",
        title=later("The map"),
        sees=map_then,
        draw=draw_past,
        wide=True,
        ground=ground_view,
        template="war/_then_ground.html",
    ),
)
STYLES: Final = ("control/map.css", "war/map.css", "war/then.css")
