"""Measures: folds over a game that yield figures: its result, what mattered in it, how long its steps took.

Pure. The lab sums up the figures of many games and compares a single game with them. A key is a path of lower-case words with
slashes, `winner/team`. Each room uses its own keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from control.engine.chronicle import StoryMoment
from control.engine.ids import SeatId

ONE: Final = 1


@dataclass(slots=True)
class Sums:
    """Figures of one game in the making. `names`: answers. `counts`: whole numbers. `curves`: one number for each round."""

    names: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    curves: dict[str, list[int]] = field(default_factory=dict)

    def add(self, key: str, by: int = ONE) -> None:
        self.counts[key] += by

    def at_least(self, key: str, value: int) -> None:
        """Keep the greatest value."""
        self.counts[key] = max(self.counts[key], value)


class Measure(Protocol):
    """Fold over a game. It sees every valid event once and in order, then the last state. It must be total."""

    def see(self, moment: StoryMoment[Any], sums: Sums) -> None: ...

    def end(self, state: Any, sums: Sums) -> None: ...


MakeMeasure: TypeAlias = Callable[[], Measure]


class Pace(Struct, frozen=True, kw_only=True):
    """Time that an action takes its players.

    `seconds`: for one action. `step`: the step of its room, or a function of the event. `count`: the number of actions in an event.
    `at_once`: several players do it in parallel, so only the longest counts.
    """

    seconds: int
    step: str | Callable[[Any], str]
    count: Callable[[Any], int] = lambda _event: ONE
    at_once: bool = False

    def step_of(self, event: Any) -> str:
        return self.step if isinstance(self.step, str) else self.step(event)


Paces: TypeAlias = Mapping[type, tuple[Pace, ...]]
Deciders: TypeAlias = Mapping[type, Callable[[Any], Iterable[SeatId]]]  # the players who decided something by an event


Names: TypeAlias = Mapping[str, str]  # IDs to names, in reading order


class MeasuredQuestion(Struct, frozen=True, kw_only=True):
    """A question with one answer for each game.

    `key`: where the answer is; with {round} the question is asked for every round. `names`: the possible answers.
    `by_rights`: the fair share of each answer. `teams`: the answers are teams, drawn in their colours.
    """

    key: str
    title: str
    names: Callable[[Any], Names] = lambda _scenario: {}
    by_rights: Callable[[Any], Mapping[str, float]] = lambda _scenario: {}
    teams: bool = False


class Listed(Struct, frozen=True, kw_only=True):
    """A set of things in a scenario, such as laws or castles, with figures under `prefix`/ID/column.

    `columns`: the figures and their headings. `more`: names of figures that are no column. `names`: the things.
    `path`: a thing's path in the scenario, with {id}, as the scenario checker writes paths. `paths`: the paths of things without an
    ID there. `matters`: the column that shows whether a thing mattered. `never`: a sentence for a thing whose `matters` was 0 in
    every game. `some`: a sentence for the others. `teams`: the things are teams.
    """

    prefix: str
    title: str
    columns: Names
    names: Callable[[Any], Names]
    matters: str
    path: str = ""
    paths: Callable[[Any], Names] = lambda _scenario: {}
    more: Names = msgspec.field(default_factory=dict)
    never: str = ""
    some: str = ""
    teams: bool = False


class TeamChance(Struct, frozen=True, kw_only=True):
    """Forecast of an answer that is a team: its chance at every moment of a day, learned from days of bots.

    `key`: where the answer is. `points` and `lives`: the series and the lanes of a chronicle that predict it. Each has the key of a
    curve, with {team}. The curve holds the same number at the end of each round: the value of a series, or 1 while a life of the
    team in that lane goes on. `series`: the name of the chances in URLs. `title`: their name for people. `meaning`: what they mean,
    with {days} for the number of days.
    """

    key: str
    series: str
    title: str
    meaning: str
    points: Names
    lives: Names = msgspec.field(default_factory=dict)


class Measured(Struct, frozen=True, kw_only=True):
    """Part of a game or a room in the lab.

    `measures`: its measures. `paces`: how long its actions take. `decides`: the events by which players decide something.
    `asked`, `listed`: the tables of the report. `words`: names of single numbers outside the tables. `foreseen`: the forecast in
    the debrief.
    """

    measures: tuple[MakeMeasure, ...] = ()
    paces: Paces = msgspec.field(default_factory=dict)
    decides: Deciders = msgspec.field(default_factory=dict)
    asked: tuple[MeasuredQuestion, ...] = ()
    listed: tuple[Listed, ...] = ()
    words: Names = msgspec.field(default_factory=dict)
    foreseen: TeamChance | None = None
