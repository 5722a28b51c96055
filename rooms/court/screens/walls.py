"""What the Court shows the hall: its floor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control import steady
from control.engine.language import later
from control.hall.faces import Hands, room_hands
from control.registry import Panel, Piece, Wall
from rooms.court.game.roll import TOPIC
from rooms.court.game.view_phone import WallFloor
from rooms.court.screens.foresight import FORESIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorPanel:
    """The floor with the hands of its clock, None while no step runs."""

    floor: WallFloor
    hands: Hands | None


def floor_on_the_wall(_event_id: int, shown: WallFloor) -> Panel:
    """The proposal, its step and the time left; then the result with its count, and the pools."""
    hands = room_hands(shown.clock, steady.now()) if shown.clock else None
    return Panel(template="court/_floor_wall.html", panel=FloorPanel(floor=shown, hands=hands))


WALLS: Final = (
    Wall(
        name="floor",
        title=later("The Court’s floor"),
        piece=Piece(sees=FORESIGHT.wall, draw=floor_on_the_wall),
        topics=(TOPIC, "laws", "map"),
        styles=("court/wall.css",),
        scripts=("court/wall.js",),
    ),
)
