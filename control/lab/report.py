"""Report of a study: a fold over outcomes in the order of their seeds. Pure, and the same bytes for the same outcomes.

Every answer and every figure keeps the games that it was made of, so that whoever reads a number can look at the days behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from control.lab.outcomes import STUCK, Outcome
from control.lab.statistics import ASIDE, mean, wilson

LISTED: Final = 24  # games that are kept beside a figure: those in which it is greatest
PICKED: Final = 12  # games of each list of the strangest, longest and so on
FEWEST: Final = 20  # answers before any of them is called further from its share by rights than chance explains
BESIDE: Final = 20  # of so many games one may have an answer that none has by rights

Expected: TypeAlias = Mapping[str, Mapping[str, float]]  # of an answer's key, the share that each answer would have by rights
_Value: TypeAlias = Callable[[Outcome], int]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to a question: in how many of the games that have one, and the share with its bounds; by rights `expected`."""

    value: str
    games: int
    of: int
    share: float
    low: float
    high: float
    expected: float | None = None
    seeds: tuple[int, ...] = ()

    @property
    def times(self) -> float | None:
        """So many times what it would have by rights."""
        return self.share / self.expected if self.expected else None

    @property
    def apart(self) -> bool:
        """Is it further from what it would have by rights than chance explains? Of few answers nobody knows; and as many are
        asked at once, the bounds are wider than those that are told."""
        return self.expected is not None and self.of >= FEWEST and not wilson(self.games, self.of, ASIDE).holds(self.expected)


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A number that each game has: in how many it is not nought, its mean over all with bounds, and the games with most of it."""

    games: int
    of: int
    total: int
    mean: float
    low: float
    high: float
    least: int
    most: int
    seeds: tuple[int, ...] = ()

    @property
    def share(self) -> float:
        return self.games / self.of if self.of else 0.0


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """A number of each round: its mean, and between which values eight games of ten lie."""

    mean: tuple[float, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    zero: tuple[int, ...]  # in how many games it is nought
    of: tuple[int, ...]


class Picked(msgspec.Struct, frozen=True, kw_only=True):
    """A game worth a look, and the number by which it is."""

    seed: int
    value: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What many games of one side came to. `stuck` are those without an end, by their seeds as words."""

    games: int
    first: int
    last: int
    stuck: Mapping[str, str] = {}
    answers: Mapping[str, tuple[Answer, ...]] = {}
    figures: Mapping[str, Figure] = {}
    curves: Mapping[str, Curve] = {}
    picked: Mapping[str, tuple[Picked, ...]] = {}

    def answer(self, key: str, value: str) -> Answer | None:
        return next((each for each in self.answers.get(key, ()) if each.value == value), None)

    def figure(self, key: str) -> Figure:
        """A number; one that no game has is nought in all of them."""
        bare = Figure(games=0, of=self.games, total=0, mean=0.0, low=0.0, high=0.0, least=0, most=0)
        return self.figures.get(key, bare)

    def under(self, prefix: str) -> Iterator[str]:
        """The figures whose keys begin so."""
        return (key for key in self.figures if key.startswith(prefix))


def report_of(outcomes: Iterable[Outcome], expected: Expected | None = None) -> Report:
    """The report on these outcomes, which may come in any order; `expected` are the shares that answers would have by rights."""
    every = sorted(outcomes, key=lambda each: each.seed)
    games = [each for each in every if STUCK not in each.names]
    return Report(
        games=len(games),
        first=every[0].seed if every else 0,
        last=every[-1].seed if every else 0,
        stuck={str(each.seed): each.names[STUCK] for each in every if STUCK in each.names},
        answers=_answers(games, expected or {}),
        figures=_figures(games),
        curves=_curves(games),
        picked=_picked(games),
    )


def written(report: Report) -> bytes:
    """The one way in which a report is written."""
    return msgspec.json.encode(report, order="sorted")


def _answers(games: Sequence[Outcome], expected: Expected) -> dict[str, tuple[Answer, ...]]:
    """The answers under every key, the commonest first; one that has a share by rights stands there with no game, too."""
    found: dict[str, dict[str, list[int]]] = {}
    for each in games:
        for key, value in each.names.items():
            found.setdefault(key, {}).setdefault(value, []).append(each.seed)
    rights = {key: _rights(found[key], expected.get(key, {})) for key in found}
    for key, shares in rights.items():
        for value in shares:
            found[key].setdefault(value, [])
    made = {}
    for key in sorted(found):
        of = sum(map(len, found[key].values()))
        made[key] = tuple(
            _answer(value, seeds, of, rights[key].get(value))
            for value, seeds in sorted(found[key].items(), key=lambda each: (-len(each[1]), each[0]))
        )
    return made


def _rights(found: Mapping[str, Sequence[int]], expected: Mapping[str, float]) -> Mapping[str, float]:
    """What each would have by rights; nobody knows where more than a few games have an answer beside these, as a shared victory."""
    every = sum(map(len, found.values()))
    beside = sum(len(seeds) for value, seeds in found.items() if value not in expected)
    return expected if beside * BESIDE <= every else {}


