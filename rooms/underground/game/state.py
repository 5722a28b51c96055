"""What the Underground knows: the schemes that were written this month, and what lies on its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from control.day.state import RoomState
from control.engine.ids import SeatId
from rooms.realm.papers.game.types import AsideWhy, OpenedPaper
from rooms.underground.game.tables.state import Decks, Table, TableId


@dataclass(frozen=True, slots=True, kw_only=True)
class UndergroundState(RoomState):
    """The schemes written for month `month`, by seat; the tables with what stays on them, and the decks."""

    month: int = 0
    schemes: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()
    aside_why: Mapping[SeatId, AsideWhy] = field(default_factory=dict)
    tables: Mapping[TableId, Table] = field(default_factory=dict)
    decks: Decks = field(default_factory=Decks)
    placed: int = 0  # schemes that were ever placed: the next one's id is one more
