"""May a sealed sheet be sent now, and until when: what a kind of sheet answers for a player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from control.day.state import DayState
from control.engine.ids import SeatId
from control.engine.viewer import Viewer

S = TypeVar("S", bound=DayState)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """May a sheet be sent now? `closes_at` is a deadline that is certain, or the moment it closed; else None."""

    open: bool
    month: int
    closes_at: datetime | None = None
    sentence: str = ""
    rule: str = ""


def own_window(state: S, viewer: Viewer, of: Callable[[S, SeatId], Window]) -> Window:
    """When the player who looks may send a sheet, by what its kind answers."""
    return of(state, viewer.player)
