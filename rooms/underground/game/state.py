"""What the Underground knows this month: the schemes that were written and shown to Underground Control."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.state import RoomState
from control.engine.ids import SeatId

from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import OpenedPaper
from rooms.realm.scenario.ids import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class UndergroundState(RoomState):
    """The schemes written for month `month`, by seat."""

    month: int = 0
    schemes: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()


def underground_of(state: GameState) -> UndergroundState:
    """The Underground's own state."""
    own = state.rooms.get(Room.UNDERGROUND)
    return own if isinstance(own, UndergroundState) else UndergroundState()
