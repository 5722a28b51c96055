"""A betrothal as the state keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class Betrothal:
    """What `one` asked `other`: to marry, with so many hostages of each House (GE-CER-11, R-141); `agreed` once both say yes."""

    one: SeatId
    other: SeatId
    hostages: int = 1
    agreed: bool = False
