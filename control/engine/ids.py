"""Identifiers that every game shares. Rooms, phases and desks are named by the game; the platform only compares them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType, TypeAlias

SeatId = NewType("SeatId", str)
TeamId = NewType("TeamId", str)
StepId = NewType("StepId", str)
RoomId: TypeAlias = str  # a game may use a string enumeration; storage holds the plain word
PhaseId: TypeAlias = str
DeskId: TypeAlias = str
LARGEST: Final = 2**63 - 1  # the largest integer of a database; a URL or a form may name a larger one
ClockKey: TypeAlias = str  # a room, or one table of a room whose tables have their own clocks


class StepEnd(StrEnum):
    """What ends a room's step: the clock at its deadline, or the room's desk. The end of the phase ends it in any case."""

    CLOCK = "clock"
    DESK = "desk"
