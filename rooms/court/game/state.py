"""What the Court knows this month: the proposals handed in."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.state import RoomState
from control.engine.ids import SeatId

from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import OpenedPaper
from rooms.realm.scenario.ids import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtState(RoomState):
    """The proposals that lie before the Sovereign in month `month`, by seat."""

    month: int = 0
    proposals: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()


def court_of(state: GameState) -> CourtState:
    """The Court's own state."""
    own = state.rooms.get(Room.COURT)
    return own if isinstance(own, CourtState) else CourtState()
