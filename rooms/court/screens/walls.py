"""The Court on walls: its floor, and an Uprising over any screen."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from msgspec import Struct

from control import system_time
from control.engine.language import later
from control.hall.clock_face import Hands, room_hands
from control.registry import EMPTY, LivePiece, PagePanel, WallKind
from rooms.court.game.floor.view_phone import WallFloor
from rooms.court.game.roll import TOPIC
from rooms.court.game.uprising.view import HallUprising, hall_uprising
from rooms.court.screens.phone import FORESIGHT

READ_FOR: Final = timedelta(minutes=2)  # time for the result of an Uprising: people with their backs to the wall turn around


class FloorWall(Struct, frozen=True, kw_only=True):
    """The floor with its clock; None while no step runs."""

    floor: WallFloor
    hands: Hands | None


def floor_on_the_wall(_event_id: int, shown: WallFloor) -> PagePanel:
    """The proposal, its step and the time left; then the result with its count, and the pools."""
    hands = room_hands(shown.clock, system_time.now()) if shown.clock else None
    return PagePanel(template="court/_floor_wall.html", panel=FloorWall(floor=shown, hands=hands))


class UprisingPanel(Struct, frozen=True, kw_only=True):
    """The Uprising over a screen. `until`: the end of its result, in milliseconds since 1970; 0 while it is open."""

    uprising: HallUprising
    until: int


def uprising_over_the_wall(_event_id: int, shown: HallUprising | None) -> PagePanel:
    """The meter while it is open, then its result for `READ_FOR`."""
    until = shown.at + READ_FOR if shown is not None and shown.at is not None else None
    if shown is None or (until is not None and until <= system_time.now()):
        return EMPTY
    panel = UprisingPanel(uprising=shown, until=int(until.timestamp() * 1000) if until is not None else 0)
    return PagePanel(template="court/_uprising_wall.html", panel=panel)


ALARM: Final = LivePiece(sees=hall_uprising, draw=uprising_over_the_wall, topics=(TOPIC, "people"), styles=("court/alarm.css",))
WALLS: Final = (
    WallKind(
        name="floor",
        title=later("The Court’s floor"),
        sees=FORESIGHT.wall,
        draw=floor_on_the_wall,
        topics=(TOPIC, "laws", "map"),
        styles=("court/wall.css",),
        scripts=("court/wall.js",),
    ),
)
