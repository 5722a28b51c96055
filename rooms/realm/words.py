"""What phases and rooms are called in God Emperor: tables by enumeration, over the words of the frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.words import Spoken
from rooms.realm.frame import PHASES, ROOMS

PHASE_NAMES: Final[Mapping[str, str]] = Spoken({phase.id: phase.name for phase in PHASES})
ROOM_NAMES: Final[Mapping[str, str]] = Spoken({room.id: room.name for room in ROOMS})  # "War Room"
IN_ROOM: Final[Mapping[str, str]] = Spoken({room.id: room.inside for room in ROOMS})  # "in the War Room"
TO_ROOM: Final[Mapping[str, str]] = Spoken({room.id: room.towards for room in ROOMS})  # "to the War Room"
DESK_OF: Final[Mapping[str, str]] = {room.id: room.desk for room in ROOMS}
