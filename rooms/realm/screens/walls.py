"""What God Emperor shows the hall on screens of its own: the Law Board."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import Panel, Wall
from rooms.realm.game.state import GameState
from rooms.realm.game.view import law_views


def law_board(state: GameState) -> Panel:
    """The tablets in force, by number."""
    return Panel(template="realm/_laws_wall.html", panel=law_views(state))


WALLS: Final = (
    Wall(
        name="laws",
        title=later("Law Board"),
        draw=law_board,
        topics=("laws",),
        styles=("realm/wall.css",),
        scripts=("realm/wall.js",),
    ),
)
