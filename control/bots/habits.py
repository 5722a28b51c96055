"""Habits of bots: what a played day asks for, where a bot goes, and what dice it throws."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from control.day.people.room_choice import barred, usual_table
from control.day.sheets import Window
from control.day.state import DayState, Seat
from control.engine.dice import Dice
from control.engine.ids import RoomId, SeatId
from control.engine.modules import Command

# === habits =============================================================================================================

# Who plays a day of bots: rooms and kinds of sheets as far as such a day asks for them, and the habits of its people.


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


# === choices and dice ===================================================================================================

# Where a bot goes and what dice it throws: the same on a rehearsed day at the desk and on a day played by the rules alone.


Seed: TypeAlias = int | str
WHIM = 0.2  # the share of bots that go elsewhere than their turn is


def seat_dice(seed: Seed, month: int, seat: SeatId, what: str) -> random.Random:
    """The dice of one seat in a month, for what it decides."""
    return random.Random(f"{seed} {month} {seat} {what}")


def room_for(state: DayState, player: Seat, shares: Mapping[RoomId, int], seed: Seed, dice: Dice) -> RoomId | None:
    """The room that a bot chooses; None when every one is barred to it. `shares` says how many bots a room draws beside others."""
    wheel = wheel_of(shares)
    free = [room for room in wheel if barred(state, player, room, usual_table(state, player, room)) is None]
    if not free:
        return None
    usual, whim, other = wheel[_turn(state, player, seed) % len(wheel)], dice.random() < WHIM, dice.choice(free)
    return other if whim or usual not in free else usual


def wheel_of(shares: Mapping[RoomId, int]) -> Sequence[RoomId]:
    """The rooms, each as often as bots go there, evenly spread: a team whose seats stand on it side by side is in all of them."""
    places = [(Fraction(2 * at + 1, 2 * count), room) for room, count in shares.items() for at in range(count)]
    return [room for _place, room in sorted(places)]


def _turn(state: DayState, player: Seat, seed: Seed) -> int:
    """Where a seat stands on the wheel this month: by its team and its rank, one further every month."""
    teams = [team.id for team in state.teams]
    return random.Random(f"{seed} wheel").randrange(1000) + state.clock.month + teams.index(player.team) + player.rank
