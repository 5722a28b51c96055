"""What the Court knows this month: the proposals handed in."""

from __future__ import annotations

from dataclasses import dataclass

from control.game.papers import OpenedPaper
from control.game.state import RoomState
from control.scenario.ids import SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtState(RoomState):
    """The proposals that lie before the Sovereign in month `month`, by seat."""

    month: int = 0
    proposals: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()
