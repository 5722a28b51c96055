"""Duels as the Court keeps them: stakes, rounds, challenges and who is in them (GE-CRT-85, GE-CRT-91, R-102)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import HouseId, RegionId

# === records ============================================================================================================


class Answer(StrEnum):
    """How far a challenge has come."""

    MADE = "made"  # the challenged has the word
    STAKED = "staked"  # accepted with a stake; the challenger has the word (GE-CRT-88)
    AGREED = "agreed"  # to be fought in Return
    LATER = "later"  # to be fought in the next Ceremony
    FOUGHT = "fought"
    REFUSED = "refused"  # GE-CRT-86
    WITHDRAWN = "withdrawn"  # GE-CRT-89
    OFF = "off"  # called off, or the time for it is over


ASKED: Final = (Answer.MADE, Answer.STAKED)  # somebody has the word
DUE: Final = (Answer.AGREED, Answer.LATER)  # still to be fought


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What the winner receives of the loser or of the loser's House; of flags and buildings those that are the loser's (R-103)."""

    power: int = 0
    favors: int = 0
    hostages: int = 0
    flags: tuple[RegionId, ...] = ()
    buildings: tuple[int, ...] = ()
    words: str = ""


class Part(StrEnum):
    """What a stake is carried out in, in this order."""

    POWER = "power"
    FAVORS = "favors"
    HOSTAGES = "hostages"
    FLAGS = "flags"
    BUILDINGS = "buildings"
    WORDS = "words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """What a part of the stake has really brought the winner: how many, or which flags and buildings (R-103)."""

    part: Part
    amount: int = 0
    flags: tuple[RegionId, ...] = ()
    buildings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What a round did to one duelist."""

    hit: bool = False  # on chest, arm or leg
    forfeits: bool = False  # after the round
    died: bool = False  # by a third wound


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round of a duel."""

    challenger: Side
    target: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A challenge of month `month`. `silent` where nobody spoke before the step was over; `paid` is what a refusal cost.

    `ceremony` is the number of the ceremony that it is fought in; `winner` None when nobody has won. `received` is what the winner
    got of the stake, part by part.
    """

    number: int
    month: int
    challenger: SeatId
    target: SeatId
    stand: Answer = Answer.MADE
    glove: bool = False  # by a Favor card
    silent: bool = False
    paid: int = 0
    stake: Stake | None = None
    ceremony: int | None = None
    rounds: tuple[Round, ...] = ()
    winner: SeatId | None = None
    received: tuple[Received, ...] = ()

    @property
    def both(self) -> tuple[SeatId, SeatId]:
        """The two of it."""
        return self.challenger, self.target

    def other(self, seat: SeatId) -> SeatId:
        """The other of the two."""
        return self.target if seat == self.challenger else self.challenger


@dataclass(frozen=True, slots=True, kw_only=True)
class Duels:
    """The challenges of the last two months in the order in which they were made; `last` is the highest number so far.

    `first` challenges before all others in month `first_month` (GE-SOV-27).
    """

    challenges: tuple[Challenge, ...] = ()
    last: int = 0
    first: SeatId | None = None
    first_month: int = 0
    doubtful: bool = False  # something was said of a challenge that, without what was withdrawn, was not so


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """Something of one House that may be staked: a castle with its flag, or a building."""

    key: str
    name: str
    house: HouseId
