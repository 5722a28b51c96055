"""From reports to the lines of the news: the last word on each thing, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from control.engine.reports import Report, ReportKind

MOST = 40  # lines: a hall reads no more
LONGEST = 200  # characters of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsLine:
    """A line that the console has written, and the seq of the entry that it tells of; 0 for none."""

    text: str
    source: int = 0


def composed(reported: Iterable[tuple[int, Report]]) -> tuple[NewsLine, ...]:
    """The lines of a round's news: of what has the same `about` the last report alone, nothing twice, by weight, then in order."""
    last: dict[str, tuple[int, int, Report]] = {}
    for at, (seq, report) in enumerate(reported):
        if report.kind is ReportKind.NEWS:
            key = report.about or f"={report.words}"
            last.pop(key, None)
            last[key] = (at, seq, report)
    told = sorted((each for each in last.values() if each[2].words), key=lambda each: (-each[2].weight, each[0]))
    return tuple(NewsLine(text=cut(report.words), source=seq) for _at, seq, report in told[:MOST])


def cut(words: str) -> str:
    """As much of it as a line of the news has room for."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
