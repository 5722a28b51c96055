"""Who plays a day of bots: rooms and kinds of sheets as far as such a day asks for them, and the habits of its people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from control.day.sheets import Window
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command

Act = Callable[[Any, SeatId, Dice], Command | None]
Lead = Callable[[Any, Dice], Command | None]
Sway = Callable[[Any, SeatId, Command], Command | None]


class PlayedKind(Protocol):
    """What a day by the rules alone asks of a kind of sheet; `control.registry.SheetKind` has it."""

    @property
    def kind(self) -> str: ...

    @property
    def invent(self) -> Act: ...

    @property
    def encode(self) -> Callable[[Any], bytes]: ...

    @property
    def check(self) -> Callable[[Any, SeatId, Any], None]: ...

    @property
    def window(self) -> Callable[[Any, SeatId], Window]: ...


class PlayedRoom(Protocol):
    """What it asks of a room; `control.registry.RoomApp` has it."""

    @property
    def sheets(self) -> tuple[PlayedKind, ...]: ...

    @property
    def bots(self) -> int: ...

    @property
    def act(self) -> Act | None: ...


def as_meant(_state: Any, _seat: SeatId, command: Command) -> Command | None:
    """Every bot does what it means to do."""
    return command


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How the people of a day are: shares of them, or of what they might do.

    `hall` is what players do while rooms are chosen, `lead` what the control team does beside the clock; both are asked until they
    have nothing (more) to do. `sway` may keep a player from something, or make it something else: so that a day goes where it is
    wanted.
    """

    missing: float = 0.1  # of the players are not there in the morning
    late: float = 0.2  # of them come in each round after the first
    lazy: float = 0.1  # of the players choose and write nothing in a round
    answered: float = 0.5  # of the decisions are answered, the others left to their default
    left_over: float = 0.04  # of the steps of a desk are not ended before their phase is over, nor is what follows them
    hall: Act | None = None
    lead: Lead | None = None
    sway: Sway = as_meant
