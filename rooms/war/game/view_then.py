"""The board of a moment that is past, for whoever looks back: it lay open, so all eyes saw the same."""

from __future__ import annotations

from control.engine.chronicle import Eye
from rooms.realm.game.state import GameState
from rooms.war.game.drawing.whole import NO_EVENT, MapDrawing, bare_map


def map_then(state: GameState, _eye: Eye) -> MapDrawing:
    """The map as it lay, with what had changed in the month before."""
    return bare_map(state, NO_EVENT, True)
