"""Identifiers that every game shares. Rooms, phases and desks are named by the game; the platform only compares them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType, TypeAlias

SeatId = NewType("SeatId", str)
TeamId = NewType("TeamId", str)
StepId = NewType("StepId", str)
RoomId: TypeAlias = str  # a game may use an enumeration of strings; stored, it is the plain word
PhaseId: TypeAlias = str
DeskId: TypeAlias = str
LARGEST: Final = 2**63 - 1  # a number that a database can hold; an address or a form may name a larger one
ClockKey: TypeAlias = str  # a room, or a table of one whose tables have clocks of their own


class StepEnd(StrEnum):
    """Who ends a room's step: the clock at its deadline, or the desk of the room (the end of the phase ends it anyway)."""

    CLOCK = "clock"
    DESK = "desk"
