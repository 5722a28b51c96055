"""Reports: what one event means to those whom it concerns; and corrections, told to those who saw it otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from control.engine.ids import RoomId
from control.engine.language import say

# === reports ============================================================================================================

# Reports: what one event means to those whom it concerns, as they read it when the round is over.
# The journal tells events to the control team; a report tells them to a player, a team or everybody, and only what they may know.
# From reports a player's round is put together on one page, the hall's news are written, and it is seen who has had no
# turn for long.


class ReportKind(StrEnum):
    """What is told: a player's own turn, a part in what all did, what became of something, what is held now, news for everybody."""

    TURN = "turn"  # this player was heard or served: an order read, a speech, a card played
    PART = "part"  # this player took part in what all do: a vote
    OUTCOME = "outcome"  # what became of it, and why
    HOLDING = "holding"  # won or lost
    NEWS = "news"  # for the hall


class Fate(StrEnum):
    """How much of what was ordered or asked came of it."""

    DONE = "done"
    PART = "part"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Won or lost of something that is counted: "Power", 2. All changes of one name in a round are added up.

    `one` is what one of it is called, where that is another word. `bare`: it is read as a number, "2 units lost", not as more or
    fewer. `good`: is more of it better?
    """

    what: str
    by: int
    one: str = ""
    bare: bool = False
    good: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One sentence for one audience ("seat:cat-1", "team:cat", "all"), true when it was made.

    `act` is what was ordered or done, where `words` say what became of it: "Move 3 from Zen to Inn" and "2 arrived, ...". `why` is
    the reason as a sentence, `rule` the rule behind it. `room` is the room that it belongs to, None for what all rooms share.
    `fate` says in one word how an act ended, where that can be said.
    Of news, those of most `weight` are told first, and in short those of a room; of all in a round that have the same `about` the
    last one alone, and none where that says nothing. `short` is what is told of it in short, of a team's reports nothing else.
    `at_once`: it changes what a phone shows of its player, so the phone says it before the round is over, too.
    """

    to: str
    kind: ReportKind
    words: str
    act: str = ""
    why: str = ""
    rule: str = ""
    room: RoomId | None = None
    changes: tuple[Change, ...] = ()
    fate: Fate | None = None
    weight: int = 0
    about: str = ""
    short: str = ""
    at_once: bool = False


Reporter: TypeAlias = Callable[[Any, Any, Any], Iterable[Report]]
"""From the state before an event, the state after it, and the event. Total, as a fold is."""


# === corrections ========================================================================================================

# What those are told who saw it otherwise.


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is so from now on where Control set something by hand, for those who saw it otherwise: "Your Power: 3, not 4".

    `to` is the audience that may know it, as in `Invalidation`. `was`: empty for nothing to compare with. `news`: it was
    entered as it happened, and nothing was wrong before. `which` tells two things of one name apart: two Rumors, two people.
    """

    to: str
    what: str
    now: str
    was: str = ""
    news: bool = False
    which: str = ""

    @property
    def thing(self) -> tuple[str, str, str]:
        """What is corrected, for whom."""
        return (self.to, self.what, self.which)

    @property
    def words(self) -> str:
        """The correction as it is read."""
        if self.was:
            return say("{what}: {now}, not {was}.", what=self.what, now=self.now, was=self.was)
        return say("{what}: {now}.", what=self.what, now=self.now)
