"""Chronicle: the records of a day for the debrief, made in one pass over its journal, when everything is unsealed.

Pure. Each room brings chroniclers, because only the room knows its secrets, blows and bonds. A chronicler sees every valid event
once and in order, and writes records of a few kinds. Pages, pictures and awards use only records. So the platform draws them
without knowing a game.

An audience is "all", "team:cat" or "seat:cat-1", as in a report. A `seq` is the number of a journal entry. A record is true from
that entry on. `known` pairs each audience with the entry by which it learned the fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct, field

from control.engine.ids import RoomId, SeatId, TeamId
from control.engine.modules import Game, GameEvent
from control.engine.records import replace
from control.engine.reports import PersonDeed as PersonDeed

S = TypeVar("S")

ALL = "all"
NEVER: Known = ()
Known: TypeAlias = "tuple[tuple[str, int], ...]"  # audiences, each with the entry by which it learned the fact


class Eye(Struct, frozen=True, kw_only=True):
    """Point of view on a moment: a player (who also reads what the team is told), a team, or neither for the truth."""

    team: TeamId | None = None
    seat: SeatId | None = None

    @property
    def is_truth(self) -> bool:
        return self.team is None

    @property
    def name(self) -> str:
        """Its name in URLs: "truth", "team-cat", "seat-cat-1"."""
        return f"seat-{self.seat}" if self.seat else f"team-{self.team}" if self.team else "truth"


TRUTH = Eye()


class StoryMoment(Struct, Generic[S], frozen=True, kw_only=True):
    """One valid event with its entry, and the states before and after it."""

    seq: int
    at: datetime
    round: int
    event: GameEvent
    before: S
    after: S


class Fact(Struct, frozen=True, kw_only=True):
    """A secret or a blow: a plot, a forged order, a betrayal.

    `kind`: the room's word for it, by which facts are counted and drawn. `words`: the truth in one sentence. `seemed`: what those
    who did not know it saw instead. It is true from `seq` until `over` (0: the end of the day).
    `by`: the audiences that did it; they know it from the start. `touches`: the audiences that it concerns. `known`: who learned
    it, and when. `place`: a region of the map. `weight`: its importance.
    `before`: earlier wordings, each with the entry that ended it. A wording is "" while nobody could know the fact, not even those
    who were about to do it.
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
        """Return the wording known right after this entry."""
        return next((words for until, words in self.before if seq < until), self.words)

    @property
    def tellable(self) -> int:
        """The first entry after which anybody could know it."""
        silent = 0
        for until, words in self.before:
            if words:
                break
            silent = until
        return max(self.seq, silent)


class SeriesPoint(Struct, frozen=True, kw_only=True):
    """A value of a series from this entry on: "power", 12. `team`: None for everybody. `why`: the cause of a jump."""

    series: str
    team: TeamId | None
    seq: int
    round: int
    value: float
    why: str = ""


class Tie(Struct, frozen=True, kw_only=True):
    """A tie between two audiences: allied, attacked, betrayed, married. `one` acted first."""

    kind: str
    one: str
    other: str
    seq: int
    round: int
    words: str
    over: int = 0  # the entry with which it ended


class LifeTurn(Struct, frozen=True, kw_only=True):
    """A turn in the life of something: "placed", "advanced", "struck"."""

    kind: str
    seq: int
    round: int
    words: str


class Life(Struct, frozen=True, kw_only=True):
    """The life of a thing, turn by turn, such as a plot.

    `owner`: an audience; "" for nobody. `lasts`: it still existed when the day ended, so its last turn is not its end.
    """

    id: str
    lane: str  # the room's word; lives of one lane are drawn together
    title: str
    owner: str
    turns: tuple[LifeTurn, ...]
    lasts: bool = False


class Stay(Struct, frozen=True, kw_only=True):
    """The room and table of a player from this entry on."""

    seat: SeatId
    room: RoomId | None
    table: str
    seq: int
    round: int


Record: TypeAlias = Fact | SeriesPoint | Tie | Life | Stay | PersonDeed


