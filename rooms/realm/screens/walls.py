"""What God Emperor shows the hall on screens of its own: the Law Board."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import Panel, Piece, Wall
from rooms.realm.game.view import LawView
from rooms.realm.game.view_phone import laws


def law_board(_event_id: int, shown: tuple[LawView, ...]) -> Panel:
    """The tablets in force, by number."""
    return Panel(template="realm/_laws_wall.html", panel=shown)


WALLS: Final = (
    Wall(
        name="laws",
        title=later("Law Board"),
        piece=Piece(sees=laws, draw=law_board),
        topics=("laws",),
        styles=("realm/wall.css",),
        scripts=("realm/wall.js",),
    ),
)