def _answer(value: str, seeds: list[int], of: int, expected: float | None) -> Answer:
    found = wilson(len(seeds), of)
    return Answer(
        value=value,
        games=len(seeds),
        of=of,
        share=found.value,
        low=found.low,
        high=found.high,
        expected=expected,
        seeds=tuple(seeds),
    )


def _figures(games: Sequence[Outcome]) -> dict[str, Figure]:
    found: dict[str, dict[int, int]] = {}
    for each in games:
        for key, value in each.counts.items():
            found.setdefault(key, {})[each.seed] = value
    return {key: _figure(found[key], len(games)) for key in sorted(found)}


def _figure(values: Mapping[int, int], of: int) -> Figure:
    """A game that has no such number has nought of it."""
    every = [*values.values(), *([0] * (of - len(values)))]
    bounds = mean(every)
    most = sorted(values, key=lambda seed: (-values[seed], seed))
    return Figure(
        games=sum(bool(value) for value in values.values()),
        of=of,
        total=sum(every),
        mean=bounds.value,
        low=bounds.low,
        high=bounds.high,
        least=min(every, default=0),
        most=max(every, default=0),
        seeds=tuple(seed for seed in most if values[seed])[:LISTED],
    )


def _curves(games: Sequence[Outcome]) -> dict[str, Curve]:
    found: dict[str, list[tuple[int, ...]]] = {}
    for each in games:
        for key, values in each.curves.items():
            found.setdefault(key, []).append(values)
    return {key: _curve(found[key]) for key in sorted(found)}


def _curve(several: Sequence[tuple[int, ...]]) -> Curve:
    rounds = [sorted(each[at] for each in several if at < len(each)) for at in range(max(map(len, several)))]
    return Curve(
        mean=tuple(sum(each) / len(each) for each in rounds),
        low=tuple(each[len(each) // 10] for each in rounds),
        high=tuple(each[len(each) - 1 - len(each) // 10] for each in rounds),
        zero=tuple(sum(not value for value in each) for each in rounds),
        of=tuple(map(len, rounds)),
    )


# --- games worth a look -------------------------------------------------------------------------------------------------


def _picked(games: Sequence[Outcome]) -> dict[str, tuple[Picked, ...]]:
    """The games with most and least of what is told of a game, and the strangest: those with the rarest answers and events."""
    found = {
        "one-sided": _most(games, lambda each: each.counts.get("margin", 0)),
        "turbulent": _most(games, lambda each: each.counts.get("lead-changes", 0)),
        "comeback": _most(games, lambda each: each.counts.get("comeback", 0)),
        "longest": _most(games, lambda each: each.counts.get("seconds", 0)),
        "shortest": _most(games, lambda each: -each.counts.get("seconds", 0)),
        "strangest": _most(games, _strangeness(games)),
    }
    differ = {name: several for name, several in found.items() if len({each.value for each in several}) > 1}
    most = max(len(games) // 2, 1)  # of few games the longest are not the shortest as well
    return {name: tuple(each for each in several if each.value)[:most] for name, several in differ.items()}


def _most(games: Sequence[Outcome], value_of: _Value) -> tuple[Picked, ...]:
    found = sorted(((value_of(each), each.seed) for each in games), key=lambda each: (-each[0], each[1]))
    return tuple(Picked(seed=seed, value=abs(value)) for value, seed in found[:PICKED])


def _strangeness(games: Sequence[Outcome]) -> _Value:
    """How strange a game is: the sum over its answers and what happened in it, each the more the fewer games have it.

    What happened in one game of twenty or more is nothing strange.
    """
    answers = Counter((key, value) for each in games for key, value in each.names.items() if "/seat" not in key)
    happened = Counter(key for each in games for key, value in each.counts.items() if value)

    def rare(times: int) -> int:
        return max(0, 1000 - 20 * 1000 * times // len(games))  # only what happens in less than one game of twenty

    def strange(game: Outcome) -> int:
        told = sum(rare(answers[key, value]) for key, value in game.names.items() if (key, value) in answers)
        return told + sum(rare(happened[key]) for key, value in game.counts.items() if value)

    return strange


def rare_in(game: Outcome, report: Report, most: int = 12) -> tuple[tuple[str, int], ...]:
    """What was so in this game and in fewest others: keys, an answer as "key=value", with in how many games of the report."""
    found: dict[str, int] = {}
    for key, value in game.names.items():
        if "/seat" not in key and key != STUCK:
            known = report.answer(key, value)
            found[f"{key}={value}"] = known.games if known is not None else 0
    for key, number in game.counts.items():
        if number:
            found[key] = report.figure(key).games
    rarest = sorted(found.items(), key=lambda each: (each[1], each[0]))
    return tuple(each for each in rarest if 2 * each[1] < report.games)[:most]
