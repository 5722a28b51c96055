"""What is reported of an event, round by round: of all that stands, in the order in which it happened.

A report is made when its entry is told, in the state in which that happened, so that it never changes. What is withdrawn is not
reported, and what is brought back is again. Reports are sorted once in a process, by their rounds and audiences: a phone that asks
for its own goes through nobody else's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from uuid import UUID

from control.engine.reports import Report
from control.journal.memory import Memory
from control.journal.story import MOST_EVENTS, Line, lines_of, withdrawn_by
from control.journal.withdrawals import WITHDRAWN
from control.models import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """One report as it stands in the journal: `seq` of its entry, and when."""

    seq: int
    at: datetime
    round: int
    report: Report


@dataclass(slots=True)
class _Sorted:
    """How far the lines of one stream have been sorted: each report with its place among all, by round and audience."""

    lines: Sequence[Line] = ()
    places: int = 0
    found: dict[int, dict[str, list[tuple[int, Reported]]]] = field(default_factory=dict)

    def knows(self, lines: Sequence[Line]) -> bool:
        """Were these sorted, and more behind them? Whoever asks has a row that was left behind, and may read the newer."""
        return 0 < len(lines) < len(self.lines) and self.lines[len(lines) - 1] is lines[-1]

    def goes_on_with(self, lines: Sequence[Line]) -> bool:
        """Are these the lines that were sorted, with none behind them that takes back what was?"""
        count = len(self.lines)
        if count > len(lines) or (count and lines[count - 1] is not self.lines[-1]):
            return False
        return not any(line.kind == WITHDRAWN for line in lines[count:])

    def add(self, reports: Iterable[Reported]) -> None:
        for each in reports:
            self.found.setdefault(each.round, {}).setdefault(each.report.to, []).append((self.places, each))
            self.places += 1


_sorted: Memory[UUID, _Sorted] = Memory(MOST_EVENTS)


def reported(stream: Stream, rounds: Sequence[int], audiences: frozenset[str] | None = None) -> tuple[Reported, ...]:
    """The reports of these rounds, oldest first: to these audiences, or to all. `stream` is a fresh row."""
    lines = lines_of(stream)
    with _sorted.locked(stream.memory_key):
        known = _sorted.get(stream.memory_key)
        if known is None or not (known.knows(lines) or known.goes_on_with(lines)):
            known = _Sorted(lines=lines)
            known.add(_standing(lines))
            _sorted.put(stream.memory_key, known)
        elif not known.knows(lines):
            known.add(_all_of(lines[len(known.lines) :]))
            known.lines = lines
        by_audience = [known.found[number] for number in sorted(set(rounds)) if number in known.found]
        rows = [row for found in by_audience for to, row in found.items() if audiences is None or to in audiences]
        return tuple(each for _place, each in merge(*rows, key=lambda row: row[0]))


def _standing(lines: Sequence[Line]) -> Iterator[Reported]:
    taken = withdrawn_by(lines)
    return _all_of(line for line in lines if line.seq not in taken)


def _all_of(lines: Iterable[Line]) -> Iterator[Reported]:
    for line in lines:
        for report in line.reports:
            yield Reported(seq=line.seq, at=line.at, round=line.round, report=report)
