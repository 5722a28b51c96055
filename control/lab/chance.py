"""Win probability of each team, fitted to bot games with a similar standing. Pure.

The second half follows one day: the points of a series, the reasons for jumps, and the picture's caption.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from control.debrief.pictures.records import DaySource
from control.debrief.pictures.scale import number_words
from control.engine.chronicle import SeriesPoint
from control.engine.ids import TeamId
from control.engine.language import later, say
from control.engine.measures import TeamChance
from control.engine.records import replace
from control.lab.outcomes import GameOutcome

MOST: Final = 400  # most games used for a fit
LEAST: Final = 60  # fewest games for a fit
RIDGE: Final = 0.1  # strength of the ridge penalty towards the start weights
STEPS: Final = 12  # most Newton steps; a few are enough
ENOUGH: Final = 1e-3  # the fit stops at a step with a smaller gain
TINY: Final = 1e-12  # lower bound of a probability in a logarithm
STANDING: Final = 0.5  # prior count of every answer, so that none has probability 0

Row: TypeAlias = tuple[float, ...]  # features of one possible answer
Rows: TypeAlias = tuple[Row, ...]  # one row for each team in order, then one for nobody


class FinishedGame(Struct, frozen=True, kw_only=True):
    """Features at the end of each round, and the answer: index of the winning team, or the last index for nobody."""

    rounds: tuple[Rows, ...]
    answer: int


class Chances(Struct, frozen=True, kw_only=True):
    """Fitted model. `weights`: one row for each number of finished rounds, from 0. `scale`: standard deviation of each curve."""

    teams: tuple[TeamId, ...]
    games: int
    share: tuple[float, ...]  # share of games won by each team, then by nobody
    scale: tuple[float, ...]
    weights: tuple[Row, ...]

    def at(self, over: int, stands: Sequence[Mapping[TeamId, float]]) -> dict[TeamId, float]:
        """Win probability of each team after `over` rounds. `stands`: for each curve, the value of each team."""
        rows = _rows(self.teams, stands, self.scale, self.share)
        found = _likely(self.weights[min(over, len(self.weights) - 1)], rows)
        return dict(zip(self.teams, found, strict=False))


def chances(outcomes: Iterable[GameOutcome], teams: Sequence[TeamId], answer: str, curves: Sequence[str]) -> Chances | None:
    """Fit a model of the answer under a key by these curves, whose keys contain {team}. None if there are
    fewer than `LEAST` games.
    """
    played = [each for each in outcomes if all(each.curves.get(key.format(team=team)) for key in curves for team in teams)]
    if len(played) < LEAST:
        return None
    won = Counter(each.names.get(answer, "") for each in played)
    counted = [won[team] + STANDING for team in teams]
    counted.append(len(played) - sum(won[team] for team in teams) + STANDING)
    share = tuple([each / sum(counted) for each in counted])
    scale = tuple([_spread(played, teams, key) for key in curves])
    games = [_game(each, teams, answer, curves, scale, share) for each in played]
    start = (*(0.0 for _each in curves), 1.0, 0.0)
    weights = [start]
    for over in range(min(len(each.rounds) for each in games)):
        weights.append(_fitted([(each.rounds[over], each.answer) for each in games], start))
    return Chances(teams=tuple(teams), games=len(games), share=share, scale=scale, weights=tuple(weights))


def _spread(played: Sequence[GameOutcome], teams: Sequence[TeamId], key: str) -> float:
    """Standard deviation of a curve over all games, teams and rounds. 1 if all values are equal."""
    values = [value for each in played for team in teams for value in each.curves[key.format(team=team)]]
    mean = sum(values) / len(values)
    return math.sqrt(sum([(each - mean) ** 2 for each in values]) / len(values)) or 1.0


def _game(
    played: GameOutcome, teams: Sequence[TeamId], answer: str, curves: Sequence[str], scale: Sequence[float], share: Sequence[float]
) -> FinishedGame:
    of_key = [{team: played.curves[key.format(team=team)] for team in teams} for key in curves]
    count = min(len(curve) for by_team in of_key for curve in by_team.values())
    rounds = [
        _rows(teams, [{team: by_team[team][over] for team in teams} for by_team in of_key], scale, share) for over in range(count)
    ]
    won = played.names.get(answer, "")
    return FinishedGame(rounds=tuple(rounds), answer=next((at for at, team in enumerate(teams) if team == won), len(teams)))


def _rows(
    teams: Sequence[TeamId], stands: Sequence[Mapping[TeamId, float]], scale: Sequence[float], share: Sequence[float]
) -> Rows:
    """Features of each answer: scaled values, logarithm of its share, and 1 for nobody."""
    found = [
        (*(by_team.get(team, 0.0) / per for by_team, per in zip(stands, scale, strict=True)), math.log(often), 0.0)
        for team, often in zip(teams, share, strict=False)
    ]
    return (*found, (*(0.0 for _each in scale), math.log(share[-1]), 1.0))


def _likely(weights: Row, rows: Rows) -> list[float]:
    """Probability of each answer. The sum is 1."""
    scores = [sum([weight * value for weight, value in zip(weights, row, strict=True)]) for row in rows]
    most = max(scores)
    sizes = [math.exp(each - most) for each in scores]
    whole = sum(sizes)
    return [each / whole for each in sizes]


def _fitted(games: Sequence[tuple[Rows, int]], start: Row) -> Row:
    """Maximum-likelihood weights with a ridge penalty towards `start`, by Newton's method. The function has a single maximum."""
    weights, height = start, _height(start, start, games)
    for _step in range(STEPS):
        slope, bend = _ground(weights, start, games)
        by, part = _solved(bend, slope), 1.0
        while True:  # halve a step that leads down
            tried = tuple([weight + part * each for weight, each in zip(weights, by, strict=True)])
            reached = _height(tried, start, games)
            if reached >= height or part < ENOUGH:
                break
            part /= 2
        done = reached - height < ENOUGH
        weights, height = tried, reached
        if done:
            break
    return weights


