"""Chronicle: what one pass over a day's journal writes down for whoever looks back on it, when everything is unsealed.

Pure. Whoever plays a room knows best what in it was a secret, a blow or a bond; a chronicler of that room sees every event that
stands, once and in order, and writes records of these few kinds. Pages, pictures and awards are made of records alone, so the
platform draws them without knowing a game.

An audience is "all", "team:cat" or "seat:cat-1", as in a report. A `seq` is that of an entry: what a record says is so from that
entry on, and whoever learned it did so with the entry that stands beside the audience in `known`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from control.engine.ids import RoomId, SeatId, TeamId
from control.engine.modules import GameEvent

S = TypeVar("S")

ALL = "all"
NEVER: Known = ()
Known: TypeAlias = "tuple[tuple[str, int], ...]"  # who learned it, and with which entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Eye:
    """Point of view: through whose eyes a moment is looked at. A player sees what the own team is told; nobody, the truth."""

    team: TeamId | None = None
    seat: SeatId | None = None

    @property
    def is_truth(self) -> bool:
        return self.team is None

    @property
    def name(self) -> str:
        """How addresses name it: "truth", "team-cat", "seat-cat-1"."""
        return f"seat-{self.seat}" if self.seat else f"team-{self.team}" if self.team else "truth"


TRUTH = Eye()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment(Generic[S]):
    """One event that stands, with its entry and the states around it."""

    seq: int
    at: datetime
    round: int
    event: GameEvent
    before: S
    after: S


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that was so and that not everybody knew, or that struck somebody: a plot, a forged order, a betrayal.

    `words` is the truth as one sentence, `seemed` what whoever did not know it had before their eyes instead. It is so from `seq`
    on, until `over` (0: to the end of the day). `by` are the audiences whose doing it was, `touches` whom it was about. `known`
    says who learned it when; whoever did it knows from the start without standing there. `place` is a region of the map.
    The more `weight`, the more it is told of; `kind` is a word of the room's own, by which facts are counted and shown alike.
    `before` has the words in which it was known before `words` could be said, each with the entry at which they were over; "" as
    long as nobody at all could know it, not even who was about to do it.
    """

    id: str
    kind: str
    seq: int
    round: int
    words: str
    seemed: str = ""
    over: int = 0
    by: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()
    known: Known = NEVER
    room: RoomId | None = None
    rule: str = ""
    place: str = ""
    weight: int = 0
    before: tuple[tuple[int, str], ...] = ()

    def words_at(self, seq: int) -> str:
        """In which words whoever knew of it right after this entry knew it."""
        return next((words for until, words in self.before if seq < until), self.words)

    @property
    def tellable(self) -> int:
        """With which entry it could first be known to anybody."""
        silent = 0
        for until, words in self.before:
            if words:
                break
            silent = until
        return max(self.seq, silent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A number of a team, or of all where `team` is None, from this entry on: "power", 12. `why` is what made it jump."""

    series: str
    team: TeamId | None
    seq: int
    round: int
    value: float
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """What two did together or to each other, by whom first: allied, attacked, betrayed, married. Both are audiences."""

    kind: str
    one: str
    other: str
    seq: int
    round: int
    words: str
    over: int = 0  # the entry with which it ended


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn in the life of something: "placed", "advanced", "struck"."""

    kind: str
    seq: int
    round: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """The life of something that was set going, turn by turn. `owner` is an audience, "" for nobody's.

    What still stood when the day was over `lasts`: its last turn is not its end.
    """

    id: str
    lane: str  # a word of the room's own: lives of one lane are drawn together
    title: str
    owner: str
    turns: tuple[Turn, ...]
    lasts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """Where a player went: this room, this table, from this entry on."""

    seat: SeatId
    room: RoomId | None
    table: str
    seq: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What somebody (an audience) did or what befell them, as their own day tells it; `count` of it makes the awards.

    `kind` is a word of the room's own: "betrayal", "battle-won", "month-reigned", "wedding".
    """

    kind: str
    who: str
    seq: int
    round: int
    words: str
    count: int = 1
    weight: int = 0
    room: RoomId | None = None
    rule: str = ""


Record: TypeAlias = Fact | Point | Tie | Life | Stay | Deed


class Chronicler(Protocol):
    """Fold: sees every event that stands, once and in order, and writes records; what it can only say at the end, `end` says.

    It must be total: what it does not know it passes over.
    """

    def see(self, moment: Moment[Any]) -> Iterable[Record]: ...

    def end(self, state: Any) -> Iterable[Record]: ...


MakeChronicler: TypeAlias = Callable[[], Chronicler]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSpan:
    """Which entries a round lasted: from `first` to `last`, and from when to when."""

    number: int
    first: int
    last: int
    began: datetime
    ended: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """All records of a day, each kind in the order of its entries."""

    head: int = 0
    rounds: tuple[RoundSpan, ...] = ()
    facts: tuple[Fact, ...] = ()
    points: tuple[Point, ...] = ()
    ties: tuple[Tie, ...] = ()
    lives: tuple[Life, ...] = ()
    stays: tuple[Stay, ...] = ()
    deeds: tuple[Deed, ...] = ()
    members: Mapping[TeamId, tuple[SeatId, ...]] = field(default_factory=dict)

    def audiences(self, eye: Eye) -> frozenset[str]:
        """To whom something is said that these eyes may read: a team knows what any of its players knows."""
        if eye.team is None:
            return frozenset()
        seats = (eye.seat,) if eye.seat else self.members.get(eye.team, ())
        return frozenset({ALL, f"team:{eye.team}", *(f"seat:{seat}" for seat in seats)})

    def learned(self, fact: Fact, eye: Eye) -> int | None:
        """With which entry these eyes learned a fact: those whose doing it was, when they did it; None for never."""
        if eye.is_truth:
            return fact.seq
        audiences = self.audiences(eye)
        if audiences & set(fact.by):
            return fact.tellable
        return min((max(seq, fact.tellable) for to, seq in fact.known if to in audiences), default=None)

    def known_at(self, eye: Eye, seq: int) -> tuple[Fact, ...]:
        """The facts that these eyes knew right after an entry, in the order in which they happened."""
        return tuple(each for each in self.facts if (known := self.learned(each, eye)) is not None and known <= seq)

    def hidden_at(self, eye: Eye, seq: int) -> tuple[Fact, ...]:
        """What was so right after an entry, touched these eyes' player or team, and was not known to them."""
        audiences = self.audiences(eye) - {ALL}
        return tuple(
            each
            for each in self.facts
            if each.seq <= seq
            and not (each.over and each.over <= seq)
            and audiences & set(each.touches)
            and ((known := self.learned(each, eye)) is None or known > seq)
        )


def chronicle(moments: Iterable[Moment[Any]], makers: Iterable[MakeChronicler], end: Any, head: int) -> Chronicle:
    """One pass: every chronicler sees every moment; `end` is the last state. `members` are of the teams as they are at the end."""
    writers = [make() for make in makers]
    records: list[Record] = []
    rounds: dict[int, RoundSpan] = {}
    for moment in moments:
        known = rounds.get(moment.round)
        first, began = (known.first, known.began) if known else (moment.seq, moment.at)
        rounds[moment.round] = RoundSpan(number=moment.round, first=first, last=moment.seq, began=began, ended=moment.at)
        for writer in writers:
            records.extend(writer.see(moment))
    for writer in writers:
        records.extend(writer.end(end))
    members: dict[TeamId, tuple[SeatId, ...]] = {}
    for seat in sorted(end.seats.values(), key=lambda each: (each.team, each.rank, each.id)):
        members[seat.team] = (*members.get(seat.team, ()), seat.id)
    return Chronicle(
        head=head,
        rounds=tuple(rounds[number] for number in sorted(rounds)),
        facts=_of(Fact, records),
        points=_of(Point, records),
        ties=_of(Tie, records),
        lives=tuple(each for each in records if isinstance(each, Life)),
        stays=_of(Stay, records),
        deeds=_of(Deed, records),
        members=members,
    )


R = TypeVar("R", Fact, Point, Tie, Stay, Deed)


def _of(kind: type[R], records: Iterable[Record]) -> tuple[R, ...]:
    return tuple(sorted((each for each in records if isinstance(each, kind)), key=lambda each: each.seq))