class Chronicler(Protocol):
    """Fold that writes records. It sees every valid event once and in order; `end` writes what is known only at the end.

    It must be total: it skips events that it does not know.
    """

    def see(self, moment: StoryMoment[Any]) -> Iterable[Record]: ...

    def end(self, state: Any) -> Iterable[Record]: ...


MakeChronicler: TypeAlias = Callable[[], Chronicler]


class ToldDeeds(Struct, frozen=True):
    """Fold without memory: the deeds that events tell by themselves."""

    game: Game[Any]

    def see(self, moment: StoryMoment[Any]) -> Iterable[Record]:
        lines = self.game.events[type(moment.event)].tell(moment.event, moment.before, moment.after)
        return tuple(replace(each, seq=moment.seq, round=moment.round) for each in lines if isinstance(each, PersonDeed))

    def end(self, _state: Any) -> Iterable[Record]:
        return ()


class RoundSpan(Struct, frozen=True, kw_only=True):
    """The entries of a round, from `first` to `last`, and its time span."""

    number: int
    first: int
    last: int
    began: datetime
    ended: datetime


class Chronicle(Struct, frozen=True, kw_only=True):
    """All records of a day, each kind in order of entries. `head`: the last entry. `members`: the seats of each team."""

    head: int = 0
    rounds: tuple[RoundSpan, ...] = ()
    facts: tuple[Fact, ...] = ()
    points: tuple[SeriesPoint, ...] = ()
    ties: tuple[Tie, ...] = ()
    lives: tuple[Life, ...] = ()
    stays: tuple[Stay, ...] = ()
    deeds: tuple[PersonDeed, ...] = ()
    members: Mapping[TeamId, tuple[SeatId, ...]] = field(default_factory=dict)

    def audiences(self, eye: Eye) -> frozenset[str]:
        """Return the audiences that this eye reads. A team knows what any of its players knows."""
        if eye.team is None:
            return frozenset()
        seats = (eye.seat,) if eye.seat else self.members.get(eye.team, ())
        return frozenset({ALL, f"team:{eye.team}", *(f"seat:{seat}" for seat in seats)})

    def learned(self, fact: Fact, eye: Eye) -> int | None:
        """Return the entry by which this eye learned a fact; None for never. Those who did it knew it then."""
        if eye.is_truth:
            return fact.seq
        audiences = self.audiences(eye)
        if audiences & set(fact.by):
            return fact.tellable
        return min((max(seq, fact.tellable) for to, seq in fact.known if to in audiences), default=None)

    def known_at(self, eye: Eye, seq: int) -> tuple[Fact, ...]:
        """Return the facts that this eye knew right after an entry, in the order in which they happened."""
        return tuple(each for each in self.facts if (known := self.learned(each, eye)) is not None and known <= seq)

    def hidden_at(self, eye: Eye, seq: int) -> tuple[Fact, ...]:
        """Return the facts that were true right after an entry, concerned this eye, and were unknown to it."""
        audiences = self.audiences(eye) - {ALL}
        return tuple(
            each
            for each in self.facts
            if each.seq <= seq
            and not (each.over and each.over <= seq)
            and audiences & set(each.touches)
            and ((known := self.learned(each, eye)) is None or known > seq)
        )


def chronicle(moments: Iterable[StoryMoment[Any]], makers: Iterable[MakeChronicler], end: Any, head: int) -> Chronicle:
    """Return the chronicle: every chronicler sees every moment. `end`: the last state, which also gives the teams' members."""
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
        points=_of(SeriesPoint, records),
        ties=_of(Tie, records),
        lives=tuple(each for each in records if isinstance(each, Life)),
        stays=_of(Stay, records),
        deeds=_of(PersonDeed, records),
        members=members,
    )


R = TypeVar("R", Fact, SeriesPoint, Tie, Stay, PersonDeed)


def _of(kind: type[R], records: Iterable[Record]) -> tuple[R, ...]:
    return tuple(sorted((each for each in records if isinstance(each, kind)), key=lambda each: each.seq))
