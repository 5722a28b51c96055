"""What phases and rooms are called in God Emperor: tables by enumeration, over the words of the frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later
from control.engine.words import Spoken
from rooms.realm.frame import FRAME, PHASES, ROOMS

PHASE_NAMES: Final[Mapping[str, str]] = Spoken({phase.id: phase.name for phase in PHASES})
ROOM_NAMES: Final[Mapping[str, str]] = Spoken({room.id: room.name for room in ROOMS})  # "War Room"
IN_ROOM: Final[Mapping[str, str]] = Spoken({room.id: room.inside for room in ROOMS})  # "in the War Room"
TO_ROOM: Final[Mapping[str, str]] = Spoken({room.id: room.towards for room in ROOMS})  # "to the War Room"
DESK_OF: Final[Mapping[str, str]] = {room.id: room.desk for room in ROOMS}
ROOM_DESKS: Final = FRAME.room_desks


# --- what a player reads first on the phone ---------------------------------------------------------------------------------

AIM: Final = later(
    "Join your House at its table in the War Room. Who is Sovereign when the last month ends is Divine Sovereign, and has won."
)
CHOOSE: Final = later("Choose your room for the month, then write its sheet.")
CHOOSE_NOW: Final = later("Choose a room now. Without one you have no orders, vote or scheme this month.")
NOWHERE: Final = later(
    "You chose none this month. Call Control to be seated in one; until then you have no orders, vote or scheme."
)
