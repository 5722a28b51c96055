"""Report of a study: a fold over outcomes in seed order. Pure. Equal outcomes give equal bytes.

Every answer and figure keeps the seeds of its games, so that readers can look at the days behind a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from control.lab.outcomes import STUCK, GameOutcome
from control.lab.statistics import ASIDE, mean, wilson

LISTED: Final = 24  # games kept with a figure: those with its greatest values
PICKED: Final = 12  # games in each list of the strangest, longest and so on
FEWEST: Final = 20  # fewest answers for a statement that a share is unfair
BESIDE: Final = 20  # one game in so many may have an answer without a fair share

Expected: TypeAlias = Mapping[str, Mapping[str, float]]  # fair share of each answer, by the key of the question
_Value: TypeAlias = Callable[[GameOutcome], int]


class AnswerShare(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to a question: its number of games out of `of` answered ones, and its share with bounds. `expected`: the fair
    share.
    """

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
        """Share divided by the fair share."""
        return self.share / self.expected if self.expected else None

    @property
    def apart(self) -> bool:
        """Whether the share differs from the fair share by more than chance explains. False for few answers. The bounds are wider
        than the displayed ones, because many answers are tested at once.
        """
        return self.expected is not None and self.of >= FEWEST and not wilson(self.games, self.of, ASIDE).holds(self.expected)


class GameFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A number that each game has: games in which it is not 0, mean of all with bounds, and the games with the highest values."""

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


class RoundCurve(msgspec.Struct, frozen=True, kw_only=True):
    """A number by round: its mean, and the bounds of the middle eight games of ten."""

    mean: tuple[float, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    zero: tuple[int, ...]  # number of games in which it is 0
    of: tuple[int, ...]


class NotableGame(msgspec.Struct, frozen=True, kw_only=True):
    """A notable game, and the number that makes it so."""

    seed: int
    value: int


class StudyReport(msgspec.Struct, frozen=True, kw_only=True):
    """Results of the games of one side. `stuck`: reasons of games without an end, by seed."""

    games: int
    first: int
    last: int
    stuck: Mapping[str, str] = {}
    answers: Mapping[str, tuple[AnswerShare, ...]] = {}
    figures: Mapping[str, GameFigure] = {}
    curves: Mapping[str, RoundCurve] = {}
    picked: Mapping[str, tuple[NotableGame, ...]] = {}

    def answer(self, key: str, value: str) -> AnswerShare | None:
        return next((each for each in self.answers.get(key, ()) if each.value == value), None)

    def figure(self, key: str) -> GameFigure:
        """Figure of a key. Zeros if no game has it."""
        bare = GameFigure(games=0, of=self.games, total=0, mean=0.0, low=0.0, high=0.0, least=0, most=0)
        return self.figures.get(key, bare)

    def under(self, prefix: str) -> Iterator[str]:
        """Keys of figures with this prefix."""
        return (key for key in self.figures if key.startswith(prefix))


def report_of(outcomes: Iterable[GameOutcome], expected: Expected | None = None) -> StudyReport:
    """Report of these outcomes, in any order. `expected`: fair shares of the answers."""
    every = sorted(outcomes, key=lambda each: each.seed)
    games = [each for each in every if STUCK not in each.names]
    return StudyReport(
        games=len(games),
        first=every[0].seed if every else 0,
        last=every[-1].seed if every else 0,
        stuck={str(each.seed): each.names[STUCK] for each in every if STUCK in each.names},
        answers=_answers(games, expected or {}),
        figures=_figures(games),
        curves=_curves(games),
        picked=_picked(games),
    )


def written(report: StudyReport) -> bytes:
    """Canonical bytes of a report."""
    return msgspec.json.encode(report, order="sorted")


def _answers(games: Sequence[GameOutcome], expected: Expected) -> dict[str, tuple[AnswerShare, ...]]:
    """Answers under every key, most frequent first. Answers with a fair share appear even without a game."""
    found: dict[str, dict[str, list[int]]] = {}
    for each in games:
        for key, value in each.names.items():
            found.setdefault(key, {}).setdefault(value, []).append(each.seed)
    rights = {key: _fair_shares(found[key], expected.get(key, {})) for key in found}
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


def _fair_shares(found: Mapping[str, Sequence[int]], expected: Mapping[str, float]) -> Mapping[str, float]:
    """Fair shares of a question. Empty if more than a few games have an answer without one, such as a shared victory."""
    every = sum(map(len, found.values()))
    beside = sum(len(seeds) for value, seeds in found.items() if value not in expected)
    return expected if beside * BESIDE <= every else {}


def _answer(value: str, seeds: list[int], of: int, expected: float | None) -> AnswerShare:
    found = wilson(len(seeds), of)
    return AnswerShare(
        value=value,
        games=len(seeds),
        of=of,
        share=found.value,
        low=found.low,
        high=found.high,
        expected=expected,
        seeds=tuple(seeds),
    )


def _figures(games: Sequence[GameOutcome]) -> dict[str, GameFigure]:
    found: dict[str, dict[int, int]] = {}
    for each in games:
        for key, value in each.counts.items():
            found.setdefault(key, {})[each.seed] = value
    return {key: _figure(found[key], len(games)) for key in sorted(found)}


def _figure(values: Mapping[int, int], of: int) -> GameFigure:
    """Statistics of a number. A game without it counts as 0."""
    every = [*values.values(), *([0] * (of - len(values)))]
    bounds = mean(every)
    most = sorted(values, key=lambda seed: (-values[seed], seed))
    return GameFigure(
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


def _curves(games: Sequence[GameOutcome]) -> dict[str, RoundCurve]:
    found: dict[str, list[tuple[int, ...]]] = {}
    for each in games:
        for key, values in each.curves.items():
            found.setdefault(key, []).append(values)
    return {key: _curve(found[key]) for key in sorted(found)}


def _curve(several: Sequence[tuple[int, ...]]) -> RoundCurve:
    rounds = [sorted(each[at] for each in several if at < len(each)) for at in range(max(map(len, several)))]
    return RoundCurve(
        mean=tuple(sum(each) / len(each) for each in rounds),
        low=tuple(each[len(each) // 10] for each in rounds),
        high=tuple(each[len(each) - 1 - len(each) // 10] for each in rounds),
        zero=tuple(sum(not value for value in each) for each in rounds),
        of=tuple(map(len, rounds)),
    )


# --- games worth a look -------------------------------------------------------------------------------------------------


def _picked(games: Sequence[GameOutcome]) -> dict[str, tuple[NotableGame, ...]]:
    """Games with the highest and lowest values, and the strangest ones, which have the rarest answers and events."""
    found = {
        "one-sided": _most(games, lambda each: each.counts.get("margin", 0)),
        "turbulent": _most(games, lambda each: each.counts.get("lead-changes", 0)),
        "comeback": _most(games, lambda each: each.counts.get("comeback", 0)),
        "longest": _most(games, lambda each: each.counts.get("seconds", 0)),
        "shortest": _most(games, lambda each: -each.counts.get("seconds", 0)),
        "strangest": _most(games, _strangeness(games)),
    }
    differ = {name: several for name, several in found.items() if len({each.value for each in several}) > 1}
    most = max(len(games) // 2, 1)  # keeps a game out of both the longest and the shortest
    return {name: tuple(each for each in several if each.value)[:most] for name, several in differ.items()}


def _most(games: Sequence[GameOutcome], value_of: _Value) -> tuple[NotableGame, ...]:
    found = sorted(((value_of(each), each.seed) for each in games), key=lambda each: (-each[0], each[1]))
    return tuple(NotableGame(seed=seed, value=abs(value)) for value, seed in found[:PICKED])


def _strangeness(games: Sequence[GameOutcome]) -> _Value:
    """Strangeness of a game: the sum over its answers and events. The fewer games share one, the more it counts.

    A thing that happens in one game of twenty or more counts nothing.
    """
    answers = Counter((key, value) for each in games for key, value in each.names.items() if "/seat" not in key)
    happened = Counter(key for each in games for key, value in each.counts.items() if value)

    def rare(times: int) -> int:
        return max(0, 1000 - 20 * 1000 * times // len(games))  # above 0 for less than one game of twenty

    def strange(game: GameOutcome) -> int:
        told = sum(rare(answers[key, value]) for key, value in game.names.items() if (key, value) in answers)
        return told + sum(rare(happened[key]) for key, value in game.counts.items() if value)

    return strange


def rare_facts(game: GameOutcome, report: StudyReport, most: int = 12) -> tuple[tuple[str, int], ...]:
    """Rarest facts of this game: keys (an answer as "key=value"), each with its number of games in the report."""
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
