"""Reports of an event by round, and who was heard or served in past rounds. Withdrawn entries are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from typing import Final
from uuid import UUID

from msgspec import Struct

from control.day.attention import ROUNDS, LastHeard
from control.engine.ids import SeatId
from control.engine.reports import Report, ReportKind
from control.journal import journal
from control.journal.memory import Memory
from control.journal.story import MOST_EVENTS, lines_of, withdrawn_by
from control.journal.story_line import StoryLine
from control.journal.withdrawals import WITHDRAWN
from control.models import Stream

# === rounds =============================================================================================================

# The reports of all entries in force, round by round, in the order in which they happened. A report is made with its entry's line,
# in the state of that moment, so it never changes. Reports of withdrawn entries are left out; a redo restores them. A process sorts
# reports once, by round and audience: a phone reads only its own.


class Reported(Struct, frozen=True, kw_only=True):
    """One report with the seq and time of its entry."""

    seq: int
    at: datetime
    round: int
    report: Report


@dataclass(slots=True)
class _Sorted:
    """The sorted reports of one stream, by round and audience, each with its position among all."""

    lines: Sequence[StoryLine] = ()
    places: int = 0
    found: dict[int, dict[str, list[tuple[int, Reported]]]] = field(default_factory=dict)

    def knows(self, lines: Sequence[StoryLine]) -> bool:
        """Are these lines the beginning of the sorted ones? The caller then has an older row, and gets the newer reports."""
        return 0 < len(lines) < len(self.lines) and self.lines[len(lines) - 1] is lines[-1]

    def goes_on_with(self, lines: Sequence[StoryLine]) -> bool:
        """Do these lines continue the sorted ones, without a further withdrawal?"""
        count = len(self.lines)
        if count > len(lines) or (count and lines[count - 1] is not self.lines[-1]):
            return False
        return not any(line.kind == WITHDRAWN for line in lines[count:])

    def add(self, reports: Iterable[Reported]) -> None:
        for each in reports:
            self.found.setdefault(each.round, {}).setdefault(each.report.to, []).append((self.places, each))
            self.places += 1


_sorted: Memory[UUID, _Sorted] = Memory(MOST_EVENTS)


def reports_of_rounds(stream: Stream, rounds: Sequence[int], audiences: frozenset[str] | None = None) -> tuple[Reported, ...]:
    """The reports of these rounds, oldest first, for these audiences (None: all). `stream`: a fresh row."""
    lines = lines_of(stream)
    with _sorted.locked(stream.memory_key):
        known = _sorted.get(stream.memory_key)
        if known is None or not (known.knows(lines) or known.goes_on_with(lines)):
            known = _Sorted(lines=lines)
            known.add(_reports_in_force(lines))
            _sorted.put(stream.memory_key, known)
        elif not known.knows(lines):
            known.add(_all_of(lines[len(known.lines) :]))
            known.lines = lines
        by_audience = [known.found[number] for number in sorted(set(rounds)) if number in known.found]
        rows = [row for found in by_audience for to, row in found.items() if audiences is None or to in audiences]
        return tuple(each for _place, each in merge(*rows, key=lambda row: row[0]))


def _reports_in_force(lines: Sequence[StoryLine]) -> Iterator[Reported]:
    taken = withdrawn_by(lines)
    return _all_of(line for line in lines if line.seq not in taken)


def _all_of(lines: Iterable[StoryLine]) -> Iterator[Reported]:
    for line in lines:
        for report in line.reports:
            yield Reported(seq=line.seq, at=line.at, round=line.round, report=report)


# === players heard ======================================================================================================

# Players heard or served in past rounds, read from the journal's reports. The running round is left out: changes in the list would
# reveal whose turn it was, where nobody may know that.
#
# The result is cached with the position read so far, so a call reads new lines only. A withdrawal makes it read all lines again.


SERVED: Final = frozenset({ReportKind.TURN, ReportKind.OUTCOME})
SEAT: Final = "seat:"


@dataclass(slots=True)
class _Read:
    """The players served by round, as far as a journal has been read. `month`: the round of the last question."""

    head: tuple[int, str] = (0, "")
    lines: Sequence[StoryLine] = ()
    rounds: dict[int, set[SeatId]] = field(default_factory=dict)
    month: int = -1
    answer: LastHeard = field(default_factory=LastHeard)


_read: Memory[UUID, _Read] = Memory(MOST_EVENTS)


def last_heard(stream: Stream, month: int) -> LastHeard:
    """Who was heard or served before round `month`; the same object until the answer changes. `stream`: a fresh row."""
    with _read.locked(stream.memory_key):
        read = _read.get(stream.memory_key) or _Read()
        if read.head == (stream.head, stream.hash) and read.month == month:
            return read.answer
        lines: Sequence[StoryLine] = lines_of(stream)
        if 0 < len(lines) < len(read.lines) and read.lines[len(lines) - 1] is lines[-1]:
            lines = read.lines  # the caller's row is older; the newer answer is allowed too
        read = _catch_up(read, lines)
        last = _last_served(read.rounds, month)
        if last != read.answer.last or read.month != month:
            stayed = _seats_always_present(stream, lines, month) if month > ROUNDS else frozenset[SeatId]()
            read.answer = LastHeard(last=last, known=bool(last), stayed=stayed)
        read.head, read.month = (stream.head, stream.hash), month
        _read.put(stream.memory_key, read)
        return read.answer


def _last_served(rounds: Mapping[int, set[SeatId]], month: int) -> dict[SeatId, int]:
    """The last round before `month` in which each seat was served."""
    return {seat: number for number in sorted(rounds) if number < month for seat in sorted(rounds[number])}


def _catch_up(read: _Read, lines: Sequence[StoryLine]) -> _Read:
    """Read the new lines; read all lines if the old ones are no longer valid."""
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


def _seats_always_present(stream: Stream, lines: Sequence[StoryLine], month: int) -> frozenset[SeatId]:
    """The seats that were present and could act at the start of each of the last rounds."""
    began = (next((line.seq for line in lines if line.round >= each), len(lines) + 1) for each in range(month - ROUNDS, month))
    found = [{seat.id for seat in journal.state_at(stream, seq - 1).seats.values() if seat.acts} for seq in began]
    return frozenset(set.intersection(*found))
