"""Chance: how likely each team is to be the answer in the end, as games of bots that stood like this came out. Pure.

A conditional logit (McFadden) for each round: of the teams and of nobody, one is the answer, the likelier the more it has of what
is looked at. The weights are those that fit the games that bots have played, held back by a ridge, so that few games say little:
without any a team has its share of all games. What stands in a round is judged by the round that was over last.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from control.engine.ids import TeamId
from control.lab.outcomes import Outcome

MOST: Final = 400  # games that are looked at
LEAST: Final = 60  # of fewer nobody can tell
RIDGE: Final = 0.1  # how strongly weights are held to what they are without any game
STEPS: Final = 12  # of Newton's, of which a few are enough
ENOUGH: Final = 1e-3  # a step that gains less than this is the last one
TINY: Final = 1e-12  # no chance is smaller
STANDING: Final = 0.5  # what every answer has before any game is counted, so that nothing is impossible

Row: TypeAlias = tuple[float, ...]  # what is looked at of one possible answer
Rows: TypeAlias = tuple[Row, ...]  # of each team in order, and of nobody last


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """What stood at the end of each round, and which answer came out: the place of a team, or the last for nobody."""

    rounds: tuple[Rows, ...]
    answer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """What the games say. `weights` are those of each round that may be over, of none first; `scale` how far teams are apart."""

    teams: tuple[TeamId, ...]
    games: int
    share: tuple[float, ...]  # of all games, of each team and of nobody
    scale: tuple[float, ...]
    weights: tuple[Row, ...]

    def at(self, over: int, stands: Sequence[Mapping[TeamId, float]]) -> dict[TeamId, float]:
        """The chance of each team when so many rounds are over and `stands` is what each has of all that is looked at."""
        rows = _rows(self.teams, stands, self.scale, self.share)
        found = _likely(self.weights[min(over, len(self.weights) - 1)], rows)
        return dict(zip(self.teams, found, strict=False))


def chances(outcomes: Iterable[Outcome], teams: Sequence[TeamId], answer: str, curves: Sequence[str]) -> Chances | None:
    """What games say of the answer under a key by these curves, whose keys hold {team}; None where they are too few."""
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


def _spread(played: Sequence[Outcome], teams: Sequence[TeamId], key: str) -> float:
    """How far what a team has at the end of a round is from what teams have on average; 1 where all have the same."""
    values = [value for each in played for team in teams for value in each.curves[key.format(team=team)]]
    mean = sum(values) / len(values)
    return math.sqrt(sum([(each - mean) ** 2 for each in values]) / len(values)) or 1.0


def _game(
    played: Outcome, teams: Sequence[TeamId], answer: str, curves: Sequence[str], scale: Sequence[float], share: Sequence[float]
) -> Game:
    of_key = [{team: played.curves[key.format(team=team)] for team in teams} for key in curves]
    count = min(len(curve) for by_team in of_key for curve in by_team.values())
    rounds = [
        _rows(teams, [{team: by_team[team][over] for team in teams} for by_team in of_key], scale, share) for over in range(count)
    ]
    won = played.names.get(answer, "")
    return Game(rounds=tuple(rounds), answer=next((at for at, team in enumerate(teams) if team == won), len(teams)))


def _rows(
    teams: Sequence[TeamId], stands: Sequence[Mapping[TeamId, float]], scale: Sequence[float], share: Sequence[float]
) -> Rows:
    """What is looked at of each: how it stands, how often it wins at all, and whether it is nobody."""
    found = [
        (*(by_team.get(team, 0.0) / per for by_team, per in zip(stands, scale, strict=True)), math.log(often), 0.0)
        for team, often in zip(teams, share, strict=False)
    ]
    return (*found, (*(0.0 for _each in scale), math.log(share[-1]), 1.0))


def _likely(weights: Row, rows: Rows) -> list[float]:
    """How likely each is, of 1 together."""
    scores = [sum([weight * value for weight, value in zip(weights, row, strict=True)]) for row in rows]
    most = max(scores)
    sizes = [math.exp(each - most) for each in scores]
    whole = sum(sizes)
    return [each / whole for each in sizes]


def _fitted(games: Sequence[tuple[Rows, int]], start: Row) -> Row:
    """The weights under which these games are likeliest, held to where they start: Newton's way up a hill with one top."""
    weights, height = start, _height(start, start, games)
    for _step in range(STEPS):
        slope, bend = _ground(weights, start, games)
        by, part = _solved(bend, slope), 1.0
        while True:  # less of the step, where all of it leads down
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
    """How likely the games are under these weights, as a logarithm, less what the ridge takes."""
    held = sum([(weight - each) ** 2 for weight, each in zip(weights, start, strict=True)])
    return sum([math.log(_likely(weights, rows)[answer] + TINY) for rows, answer in games]) - RIDGE * held / 2


def _ground(weights: Row, start: Row, games: Sequence[tuple[Rows, int]]) -> tuple[list[float], list[list[float]]]:
    """How it slopes at these weights, and how that bends, upwards both."""
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
    """The solution of a few linear equations; the matrix is symmetric and, by the ridge, positive."""
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
