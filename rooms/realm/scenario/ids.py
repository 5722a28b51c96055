"""The ids and closed choices that a scenario, the game and every room share."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

HouseId = NewType("HouseId", str)
SeatId = NewType("SeatId", str)
RegionId = NewType("RegionId", str)
ProvinceId = NewType("ProvinceId", str)
RumorId = NewType("RumorId", str)
LawId = NewType("LawId", str)
FactionId = NewType("FactionId", str)
FavorId = NewType("FavorId", str)  # one kind of Favor; the deck holds several cards of a kind
CardId = NewType("CardId", str)  # one card in the Favor deck: the FavorId, a hash sign and a number, "rat-king-03#2"
StepId = NewType("StepId", str)


class Room(StrEnum):
    """The three rooms of a month (GE-EVT-09)."""

    WAR = "war"
    COURT = "court"
    UNDERGROUND = "underground"


class Phase(StrEnum):
    """The five phases of a month, in their order (GE-EVT-26)."""

    CEREMONY = "ceremony"
    PLANNING = "planning"
    MOVEMENT = "movement"
    ACTION = "action"
    RETURN = "return"


class StepEnd(StrEnum):
    """Who ends a room's step: the clock at its deadline, or the desk of the room (the end of Action ends it anyway)."""

    CLOCK = "clock"
    DESK = "desk"


PHASES: tuple[Phase, ...] = tuple(Phase)
