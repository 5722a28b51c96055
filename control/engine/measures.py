"""Measure: a fold over a game that ends in figures: what it came to, what mattered in it, how long its steps took.

Pure. Figures of many games are put together by the lab, those of one are held against them. A key is a path of lower-case
words with slashes, `winner/team`; whoever plays a room knows what counts there and says so under keys of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from control.engine.chronicle import Moment
from control.engine.ids import SeatId

ONE: Final = 1


@dataclass(slots=True)
class Sums:
    """The figures of one game, while it is looked at: answers, whole numbers, and one number for each round."""

    names: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    curves: dict[str, list[int]] = field(default_factory=dict)

    def add(self, key: str, by: int = ONE) -> None:
        self.counts[key] += by

    def at_least(self, key: str, value: int) -> None:
        """The greatest of some numbers."""
        self.counts[key] = max(self.counts[key], value)


class Measure(Protocol):
    """Fold: sees every event that stands, once and in order, and what is so at the end. It must be total."""

    def see(self, moment: Moment[Any], sums: Sums) -> None: ...

    def end(self, state: Any, sums: Sums) -> None: ...


MakeMeasure: TypeAlias = Callable[[], Measure]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long one thing takes those who do it: seconds, in which step of its room, and how many of it an event holds.

    `step` may be a function of the event. `at_once`: several do it side by side, so that the longest counts.
    """

    seconds: int
    step: str | Callable[[Any], str]
    count: Callable[[Any], int] = lambda _event: ONE
    at_once: bool = False

    def step_of(self, event: Any) -> str:
        return self.step if isinstance(self.step, str) else self.step(event)


Paces: TypeAlias = Mapping[type, tuple[Pace, ...]]
Deciders: TypeAlias = Mapping[type, Callable[[Any], Iterable[SeatId]]]  # who decided something with such an event


Names: TypeAlias = Mapping[str, str]  # what is called how, in the order in which it is read


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with one answer a game, under `key`: its title, the answers that there are, and which shares they have by rights.

    `teams`: the answers are teams, drawn in their colours. `key` may hold {round}: the same question of every round.
    """

    key: str
    title: str
    names: Callable[[Any], Names] = lambda _scenario: {}
    by_rights: Callable[[Any], Mapping[str, float]] = lambda _scenario: {}
    teams: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Something of which a scenario has several, a kind of law or a castle, counted under `prefix`/its id/one of the columns.

    `path` is where one of them stands in the scenario, with {id}, as the checker of scenarios writes paths; `paths` says it where
    it bears no id there. `never` is a sentence for one of which `matters` was nought in every game, `some` for the others.
    """

    prefix: str
    title: str
    columns: Names
    names: Callable[[Any], Names]
    matters: str
    path: str = ""
    paths: Callable[[Any], Names] = lambda _scenario: {}
    more: Names = field(default_factory=dict)
    never: str = ""
    some: str = ""
    teams: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """An answer, a team, whose chance can be told at every moment of a day by the days that bots have played.

    The answer stands under `key`. `points` are series of a chronicle and `lives` lanes of it by which the chance is told, each with
    the key of the curve, with {team}, that has the same number at the end of each round: of a series its number, of a lane 1 while
    one of its lives goes on that is the team's. `series` is what the chances are called in addresses, `title` for people, `meaning`
    says what they are, with {days} for how many.
    """

    key: str
    series: str
    title: str
    meaning: str
    points: Names
    lives: Names = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a game or a room brings to the lab: measures, how long things take there, by which events players decide something.

    `asked` and `listed` are the tables of the report, `words` what single numbers are called that stand in none of them.
    `foreseen` is what the debrief tells the chance of.
    """

    measures: tuple[MakeMeasure, ...] = ()
    paces: Paces = field(default_factory=dict)
    decides: Deciders = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
    listed: tuple[Listed, ...] = ()
    words: Names = field(default_factory=dict)
    foreseen: Foreseen | None = None
