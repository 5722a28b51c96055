"""What became of the own orders, on the phone."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.registry import Panel
from rooms.realm.game.state import GameState
from rooms.war.game.view_results import war_results


def results(event_id: int, state: GameState, seat: SeatId) -> Panel:
    """What a player learns of the own orders."""
    return Panel(template="war/_results.html", panel=war_results(state, seat))
