"""Reports of an event: round by round, of all that stands; and who has been heard or served in the rounds that are over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from typing import Final
from uuid import UUID

from control.day.attention import ROUNDS, Heard
from control.engine.ids import SeatId
from control.engine.reports import Report, ReportKind
from control.journal import journal
from control.journal.memory import Memory
from control.journal.story import MOST_EVENTS, Line, lines_of, withdrawn_by
from control.journal.withdrawals import WITHDRAWN
from control.models import Stream

# === rounds =============================================================================================================

# What is reported of an event, round by round: of all that stands, in the order in which it happened. A report is made when
# its entry is told, in the state in which that happened, so that it never changes. What is withdrawn is not reported, and
# what is brought back is again. Reports are sorted once in a process, by their rounds and audiences: a phone that asks for
# its own goes through nobody else's.


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


# === players heard ======================================================================================================

# Who has been heard or served in the rounds that are over: read off the reports of the journal, each line once.
# The running round says nothing yet: who is missing from a list from one moment to the next would tell whose turn it was, where
# nobody may know that.
#
# What was found is kept with how far it was read, so that a look costs the lines that are new since the last one. A line that
# takes others back is read with all before it again.


SERVED: Final = frozenset({ReportKind.TURN, ReportKind.OUTCOME})
SEAT: Final = "seat:"


@dataclass(slots=True)
class _Read:
    """How far a journal has been read: who was served in which round. `month` is the round for which it was asked last."""

    head: tuple[int, str] = (0, "")
    lines: Sequence[Line] = ()
    rounds: dict[int, set[SeatId]] = field(default_factory=dict)
    month: int = -1
    answer: Heard = field(default_factory=Heard)


_read: Memory[UUID, _Read] = Memory(MOST_EVENTS)


def heard(stream: Stream, month: int) -> Heard:
    """What the reports of the rounds before that one say; the same object for as long as it is so. `stream` is a fresh row."""
    with _read.locked(stream.memory_key):
        read = _read.get(stream.memory_key) or _Read()
        if read.head == (stream.head, stream.hash) and read.month == month:
            return read.answer
        lines = lines_of(stream)
        if 0 < len(lines) < len(read.lines) and read.lines[len(lines) - 1] is lines[-1]:
            lines = read.lines  # a row that was left behind meanwhile: whoever asks may have the newer
        read = _read_on(read, lines)
        last = _last(read.rounds, month)
        if last != read.answer.last or read.month != month:
            stayed = _stayed(stream, lines, month) if month > ROUNDS else frozenset[SeatId]()
            read.answer = Heard(last=last, known=bool(last), stayed=stayed)
        read.head, read.month = (stream.head, stream.hash), month
        _read.put(stream.memory_key, read)
        return read.answer


def _last(rounds: Mapping[int, set[SeatId]], month: int) -> dict[SeatId, int]:
    """The last round before that one in which each was served."""
    return {seat: number for number in sorted(rounds) if number < month for seat in sorted(rounds[number])}


def _read_on(read: _Read, lines: Sequence[Line]) -> _Read:
    """What is new, or all where what was read before is not so any more."""
    at = len(read.lines)
    if at > len(lines) or (at and lines[at - 1] is not read.lines[-1]) or any(line.kind == WITHDRAWN for line in lines[at:]):
        read, at = _Read(), 0
    taken = withdrawn_by(lines) if not at else {}
    for line in lines[at:]:
        for report in line.reports if line.seq not in taken else ():
            if report.kind in SERVED and report.to.startswith(SEAT):
                read.rounds.setdefault(line.round, set()).add(SeatId(report.to.removeprefix(SEAT)))
    read.lines = lines
    return read


def _stayed(stream: Stream, lines: Sequence[Line], month: int) -> frozenset[SeatId]:
    """Who was here, and could act, whenever one of the rounds began that are looked at."""
    began = (next((line.seq for line in lines if line.round >= each), len(lines) + 1) for each in range(month - ROUNDS, month))
    found = [{seat.id for seat in journal.state_at(stream, seq - 1).seats.values() if seat.acts} for seq in began]
    return frozenset(set.intersection(*found))
