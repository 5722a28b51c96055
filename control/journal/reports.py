"""What is reported of an event, round by round: of all that stands, in the order in which it happened.

A report is made when its entry is told, in the state in which that happened, so that it never changes. What is withdrawn is not
reported, and what is brought back is again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from control.engine.reports import Report
from control.journal.story import Line, lines_of, withdrawn_by
from control.models import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """One report as it stands in the journal: `seq` of its entry, and when."""

    seq: int
    at: datetime
    round: int
    report: Report


def reported(stream: Stream, rounds: Sequence[int], audiences: frozenset[str] | None = None) -> tuple[Reported, ...]:
    """The reports of these rounds, oldest first: to these audiences, or to all. `stream` is a fresh row."""
    return tuple(reports_in(lines_of(stream), rounds, audiences))


def reports_in(lines: Sequence[Line], rounds: Sequence[int], audiences: frozenset[str] | None = None) -> Iterator[Reported]:
    """The same of a journal that has been told already."""
    taken = withdrawn_by(lines)
    for line in lines:
        if not line.reports or line.round not in rounds or line.seq in taken:
            continue
        for report in line.reports:
            if audiences is None or report.to in audiences:
                yield Reported(seq=line.seq, at=line.at, round=line.round, report=report)
