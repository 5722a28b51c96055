"""What has become of the schemes that completed in the Underground, as the state keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from control.engine.ids import SeatId
from control.engine.reasons import Told
from rooms.realm.scenario.ids import CardId, HouseId


class Ending(StrEnum):
    """What has become of a completed scheme."""

    WAITS = "waits"  # it acts in this month's Return
    STRUCK = "struck"
    SPENT = "spent"  # there was nothing that it could strike


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedScheme:
    """A scheme that completed: who schemed what, and what came of it.

    `seat` wrote it; a drawn one has no author, its `picker` chooses what is left to choose, and those who `know` it are the players
    of the House at its table (R-144). `answers` stand in the order of the fields of its kind. `card` and `hostage` are what was
    chosen, `text` is the sealed message and `reader` whom it went to. `used` says that votes or a right of the next month are gone.
    It was `placed` in `month` or in one before, 0 where nobody said; its card lies at `table` (GE-UND-59).
    """

    id: int
    month: int
    table: str
    house: HouseId
    kind: str
    answers: tuple[tuple[str, ...], ...]
    seat: SeatId | None = None
    picker: SeatId | None = None
    know: tuple[SeatId, ...] = ()
    card: CardId | None = None
    hostage: int | None = None
    ending: Ending = Ending.WAITS
    acted: int = 0  # the month in which it acted; 0 until then
    came: Told = ""  # what came of it, for who schemed
    harm: Told = ""  # what happened, for the House it was aimed at
    paid: int = 0  # Power that went to in-laws before it acted
    text: str = ""
    reader: SeatId | None = None
    told_in: int = 0  # the month in which the message went out
    used: bool = False
    placed: int = 0

    @property
    def schemers(self) -> tuple[SeatId, ...]:
        """Who may know of it (R-144)."""
        own = (self.seat,) if self.seat is not None else (*self.know, *((self.picker,) if self.picker else ()))
        return tuple(dict.fromkeys(own))
