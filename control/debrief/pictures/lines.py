"""Lines: a number of each team through the day, as steps, with the largest jumps numbered and explained. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from control.debrief.pictures.records import DaySource, Look, Picture, PictureCell, PictureTable, heads_by_round
from control.debrief.pictures.scale import (
    LETTER,
    NARROW,
    SIZES,
    Days,
    PictureSize,
    axis_steps,
    days_of,
    is_drawn,
    spread_apart,
    svg_number,
)
from control.engine.chronicle import SeriesPoint
from control.engine.language import listed, say

JUMPS: Final = 6
TOGETHER: Final = 3  # from this number on, lines that end at the same lowest number get their labels below the picture
DASHES: Final = ("", "14 5", "4 5", "14 5 4 5", "9 5", "20 6")


class Leap(Struct, frozen=True, kw_only=True):
    """Change of a team's number."""

    team: str | None
    look: Look
    change: float
    words: str


class LargestJump(Struct, frozen=True, kw_only=True):
    """One of the largest jumps: its number in the picture, the changes of the teams, largest first, and the reason."""

    number: int
    leaps: tuple[Leap, ...]
    seq: int
    round: str
    why: str


class ChartSpot(Struct, frozen=True, kw_only=True):
    """A numbered mark at a place of a picture. `seq`: the entry it leads to."""

    x: str
    y: str
    words: str
    title: str
    seq: int


class TeamCurve(Struct, frozen=True, kw_only=True):
    """A team's line with the label at its end."""

    look: Look
    path: str
    dash: str
    value: str
    end: str  # y of the line's end
    label: str  # y of the label; "" if the label is below the picture


class ChartMark(Struct, frozen=True, kw_only=True):
    """A line across the picture or a word below it."""

    at: str
    words: str = ""


class LineDrawing(Struct, frozen=True, kw_only=True):
    """The picture in one of its sizes."""

    size: PictureSize
    width: int
    height: int
    left: str
    right: str
    top: str
    foot: str
    low: str  # y of zero
    sign: str  # x of the labels
    sign_width: str
    sign_height: str
    value: str  # x of the numbers in the labels, from their left edge
    radius: str  # of the numbered marks
    curves: tuple[TeamCurve, ...]
    across: tuple[ChartMark, ...]
    between: tuple[ChartMark, ...]
    below: tuple[ChartMark, ...]
    spots: tuple[ChartSpot, ...]


class Lines(Struct, frozen=True, kw_only=True):
    """All lines of a series. `below`: teams that ended together at the lowest number. `lowest`: that number."""

    drawings: tuple[LineDrawing, ...]
    jumps: tuple[LargestJump, ...]
    below: tuple[Look, ...] = ()
    lowest: str = ""


def lines(told: DaySource, series: str) -> Picture | None:
    """Picture of a series. None without data."""
    days = days_of(told.chronicle.rounds)
    points = [each for each in told.chronicle.points if each.series == series and is_drawn(each.value)]
    if not points or not days.spans:
        return None
    by_team = _by_team(told, points)
    jumps = tuple(_jumps(told, series, by_team))
    names, most = _leaders(told, by_team)
    below = _teams_at_bottom(by_team)
    return Picture(
        name=series,
        kind="lines",
        title=told.word(series),
        words=told.said.get(series)
        or say("At the end {names} had most: {value}.", names=listed(names), value=told.number(series, most)),
        shape=Lines(
            drawings=tuple(_drawing(days, told, series, by_team, jumps, below, size) for size in SIZES),
            jumps=jumps,
            below=tuple(_look(told, each) for each in below),
            lowest=told.number(series, by_team[below[0]][-1].value) if below else "",
        ),
        table=_table(told, series, days, by_team),
    )


def value_at(points: Sequence[SeriesPoint], seq: int) -> float | None:
    """Value right after an entry. None before the first value."""
    return next((each.value for each in reversed(points) if each.seq <= seq), None)


