"""Lines in which an event is told: the journal's sentence, reports, correction notices, deeds for the debrief."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, Final, TypeAlias

from msgspec import Struct

from control.engine.ids import RoomId
from control.engine.language import say, say_as

# === reports ============================================================================================================

# The journal shows events to the control team. A report shows an event to a player, a team or everybody, with only what they may
# know, usually after the round. Reports make up a player's page of the round and the hall's news. They also show which players have
# had no turn for long.


class ReportKind(StrEnum):
    """Kinds of reports."""

    TURN = "turn"  # this player was heard or served: an order read, a speech, a card played
    PART = "part"  # this player took part in what all do: a vote
    OUTCOME = "outcome"  # the outcome of something, and why
    HOLDING = "holding"  # gains and losses
    NEWS = "news"  # news for everybody
    JOURNAL = "journal"  # the control team's sentence; only `to_desks` makes it


class OrderFate(StrEnum):
    """How much of an order or request was carried out."""

    DONE = "done"
    PART = "part"
    NOTHING = "nothing"


class CountChange(Struct, frozen=True, kw_only=True):
    """A gain or loss of something countable: "Power", 2. All changes of one name in a round are summed.

    `one`: the singular, if it is another word. `bare`: shown as a plain number ("2 units lost"), without "more" or "fewer".
    `good`: more of it is better.
    """

    what: str
    by: int
    one: str = ""
    bare: bool = False
    good: bool = True


class Report(Struct, frozen=True, kw_only=True):
    """One sentence for one audience (`to`: "seat:cat-1", "team:cat", "all"), true when it was made.

    `act`: the order or deed, if `words` give its outcome: "Move 3 from Zen to Inn" and "2 arrived, ...". `why`: the reason as a
    sentence. `rule`: the rule behind it. `room`: its room; None for shared parts. `changes`: gains and losses. `fate`: how the act
    ended.
    `weight`: the rank among news, and in the short version of a room's reports; the highest comes first. `about`: the subject. Only
    the last report of a subject in a round is told, and none if it has no words. `short`: the short version. Team reports without
    one are left out of the short list.
    `at_once`: it changes what the phone shows of its player, so the phone also shows the report before the round is over.
    """

    to: str
    words: str
    kind: ReportKind = ReportKind.OUTCOME
    act: str = ""
    why: str = ""
    rule: str = ""
    room: RoomId | None = None
    changes: tuple[CountChange, ...] = ()
    fate: OrderFate | None = None
    weight: int = 0
    about: str = ""
    short: str = ""
    at_once: bool = False


Reporter: TypeAlias = Callable[[Any, Any, Any], Iterable[Report]]
"""Gets the state before an event, the state after it, and the event. Total, like a fold."""

DESKS: Final = "desks"  # audience of the journal's sentence: the desks that `readers` names. No phone and no wall belongs to it.


def to_desks(words: str, why: object = "") -> Report:
    """Return the journal's sentence about an event, with the reason that only the control team reads."""
    told = say_as("reason", "{what}: {why}.", what=words.removesuffix("."), why=why) if why else words
    return Report(to=DESKS, kind=ReportKind.JOURNAL, words=told)


# === corrections ========================================================================================================


class Correction(Struct, frozen=True, kw_only=True):
    """Correction notice after Control set something by hand: "Your Power: 3, not 4".

    `to`: the audience that may know it, as in `Invalidation`. `what`: the subject. `now`, `was`: the new and the old value; `was`
    may be "". `news`: Control entered it as it happened, so nothing was wrong before. `which`: tells apart two things of one name,
    such as two Rumors or two people.
    """

    to: str
    what: str
    now: str
    was: str = ""
    news: bool = False
    which: str = ""

    @property
    def thing(self) -> tuple[str, str, str]:
        """The audience and the thing that is corrected."""
        return (self.to, self.what, self.which)

    @property
    def words(self) -> str:
        """The notice as a sentence."""
        if self.was:
            return say("{what}: {now}, not {was}.", what=self.what, now=self.now, was=self.was)
        return say("{what}: {now}.", what=self.what, now=self.now)


class ShownValue(Struct, frozen=True, kw_only=True):
    """A value that screens show to an audience: "Your Power", "3". `which` as in `Correction`."""

    to: str
    what: str
    words: str
    which: str = ""


def corrections_between(before: Iterable[ShownValue], after: Iterable[ShownValue]) -> Iterator[Correction]:
    """Return a correction for every value that an event changed. `before`, `after`: the same values of the states around it."""
    was = {(each.to, each.what, each.which): each.words for each in before}
    for each in after:
        old = was.get((each.to, each.what, each.which), "")
        if old != each.words:
            yield Correction(to=each.to, what=each.what, now=each.words, was=old, which=each.which)


# === deeds ==============================================================================================================


class PersonDeed(Struct, frozen=True, kw_only=True):
    """A deed or a blow of one audience, for the page of its own day. It may tell a secret, because only the debrief reads it.

    `kind`: the room's word: "betrayal", "battle-won", "month-reigned", "wedding". `count`: how often it counts for awards.
    `seq`, `round`: its place in the journal; the chronicle fills them in.
    """

    kind: str
    who: str
    words: str
    seq: int = 0
    round: int = 0
    count: int = 1
    weight: int = 0
    room: RoomId | None = None
    rule: str = ""


# === tellings ===========================================================================================================

Line: TypeAlias = Report | Correction | PersonDeed
"""One line about an event. Its type says which reader takes it, and its audience who that is."""

Tell: TypeAlias = Callable[[Any, Any, Any], Iterable[Line]]
"""Gets an event, the state before it and the state after it. Total, like a fold."""


def one_sentence(words: Callable[[Any, Any], str]) -> Tell:
    """Tell an event in the journal's sentence alone. `words` gets the event and the state before it; at a side table, the scene.

    At a side table everybody reads that sentence.
    """
    return lambda happened, before, _after: (to_desks(words(happened, before)),)
