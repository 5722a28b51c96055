"""What became of the own orders, on the phone."""

from __future__ import annotations

from typing import Final

from control.registry import Panel, Piece, Retold
from rooms.war.game.view_results import ResultsView, retold_whys, war_results
from rooms.war.game.whynot import WhyNot


def draw(_event_id: int, shown: ResultsView) -> Panel:
    """What a player learns of the own orders."""
    return Panel(template="war/_results.html", panel=shown)


def draw_whys(shown: tuple[WhyNot, ...]) -> Panel:
    """What did not come off in a month that is over, and what would have changed it."""
    return Panel(template="war/_whys.html", panel=shown)


RESULTS: Final = Piece(sees=war_results, draw=draw)
RETOLD: Final = Retold(sees=retold_whys, draw=draw_whys)