def _by_team(told: DaySource, points: Sequence[SeriesPoint]) -> dict[str | None, list[SeriesPoint]]:
    """Points of each team: teams in their order, then unknown ones, then the total of all."""
    order = [each.id for each in told.teams]
    present = dict.fromkeys(each.team for each in points)
    known: list[str | None] = [each for each in order if each in present]
    further = sorted((each for each in present if each is not None and each not in order), key=str)
    ends = [None] if None in present else []
    return {team: [each for each in points if each.team == team] for team in (*known, *further, *ends)}


def _look(told: DaySource, team: str | None) -> Look:
    return told.look(team) if team is not None else Look(id="", short=say("All"), name=say("All together"))


def _leaders(told: DaySource, by_team: dict[str | None, list[SeriesPoint]]) -> tuple[list[str], float]:
    ends = {team: points[-1].value for team, points in by_team.items() if team is not None or len(by_team) == 1}
    most = max(ends.values())
    return [_look(told, team).name for team, value in ends.items() if value == most], most


def _teams_at_bottom(by_team: dict[str | None, list[SeriesPoint]]) -> tuple[str | None, ...]:
    """Teams that ended together at the lowest number, if they are many and others ended higher. Their labels would all say the
    same.
    """
    ends = {team: points[-1].value for team, points in by_team.items()}
    lowest = tuple(team for team, value in ends.items() if value == min(ends.values()))
    return lowest if TOGETHER <= len(lowest) < len(ends) else ()


def _jumps(told: DaySource, series: str, by_team: dict[str | None, list[SeriesPoint]]) -> Iterator[LargestJump]:
    """Largest changes that have a reason, in the order of the day.

    Changes of several teams in one round, for one reason and in one direction, are one jump.
    """
    found: dict[tuple[int, str, bool, int], list[tuple[float, SeriesPoint]]] = {}
    for points in by_team.values():
        times: Counter[tuple[int, str, bool]] = Counter()
        for before, after in pairwise(points):
            if after.why and after.value != before.value:
                alike = (after.round, after.why, after.value > before.value)
                found.setdefault((*alike, times[alike]), []).append((after.value - before.value, after))
                times[alike] += 1
    jumps = [sorted(each, key=lambda one: -abs(one[0])) for each in found.values()]
    largest = sorted(jumps, key=lambda each: (-abs(each[0][0]), each[0][1].seq))[:JUMPS]
    for number, leaps in enumerate(sorted(largest, key=lambda each: each[0][1].seq), 1):
        point = leaps[0][1]
        yield LargestJump(
            number=number,
            leaps=tuple(_leap(told, series, each.team, change) for change, each in leaps),
            seq=point.seq,
            round=told.round_title(point.round),
            why=point.why,
        )


def _leap(told: DaySource, series: str, team: str | None, change: float) -> Leap:
    words = f"{'+' if change > 0 else '−'}{told.number(series, abs(change))}"
    return Leap(team=team, look=_look(told, team), change=change, words=words)


