"""State of duels: stakes, rounds and challenges (GE-CRT-85, GE-CRT-91, R-102)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import HouseId, RegionId

# === records ============================================================================================================


class Answer(StrEnum):
    """Progress of a challenge."""

    MADE = "made"  # the challenged has to answer
    STAKED = "staked"  # accepted with a stake; the challenger has to answer (GE-CRT-88)
    AGREED = "agreed"  # to be fought in Return
    LATER = "later"  # to be fought in the next Ceremony
    FOUGHT = "fought"
    REFUSED = "refused"  # GE-CRT-86
    WITHDRAWN = "withdrawn"  # GE-CRT-89
    OFF = "off"  # called off, or its time has run out


ASKED: Final = (Answer.MADE, Answer.STAKED)  # an answer is due
DUE: Final = (Answer.AGREED, Answer.LATER)  # still to be fought


class Stake(Struct, frozen=True, kw_only=True):
    """What the winner receives from the loser or the loser's House. Only the loser's flags and buildings count (R-103)."""

    power: int = 0
    favors: int = 0
    hostages: int = 0
    flags: tuple[RegionId, ...] = ()
    buildings: tuple[int, ...] = ()
    words: str = ""


class StakePart(StrEnum):
    """The parts of a stake in the order of payment."""

    POWER = "power"
    FAVORS = "favors"
    HOSTAGES = "hostages"
    FLAGS = "flags"
    BUILDINGS = "buildings"
    WORDS = "words"


class Received(Struct, frozen=True, kw_only=True):
    """What a part of the stake really brought the winner: an amount, or flags or buildings (R-103)."""

    part: StakePart
    amount: int = 0
    flags: tuple[RegionId, ...] = ()
    buildings: tuple[int, ...] = ()


class DuelistRound(Struct, frozen=True, kw_only=True):
    """What a round did to one duelist."""

    hit: bool = False  # on chest, arm or leg
    forfeits: bool = False  # after the round
    died: bool = False  # by a third wound


class Round(Struct, frozen=True, kw_only=True):
    """A round of a duel."""

    challenger: DuelistRound
    target: DuelistRound


class Challenge(Struct, frozen=True, kw_only=True):
    """A challenge of month `month` and its duel.

    `silent`: nobody answered before the step ended. `paid`: what a refusal or withdrawal cost. `ceremony`: the number of its
    ceremony, if any. `winner`: None if nobody has won. `received`: what the winner got of the stake, part by part.
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
        return self.challenger, self.target

    def other(self, seat: SeatId) -> SeatId:
        """The opponent of this duelist."""
        return self.target if seat == self.challenger else self.challenger


class Duels(Struct, frozen=True, kw_only=True):
    """Challenges of the last two months in order. `last`: the highest number so far.

    `first`: the player who challenges first in month `first_month` (GE-SOV-27).
    """

    challenges: tuple[Challenge, ...] = ()
    last: int = 0
    first: SeatId | None = None
    first_month: int = 0
    doubtful: bool = False  # an event no longer fits, because an earlier one was withdrawn


class Prize(Struct, frozen=True, kw_only=True):
    """A castle with its flag, or a building, that a House can stake."""

    key: str
    name: str
    house: HouseId
