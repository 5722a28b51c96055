"""What the dead leave, and to whom."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class Estate:
    """What a dead character held and where it went: to a player, to the God Emperor (`throne`), else to bank and discard pile."""

    power: int
    favors: int
    to: SeatId | None = None
    throne: bool = False
