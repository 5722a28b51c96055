"""Chance through a day that was played, as points of a series with what made it jump, and the picture's line. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from control.debrief.pictures.records import Told
from control.debrief.pictures.scale import number_words
from control.engine.chronicle import Point
from control.engine.ids import TeamId
from control.engine.language import later, say
from control.engine.measures import Foreseen
from control.lab.chances import Chances

PERCENT: Final = later("{value}%")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """That what is looked at of a team is another number from an entry on, and why."""

    seq: int
    looked_at: int  # the place of the series or lane
    team: TeamId
    value: float
    why: str
    word: str = ""  # what it is a number of; "" for what is so or is not


def with_chances(told: Told, foreseen: Foreseen, found: Chances, days: str, ends: Sequence[int], winner: TeamId | None) -> Told:
    """The day with the chance of each team as one more series. `days` says how many the chances are from, `ends` are the last
    entries of commands, `winner` who it was in the end."""
    points = tuple(_points(told, foreseen, found, ends, winner))
    chronicle = told.chronicle
    words = dict[str, str]()
    for kind, word in told.words.items():
        words[kind] = word
        if kind == next(iter(foreseen.points)):  # it stands below what it is told by
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


def _points(told: Told, foreseen: Foreseen, found: Chances, ends: Sequence[int], winner: TeamId | None) -> Iterator[Point]:
    """A point for each team whose chance is another one in hundredths: where a command is over, a round begins, the day ends."""
    stands: list[dict[TeamId, float]] = [{} for _each in (*foreseen.points, *foreseen.lives)]
    at_end = defaultdict[int, list[Change]](list)
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
) -> Iterator[Point]:
    for team, chance in chances.items():
        value = round(100 * chance)
        if known.get(team) != value:
            more, why = reasons.get(team, (0.0, ""))
            because = (value - known.get(team, 0)) * more > 0  # whoever gains and falls back fell by what others gained
            known[team] = value
            yield Point(series=series, team=team, seq=seq, round=number, value=value, why=why if because else "")


def _changes(told: Told, foreseen: Foreseen) -> list[Change]:
    """Everything by which the chance is told, in the order of the entries; what is over goes before what begins."""
    found = list[Change]()
    for at, series in enumerate(foreseen.points):
        word = told.word(series)
        for point in told.chronicle.points:
            if point.series == series and point.team is not None:
                found.append(Change(seq=point.seq, looked_at=at, team=point.team, value=point.value, why=point.why, word=word))
    for at, lane in enumerate(foreseen.lives, len(foreseen.points)):
        for life in told.chronicle.lives:
            team = told.team_of(life.owner)
            if life.lane != lane or team is None:
                continue
            found.append(Change(seq=life.turns[0].seq, looked_at=at, team=team, value=1.0, why=life.turns[0].words))
            if not life.lasts:
                found.append(Change(seq=life.turns[-1].seq, looked_at=at, team=team, value=0.0, why=life.turns[-1].words))
    return sorted(found, key=lambda each: (each.seq, each.value))


def _reasons(changes: Sequence[Change], stands: Sequence[dict[TeamId, float]]) -> Iterator[tuple[TeamId, tuple[float, str]]]:
    """What changed is so from now on; gives by how much and why each team stands otherwise: by what was last looked at, and most
    of that."""
    weightiest = dict[TeamId, tuple[int, float]]()
    for change in changes:
        before = stands[change.looked_at].get(change.team, 0.0)
        stands[change.looked_at][change.team] = change.value
        weight = (change.looked_at, abs(change.value - before))
        if change.value != before and weight > weightiest.get(change.team, (-1, 0.0)):
            weightiest[change.team] = weight
            yield change.team, (change.value - before, _because(change, change.value - before))


def _because(change: Change, more: float) -> str:
    """Why it changed, with what changed where that is a number: what gives Power does not say that it does."""
    if not change.why or not change.word:
        return change.why
    words = f"{'+' if more > 0 else '−'}{number_words(abs(more))}"
    return say("{word} {change}: {why}", word=change.word, change=words, why=change.why)


def _settled(ends: Sequence[int], seq: int) -> int:
    """The end of the command that an entry belongs to: before it nobody could look."""
    at = bisect_left(ends, seq)
    return ends[at] if at < len(ends) else seq


def _said(told: Told, points: Sequence[Point], winner: TeamId | None) -> str:
    """Since when the winner was the likeliest, and how little likely at the least; "" where nobody has won."""
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
