"""Characters of bots: how the bot of a seat plays, drawn once for a rehearsal from its seed. Pure."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from control.bots.habits import Seed
from control.day.calls import CallKind
from control.engine.ids import SeatId
from control.engine.language import Spoken, later


class PlayingStyle(Struct, frozen=True, kw_only=True):
    """How a bot plays.

    `silent`: share of rounds without any choice or sheet. `first`, `last`: part of a phase in which it acts. `busy`: share of
    possible actions in steps that it does. `calls`: probability of a call to Control in a phase. `more`: which sheet of several it
    sends: the longest (1), the shortest (-1) or the first (0).
    """

    name: str
    silent: float = 0.05
    first: float = 0.1
    last: float = 0.7
    busy: float = 1.0
    calls: float = 0.03
    more: int = 0

    def chosen(self, sheets: Sequence[bytes]) -> bytes:
        """Choose the sheet to send from these drafts."""
        if self.more == 0:
            return sheets[0]
        return max(sheets, key=lambda each: (self.more * len(each), each))


CHARACTERS: Final = (
    PlayingStyle(name="steady"),
    PlayingStyle(name="bold", silent=0.0, first=0.02, last=0.3, more=1),
    PlayingStyle(name="cautious", first=0.5, last=0.93, busy=0.6, more=-1),
    PlayingStyle(name="plotter", silent=0.0, first=0.6, last=0.9, more=1),
    PlayingStyle(name="forgetful", silent=0.35, first=0.3, last=0.99, busy=0.5, calls=0.05),
    PlayingStyle(name="chatty", calls=0.3),
)
CHARACTER_WORDS: Final[Mapping[str, str]] = Spoken(
    {
        "steady": later("steady"),
        "bold": later("bold"),
        "cautious": later("cautious"),
        "plotter": later("a plotter"),
        "forgetful": later("forgetful"),
        "chatty": later("chatty"),
    }
)
QUESTIONS: Final[tuple[tuple[CallKind, str], ...]] = (
    (CallKind.RULE, later("What happens when two of us want the same thing?")),
    (CallKind.RULE, later("May I change what I have sent?")),
    (CallKind.RULE, later("Who speaks for our team while our first is away?")),
    (CallKind.RULE, later("Does this still count when it completes next round?")),
    (CallKind.STUCK, later("I do not know what to do now.")),
    (CallKind.STUCK, later("I chose the wrong room.")),
    (CallKind.STUCK, later("Nobody at my table knows whose turn it is.")),
    (CallKind.DEVICE, later("My phone shows nothing new.")),
    (CallKind.DEVICE, later("Where do I hand in what I wrote on paper?")),
    (CallKind.OTHER, later("Somebody says that we have a deal, and I never agreed.")),
    (CallKind.OTHER, later("When is lunch?")),
    (CallKind.HURT, later("Somebody feels faint and wants to sit down.")),
)


def character_of(seed: Seed, seat: SeatId) -> PlayingStyle:
    """Character of a seat's bot, the same for the whole rehearsal."""
    return random.Random(f"{seed} {seat} character").choice(CHARACTERS)


def question_of(seed: Seed, seat: SeatId, month: int, phase: str) -> tuple[float, CallKind, str] | None:
    """Call of a bot in this phase: share of the phase, kind, words. None for no call. Calls about injuries are rare."""
    dice = random.Random(f"{seed} {seat} {month} {phase} question")
    if dice.random() >= character_of(seed, seat).calls:
        return None
    common = QUESTIONS if dice.random() < 0.1 else QUESTIONS[:-1]
    kind, words = dice.choice(common)
    return dice.uniform(0.1, 0.8), kind, words