def _height(weights: Row, start: Row, games: Sequence[tuple[Rows, int]]) -> float:
    """Log-likelihood of the games under these weights, minus the ridge penalty."""
    held = sum([(weight - each) ** 2 for weight, each in zip(weights, start, strict=True)])
    return sum([math.log(_likely(weights, rows)[answer] + TINY) for rows, answer in games]) - RIDGE * held / 2


def _ground(weights: Row, start: Row, games: Sequence[tuple[Rows, int]]) -> tuple[list[float], list[list[float]]]:
    """Gradient at these weights, and negative Hessian."""
    size = len(start)
    slope = [-RIDGE * (weight - held) for weight, held in zip(weights, start, strict=True)]
    bend = [[RIDGE * (one == other) for other in range(size)] for one in range(size)]
    for rows, answer in games:
        likely = _likely(weights, rows)
        mean = [sum([p * row[at] for p, row in zip(likely, rows, strict=True)]) for at in range(size)]
        for at in range(size):
            slope[at] += rows[answer][at] - mean[at]
            for other in range(at + 1):
                both = sum([p * row[at] * row[other] for p, row in zip(likely, rows, strict=True)])
                bend[at][other] += both - mean[at] * mean[other]
    for at in range(size):
        for other in range(at):
            bend[other][at] = bend[at][other]
    return slope, bend


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solution of a linear system. The matrix is symmetric and, through the ridge, positive definite."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        for below in range(at + 1, size):
            by = rows[below][at] / rows[at][at]
            rows[below] = [value - by * above for value, above in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum([rows[at][other] * found[other] for other in range(at + 1, size)])
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found


PERCENT: Final = later("{value}%")


class ChanceChange(Struct, frozen=True, kw_only=True):
    """A new value of one feature of a team from an entry on, and the reason."""

    seq: int
    looked_at: int  # index of the series or lane
    team: TeamId
    value: float
    why: str
    word: str = ""  # name of the number; "" for a yes or no


def with_chances(
    told: DaySource, foreseen: TeamChance, found: Chances, days: str, ends: Sequence[int], winner: TeamId | None
) -> DaySource:
    """Day with the win probability of each team as an additional series.

    `days`: number of simulated days, in words. `ends`: last entries of commands. `winner`: the final winner.
    """
    points = tuple(_points(told, foreseen, found, ends, winner))
    chronicle = told.chronicle
    words = dict[str, str]()
    for kind, word in told.words.items():
        words[kind] = word
        if kind == next(iter(foreseen.points)):  # it follows its first input
            words[foreseen.series] = say(foreseen.title)
    said = _said(told, points, winner)
    return replace(
        told,
        chronicle=replace(chronicle, points=tuple(sorted((*chronicle.points, *points), key=lambda each: each.seq))),
        words=words,
        meanings={**told.meanings, foreseen.series: say(foreseen.meaning, days=days)},
        units={**told.units, foreseen.series: PERCENT},
        said={**told.said, foreseen.series: said} if said else told.said,
    )


def _points(
    told: DaySource, foreseen: TeamChance, found: Chances, ends: Sequence[int], winner: TeamId | None
) -> Iterator[SeriesPoint]:
    """A point for each team whose rounded percentage changes: at ends of commands, starts of rounds and the end of the day."""
    stands: list[dict[TeamId, float]] = [{} for _each in (*foreseen.points, *foreseen.lives)]
    at_end = defaultdict[int, list[ChanceChange]](list)
    for change in _changes(told, foreseen):
        at_end[_settled(ends, change.seq)].append(change)
    rounds = [each for each in told.chronicle.rounds if each.number > 0]
    for span in rounds:
        at_end[_settled(ends, span.first)] += ()
    known = dict[TeamId, int]()
    last = rounds[-1].last if rounds else 0
    for seq in sorted(at_end):
        number = max((each.number for each in rounds if each.first <= seq), default=0)
        reasons = dict(_reasons(at_end[seq], stands))
        chances = found.at(max(number - 1, 0), stands)
        yield from _changed(foreseen.series, seq, number, chances, known, reasons)
    if rounds:
        truth = {team: float(team == winner) for team in found.teams}
        why = {winner: (1.0, say("So the day ended."))} if winner else {}
        yield from _changed(foreseen.series, max(last, *at_end), rounds[-1].number, truth, known, why)


def _changed(
    series: str,
    seq: int,
    number: int,
    chances: Mapping[TeamId, float],
    known: dict[TeamId, int],
    reasons: Mapping[TeamId, tuple[float, str]],
) -> Iterator[SeriesPoint]:
    for team, chance in chances.items():
        value = round(100 * chance)
        if known.get(team) != value:
            more, why = reasons.get(team, (0.0, ""))
            because = (value - known.get(team, 0)) * more > 0  # a team that gained but lost probability lost it to others' gains
            known[team] = value
            yield SeriesPoint(series=series, team=team, seq=seq, round=number, value=value, why=why if because else "")


def _changes(told: DaySource, foreseen: TeamChance) -> list[ChanceChange]:
    """All changes of features, in the order of the entries. At one entry, endings come before beginnings."""
    found = list[ChanceChange]()
    for at, series in enumerate(foreseen.points):
        word = told.word(series)
        for point in told.chronicle.points:
            if point.series == series and point.team is not None:
                found.append(
                    ChanceChange(seq=point.seq, looked_at=at, team=point.team, value=point.value, why=point.why, word=word)
                )
    for at, lane in enumerate(foreseen.lives, len(foreseen.points)):
        for life in told.chronicle.lives:
            team = told.team_of(life.owner)
            if life.lane != lane or team is None:
                continue
            found.append(ChanceChange(seq=life.turns[0].seq, looked_at=at, team=team, value=1.0, why=life.turns[0].words))
            if not life.lasts:
                found.append(ChanceChange(seq=life.turns[-1].seq, looked_at=at, team=team, value=0.0, why=life.turns[-1].words))
    return sorted(found, key=lambda each: (each.seq, each.value))


def _reasons(changes: Sequence[ChanceChange], stands: Sequence[dict[TeamId, float]]) -> Iterator[tuple[TeamId, tuple[float, str]]]:
    """Apply the changes to `stands`. Yield amount and reason of each team's change: the last feature counts most, then the largest
    change.
    """
    weightiest = dict[TeamId, tuple[int, float]]()
    for change in changes:
        before = stands[change.looked_at].get(change.team, 0.0)
        stands[change.looked_at][change.team] = change.value
        weight = (change.looked_at, abs(change.value - before))
        if change.value != before and weight > weightiest.get(change.team, (-1, 0.0)):
            weightiest[change.team] = weight
            yield change.team, (change.value - before, _because(change, change.value - before))


def _because(change: ChanceChange, more: float) -> str:
    """Reason of a change, with its amount if it is a number, because the reason alone does not name it."""
    if not change.why or not change.word:
        return change.why
    words = f"{'+' if more > 0 else '−'}{number_words(abs(more))}"
    return say("{word} {change}: {why}", word=change.word, change=words, why=change.why)


def _settled(ends: Sequence[int], seq: int) -> int:
    """Last entry of the command that this entry belongs to. Nobody saw a state in between."""
    at = bisect_left(ends, seq)
    return ends[at] if at < len(ends) else seq


def _said(told: DaySource, points: Sequence[SeriesPoint], winner: TeamId | None) -> str:
    """Sentence: since when the winner was the most likely, and the lowest probability. "" if nobody has won."""
    if winner is None or not points:
        return ""
    now, since, least = dict[TeamId, float](), 0, (101.0, 0)
    for point in points:
        if point.team is None:
            continue
        now[point.team] = point.value
        own = now.get(winner, 0.0)
        if own < max(now.values()):
            since = 0
        elif not since:
            since = point.seq
        if point.team == winner and own < least[0]:
            least = own, point.seq
    rounds = [each for each in told.chronicle.rounds if each.number > 0]

    def round_of(seq: int) -> str:
        return told.round_title(max([each.number for each in rounds if each.first <= seq], default=rounds[0].number))

    return say(
        "From {since} to the end {name} was the likeliest; its lowest chance was {value}, in {round}.",
        name=told.look(winner).name,
        since=round_of(since),
        value=say(PERCENT, value=f"{least[0]:.0f}"),
        round=round_of(least[1]),
    )
