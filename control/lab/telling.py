"""The report as text for a terminal: the same sections as on the page, in columns. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from control.engine.language import say
from control.lab.report import Report
from control.lab.sections import Row, Section, picks, sections
from control.lab.short import told
from control.lab.words import Words

WIDEST = 60  # letters of the first column


def text(report: Report, words: Words, further: Sequence[Section] = ()) -> str:
    """The whole report; `further` sections stand before the others."""
    return "\n".join(_lines(report, words, further)) + "\n"


def _lines(report: Report, words: Words, further: Sequence[Section]) -> Iterator[str]:
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
    for _name, title, cells in picks(report):
        yield ""
        yield f"{title}: {', '.join(each.words for each in cells)}"


def _table(section: Section) -> Iterator[str]:
    yield section.title
    if section.words:
        yield section.words
    rows = [tuple(cell.words for cell in row.cells) for row in section.rows]
    widths = [max(map(len, column)) for column in zip(section.heads, *rows, strict=True)]
    widths[0] = min(widths[0], WIDEST)
    yield _line(section.heads, widths)
    yield from (_told(row, _line(cells, widths)) for row, cells in zip(section.rows, rows, strict=True))


def _told(row: Row, line: str) -> str:
    return "  ".join(filter(None, (line, row.told, row.about)))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return "  ".join([f"  {first[0][: first[1]]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in others)]).rstrip()
