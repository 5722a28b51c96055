"""What became of the own orders, on the phone."""

from __future__ import annotations

from typing import Final

from control.registry import Panel, Piece
from rooms.war.game.view_results import ResultsView, war_results


def draw(_event_id: int, shown: ResultsView) -> Panel:
    """What a player learns of the own orders."""
    return Panel(template="war/_results.html", panel=shown)


RESULTS: Final = Piece(sees=war_results, draw=draw)
