"""Habits of bots: what they need of rooms and sheets, where a bot goes, and its dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from control.day.people.room_choice import find_bar, usual_table
from control.day.sheets import Window
from control.day.state import DaySeat, DayState
from control.engine.dice import Dice
from control.engine.ids import RoomId, SeatId
from control.engine.modules import Command

# === habits =============================================================================================================

# Interfaces of rooms and kinds of sheets for a day of bots, and the habits of its people.


ChooseCommand = Callable[[Any, SeatId, Dice], Command | None]
ChooseTeamlessCommand = Callable[[Any, Dice], Command | None]
ChangeCommand = Callable[[Any, SeatId, Command], Command | None]


class PlayedKind(Protocol):
    """Interface of a kind of sheet for a day of bots. `control.registry.SheetKind` implements it."""

    @property
    def kind(self) -> str: ...

    @property
    def invent(self) -> ChooseCommand: ...

    @property
    def encode(self) -> Callable[[Any], bytes]: ...

    @property
    def check(self) -> Callable[[Any, SeatId, Any], None]: ...

    @property
    def window(self) -> Callable[[Any, SeatId], Window]: ...


class PlayedRules(Protocol):
    """The sheets of a room that bots write; `control.registry.RoomRules` has them."""

    @property
    def sheets(self) -> tuple[PlayedKind, ...]: ...


class PlayedBots(Protocol):
    """How many bots choose a room, and what they do there; `control.registry.RoomBots` has both."""

    @property
    def share(self) -> int: ...

    @property
    def act(self) -> ChooseCommand | None: ...


class PlayedRoom(Protocol):
    """A room as bots play it; `control.registry.RoomApp` is one."""

    @property
    def rules(self) -> PlayedRules: ...

    @property
    def bots(self) -> PlayedBots: ...


def keep_command(_state: Any, _seat: SeatId, command: Command) -> Command | None:
    """Default `sway`: every bot does what it intends."""
    return command


class Habits(Struct, frozen=True, kw_only=True):
    """Behaviour of the people in a day, as shares.

    `hall`: what players do while rooms are chosen. `lead`: what the control team does besides the clock. Both are called until they
    return nothing. `sway`: may cancel or change a player's command, to steer the day.
    """

    missing: float = 0.1  # share of players who are absent in the morning
    late: float = 0.2  # share of these who come in each later round
    lazy: float = 0.1  # share of players who choose and write nothing in a round
    answered: float = 0.5  # share of decisions that are answered; the others get their default
    left_over: float = 0.04  # share of a desk's steps left open, with the steps after them, until the phase ends
    hall: ChooseCommand | None = None
    lead: ChooseTeamlessCommand | None = None
    sway: ChangeCommand = keep_command


# === choices and dice ===================================================================================================

# A bot's choice of room and its dice: the same in a rehearsal and in a day without a journal.


Seed: TypeAlias = int | str
WHIM = 0.2  # share of bots that choose a random room


T = TypeVar("T")
OPENING: Final = 8  # throws of `SeededDice` that are cached


class SeededDice:
    """The dice `random.Random(words)`, seeded as late as possible.

    A bot is asked again and again with the same dice, and seeding costs more than its first throws. So these are cached.
    """

    __slots__ = ("_dice", "_thrown", "_words")

    def __init__(self, words: str, thrown: int = 0) -> None:
        self._words, self._thrown = words, thrown
        self._dice: Random | None = None

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1."""
        if self._dice is None and self._thrown < OPENING:
            self._thrown += 1
            return _opening(self._words)[self._thrown - 1]
        return self._seeded().random()

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of the items."""
        return self._seeded().choice(seq)

    def randint(self, a: int, b: int) -> int:
        """Return a number from a to b, both included."""
        return self._seeded().randint(a, b)

    def uniform(self, a: float, b: float) -> float:
        """Return a number from a to b."""
        return a + (b - a) * self.random()

    def __copy__(self) -> SeededDice:
        same = SeededDice(self._words, self._thrown)
        same._dice = copy(self._dice)
        return same

    def _seeded(self) -> Random:
        if self._dice is None:
            self._dice = Random(self._words)
            for _each in range(self._thrown):
                self._dice.random()
        return self._dice


@lru_cache(maxsize=4096)
def _opening(words: str) -> tuple[float, ...]:
    dice = Random(words)
    return tuple([dice.random() for _each in range(OPENING)])


def seat_dice(seed: Seed, month: int, seat: SeatId, what: str) -> SeededDice:
    """Dice of one seat for one purpose in a month."""
    return SeededDice(f"{seed} {month} {seat} {what}")


def choose_room(state: DayState, player: DaySeat, shares: Mapping[RoomId, int], seed: Seed, dice: Dice) -> RoomId | None:
    """Room that a bot chooses. None if all are barred to it. `shares`: relative number of bots in each room."""
    wheel = _rotation(tuple(shares.items()))
    free = [room for room in wheel if find_bar(state, player, room, usual_table(state, player, room)) is None]
    if not free:
        return None
    usual, whim, other = wheel[_rotation_position(state, player, seed) % len(wheel)], dice.random() < WHIM, dice.choice(free)
    return other if whim or usual not in free else usual


@lru_cache(maxsize=16)
def _rotation(shares: tuple[tuple[RoomId, int], ...]) -> Sequence[RoomId]:
    return room_rotation(dict(shares))


def room_rotation(shares: Mapping[RoomId, int]) -> Sequence[RoomId]:
    """Rooms in turn order, each as often as its share, evenly spread: neighbouring seats of a team go to different rooms."""
    places = [(Fraction(2 * at + 1, 2 * count), room) for room, count in shares.items() for at in range(count)]
    return [room for _place, room in sorted(places)]


def _rotation_position(state: DayState, player: DaySeat, seed: Seed) -> int:
    """Place of a seat on the wheel this month, by team and rank. It moves on by one every month."""
    teams = [team.id for team in state.teams]
    return _rotation_start(seed) + state.clock.month + teams.index(player.team) + player.rank


@lru_cache(maxsize=16)
def _rotation_start(seed: Seed) -> int:
    return Random(f"{seed} wheel").randrange(1000)
