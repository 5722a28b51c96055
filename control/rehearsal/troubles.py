"""Trouble in a rehearsal: kind, time, who noticed it when, and how it was fixed. Pure.

All trouble is simulated in the copy. A "killed" worker carries out nothing of this copy for a while, and "lost" news are those of
its screens. The console and other events are not affected.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from control.bots.habits import Seed
from control.engine.language import Spoken, later


class TroubleKind(StrEnum):
    """Kinds of trouble."""

    PHONES = "phones"
    LATE = "late"
    PAPER = "paper"
    AWAY = "away"
    WORKER = "worker"
    NEWS = "news"
    RULING = "ruling"


KIND_WORDS: Final[Mapping[str, str]] = Spoken(
    {
        TroubleKind.PHONES: later("The phones of a team drop out"),
        TroubleKind.LATE: later("Sheets come too late"),
        TroubleKind.PAPER: later("Sheets come on paper"),
        TroubleKind.AWAY: later("Somebody of Control is away"),
        TroubleKind.WORKER: later("The worker is killed: nothing that is due happens"),
        TroubleKind.NEWS: later("Redis is gone: screens hear no news"),
        TroubleKind.RULING: later("A wrong ruling"),
    }
)
MENDED_BY: Final[Mapping[str, str]] = Spoken(
    {
        TroubleKind.PHONES: later("Go to the player who calls, and settle the call."),
        TroubleKind.LATE: later("Go to the player who calls, and let the late sheet count at its desk, or say that it does not."),
        TroubleKind.PAPER: later("Go to the player who calls, and enter the paper at the desk of the sheet."),
        TroubleKind.AWAY: later("Take that desk from the bots on its page, and do its work."),
        TroubleKind.WORKER: later("See that the clock stands at nought, and end the phase by hand."),
        TroubleKind.NEWS: later("See that screens are old, and say so in an announcement; they catch up by themselves."),
        TroubleKind.RULING: later("Find it in the rulings book, and retract it."),
    }
)


class PlannedTrouble(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """One trouble: its plan and its course. Times are seconds since 1970; fields with `seq` are entries of the journal.

    `at`: start, as a share of its phase. `lasts`: length without a fix, as a share of the phase. `hit`: affected seats or desk.
    `mark`: id of its call or ruling, which identifies it in the journal.
    """

    kind: TroubleKind
    round: int
    at: float = 0.3
    lasts: float = 0.6
    surprise: bool = False
    at_once: bool = False  # starts with the next look, in any phase
    hit: tuple[str, ...] = ()
    mark: int = 0
    paper: tuple[str, ...] = ()  # text of a paper sheet by line, to be entered at the desk
    began: float = 0.0
    began_seq: int = 0
    noticed: float = 0.0
    noticed_seq: int = 0
    noticed_by: str = ""
    mended: float = 0.0
    mended_seq: int = 0
    mended_by: str = ""  # "" with `mended`: it passed by itself

    @property
    def runs(self) -> bool:
        """Whether it is going on now."""
        return bool(self.began) and not self.mended


Plan = tuple[PlannedTrouble, ...]
_reader = msgspec.json.Decoder(Plan)


def plan_of(document: str) -> Plan:
    """Plan from its stored form."""
    return _reader.decode(document)


def encode_plan(plan: Sequence[PlannedTrouble]) -> str:
    """Plan in its stored form."""
    return msgspec.json.encode(tuple(plan)).decode()


def plan_trouble(kind: TroubleKind, number: int, seed: Seed) -> PlannedTrouble:
    """A trouble in this round, at a time drawn by the dice."""
    return PlannedTrouble(kind=kind, round=number, at=random.Random(f"{seed} {kind} {number}").uniform(0.15, 0.6))


def plan_surprises(kinds: Sequence[TroubleKind], first: int, last: int, seed: Seed) -> Plan:
    """These troubles, each in a round drawn by the dice and hidden from people."""
    found = []
    for kind in kinds:
        number = random.Random(f"{seed} {kind} surprise").randint(first, max(first, last))
        found.append(msgspec.structs.replace(plan_trouble(kind, number, seed), surprise=True))
    return tuple(found)
