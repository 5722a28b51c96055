"""What the War Room shows in the time machine."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import LookBack, Panel
from rooms.war.game.drawing.ground import ground_view
from rooms.war.game.drawing.whole import MapDrawing
from rooms.war.game.view_then import map_then


def draw(_event_id: int, drawn: MapDrawing) -> Panel:
    """The pieces on the ground, and how the Houses stand."""
    return Panel(template="war/_then.html", panel=drawn)


LOOKS: Final = (
    LookBack(
        name="map",
        title=later("The map"),
        sees=map_then,
        draw=draw,
        wide=True,
        ground=ground_view,
        on="war/_then_ground.html",
    ),
)
STYLES: Final = ("control/map.css", "war/map.css", "war/then.css")