def _drawing(
    days: Days,
    told: DaySource,
    series: str,
    by_team: dict[str | None, list[SeriesPoint]],
    jumps: Sequence[LargestJump],
    below: Sequence[str | None],
    size: PictureSize,
) -> LineDrawing:
    narrow = size is NARROW
    values = [each.value for points in by_team.values() for each in points]
    low, high = min(0.0, *values), max(1.0, *values)
    beside = {each: told.number(series, each) for each in axis_steps(low, high)}
    sign_height = 20 if narrow else 26
    left = max(42 if narrow else 62, max(map(len, beside.values())) * size.text * LETTER + 18)
    figures = max(len(told.number(series, points[-1].value)) for points in by_team.values())
    sign_width = (42 if narrow else 82) + (figures + 1 + (series in told.units)) * size.text * LETTER
    right = sign_width + 14
    signed = {team: points[-1].value for team, points in by_team.items() if team not in below}
    height = max(300 if narrow else 460, len(signed) * sign_height + 60)
    top, foot, last = 20.0, height - 36.0, size.width - right

    def x(seq: int) -> float:
        return left + (last - left) * days.place(seq)

    def y(value: float) -> float:
        return foot - (foot - top) * ((value - low) / (high - low))

    labels = spread_apart({team: y(value) for team, value in signed.items()}, top, foot, sign_height + 1)
    curves = tuple(
        TeamCurve(
            look=_look(told, team),
            path=_path([(x(each.seq), y(each.value)) for each in points], last),
            dash=DASHES[number % len(DASHES)],
            value=told.number(series, points[-1].value),
            end=svg_number(y(points[-1].value)),
            label=svg_number(labels[team]) if team in labels else "",
        )
        for number, (team, points) in enumerate(by_team.items())
    )
    column = (last - left) / days.count
    every = max(math.ceil(size.text * 1.8 / column), 1)
    return LineDrawing(
        size=size,
        width=size.width,
        height=height,
        left=svg_number(left),
        right=svg_number(last),
        top=svg_number(top),
        foot=svg_number(foot),
        low=svg_number(y(0.0)),
        sign=svg_number(last + 12),
        sign_width=svg_number(sign_width),
        sign_height=svg_number(sign_height),
        value=svg_number(sign_width - 5),
        radius=svg_number(12 if narrow else 15),
        curves=curves,
        across=tuple(ChartMark(at=svg_number(y(value)), words=words) for value, words in beside.items()),
        between=tuple(ChartMark(at=svg_number(left + column * at)) for at in range(days.count + 1)),
        below=tuple(
            ChartMark(at=svg_number(left + column * (at + 0.5)), words=str(each))
            for at, each in enumerate(days.numbers)
            if not at % every
        ),
        spots=tuple(
            _spots(jumps, [(x(each.seq), y(_jump_height(by_team, each))) for each in jumps], top, foot, 27.0 if narrow else 33.0)
        ),
    )


def _jump_height(by_team: dict[str | None, list[SeriesPoint]], jump: LargestJump) -> float:
    """Value half-way up or down the jump, for the team with the largest change."""
    leap = jump.leaps[0]
    after = next(each.value for each in by_team[leap.team] if each.seq == jump.seq and each.why == jump.why)
    return after - leap.change / 2


def _spots(
    jumps: Sequence[LargestJump], wished: Sequence[tuple[float, float]], top: float, foot: float, least: float
) -> Iterator[ChartSpot]:
    """Marks of the jumps, moved apart so that they do not overlap if there is room."""
    placed: list[tuple[float, float]] = []
    for jump, (x, y) in zip(jumps, wished, strict=True):
        tried = [y + side * least * far for far in range(JUMPS + 1) for side in (-1, 1)]
        inside = [each for each in tried if top <= each <= foot] or [y]
        free = (each for each in inside if all(math.hypot(x - px_, each - py) >= least for px_, py in placed))
        at = next(free, inside[0])
        placed.append((x, at))
        whose = listed([f"{each.look.name} {each.words}" for each in jump.leaps])
        yield ChartSpot(
            x=svg_number(x), y=svg_number(at), words=str(jump.number), title=f"{jump.round}: {whose}. {jump.why}", seq=jump.seq
        )


def _path(places: Sequence[tuple[float, float]], last: float) -> str:
    (x, y), *further = places
    turns = "".join(f"H{svg_number(each)}V{svg_number(at)}" for each, at in further)
    return f"M{svg_number(x)} {svg_number(y)}{turns}H{svg_number(last)}"


def _table(told: DaySource, series: str, days: Days, by_team: dict[str | None, list[SeriesPoint]]) -> PictureTable:
    """Table of each team's number at the end of each round."""
    rows = []
    for team, points in by_team.items():
        look = _look(told, team)
        values = [value_at(points, span.last) for span in days.spans]
        cells = (PictureCell(words="–" if value is None else told.number(series, value)) for value in values)
        rows.append((PictureCell(words=look.name, team=look.id), *cells))
    return PictureTable(heads=heads_by_round(told, days, say("Team")), rows=tuple(rows))
