"""Report as pictures and text: shares with bounds, curves of teams, columns for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, TypeAlias

from msgspec import Struct

from control.debrief.pictures.lines import lines
from control.debrief.pictures.records import DaySource, Picture
from control.debrief.pictures.scale import NARROW, SIZES, PictureSize, axis_steps, fit_words, svg_number
from control.engine.chronicle import Chronicle, RoundSpan, SeriesPoint
from control.engine.language import say
from control.lab.report import StudyReport
from control.lab.sections import ReportRow, ReportSection, notable_lists, sections
from control.lab.summary import told
from control.lab.words import ReportWords

MOST_DRAWN: Final = 16  # most shares in a picture; more are shown only in the table
CURVE: Final = "power"
_Place: TypeAlias = Callable[[float], str]
NEVER: Final = datetime(1, 1, 1, tzinfo=UTC)  # time of a mean, which has none
SPAN: Final = 10  # invented entries of a round in a picture of means


class ShareBar(Struct, frozen=True, kw_only=True):
    """A share with its bounds and its fair share ("" if unknown), on one line."""

    name: str
    short: str
    team: str
    y: str
    value: str
    low: str
    high: str
    expected: str
    words: str
    title: str


class AxisTick(Struct, frozen=True, kw_only=True):
    """A round number on the axis."""

    at: str
    words: str


class Forest(Struct, frozen=True, kw_only=True):
    """A section's shares in one of the picture's sizes."""

    size: PictureSize
    width: int
    height: int
    left: str
    right: str
    foot: str
    bars: tuple[ShareBar, ...]
    ticks: tuple[AxisTick, ...]


def forests(section: ReportSection, words: ReportWords) -> tuple[Forest, ...]:
    """Shares of a section, for phones and for wider screens. Empty if they are too many."""
    rows = [row for row in section.rows if row.bar is not None]
    if not rows or len(rows) > MOST_DRAWN:
        return ()
    return tuple(_forest(rows, words, size) for size in SIZES)


def _forest(rows: Sequence[ReportRow], words: ReportWords, size: PictureSize) -> Forest:
    narrow = size is NARROW
    left, right, line = (108.0, 258.0, 30.0) if narrow else (230.0, 870.0, 34.0)
    most = max(max(row.bar.high if row.bar else 0.0, row.expected or 0.0) for row in rows)
    whole = min(max(most, 0.05), 1.0)

    def x(share: float) -> str:
        return svg_number(left + (right - left) * min(share, whole) / whole)

    bars = tuple(_bar(row, words, svg_number(line * (at + 0.5) + 4), x, left, size) for at, row in enumerate(rows))
    foot = line * len(rows) + 8
    ticks = tuple(AxisTick(at=x(each / 100), words=f"{each:.0f} %") for each in axis_steps(0, whole * 100, 3 if narrow else 6))
    return Forest(
        size=size,
        width=size.width,
        height=int(foot + 28),
        left=svg_number(left),
        right=svg_number(right),
        foot=svg_number(foot),
        bars=bars,
        ticks=ticks,
    )


def _bar(row: ReportRow, words: ReportWords, y: str, x: _Place, left: float, size: PictureSize) -> ShareBar:
    assert row.bar is not None
    team = words.team(row.team)
    name = row.cells[0].words
    share, bounds = row.cells[2].words, row.cells[3].words
    rights = say("by rights {share}", share=row.cells[4].words) if row.expected is not None and len(row.cells) > 4 else ""
    return ShareBar(
        name=fit_words(name, left - 22, size.text),
        short=team.short if team is not None else "",
        team=row.team,
        y=y,
        value=x(row.bar.value),
        low=x(row.bar.low),
        high=x(row.bar.high),
        expected=x(row.expected) if row.expected is not None else "",
        words=share,
        title=", ".join(each for each in (f"{name} {share}", bounds, rights) if each),
    )


def curves(report: StudyReport, words: ReportWords) -> Picture | None:
    """Picture of the teams' means at the end of each round. None without data."""
    found = {team.id: report.curves.get(f"{CURVE}/{team.id}") for team in words.teams}
    points = tuple(
        SeriesPoint(series=CURVE, team=team, seq=at * SPAN, round=at, value=round(value, 1))
        for team, curve in found.items()
        if curve is not None
        for at, value in enumerate(curve.mean, 1)
    )
    last = max((point.round for point in points), default=0)
    rounds = tuple(_span(number) for number in range(1, last + 1))
    told = DaySource(
        chronicle=Chronicle(head=last * SPAN, rounds=rounds, points=points),
        teams=words.teams,
        words={CURVE: say("{what}: means at the end of each round", what=words.key(CURVE))},
    )
    return lines(told, CURVE)


def _span(number: int) -> RoundSpan:
    return RoundSpan(number=number, first=number * SPAN, last=number * SPAN + SPAN - 1, began=NEVER, ended=NEVER)


WIDEST = 60  # most letters of the first column


def text(report: StudyReport, words: ReportWords, further: Sequence[ReportSection] = ()) -> str:
    """Whole report as text. `further`: sections before the others."""
    return "\n".join(_lines(report, words, further)) + "\n"


def _lines(report: StudyReport, words: ReportWords, further: Sequence[ReportSection]) -> Iterator[str]:
    yield words.title
    yield say("{games} games, seeds {first} to {last}.", games=report.games, first=report.first, last=report.last)
    for seed, why in report.stuck.items():
        yield say("Seed {seed} has no end: {why}", seed=seed, why=why)
    yield ""
    yield say("In short")
    yield from (f"  {line}" for line in told(report, words))
    for section in (*further, *sections(report, words)):
        yield ""
        yield from _table(section)
    for _name, title, cells in notable_lists(report):
        yield ""
        yield f"{title}: {', '.join(each.words for each in cells)}"


def _table(section: ReportSection) -> Iterator[str]:
    yield section.title
    if section.words:
        yield section.words
    rows = [tuple(cell.words for cell in row.cells) for row in section.rows]
    widths = [max(map(len, column)) for column in zip(section.heads, *rows, strict=True)]
    widths[0] = min(widths[0], WIDEST)
    yield _line(section.heads, widths)
    yield from (_told(row, _line(cells, widths)) for row, cells in zip(section.rows, rows, strict=True))


def _told(row: ReportRow, line: str) -> str:
    return "  ".join(filter(None, (line, row.told, row.about)))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return "  ".join([f"  {first[0][: first[1]]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in others)]).rstrip()
