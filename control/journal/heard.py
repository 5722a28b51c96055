"""Who has been heard or served in the rounds that are over: read off the reports of the journal, each line once.

The running round says nothing yet: who is missing from a list from one moment to the next would tell whose turn it was, where
nobody may know that.

What was found is kept with how far it was read, so that a look costs the lines that are new since the last one. A line that takes
others back is read with all before it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from control.day.attention import ROUNDS
from control.day.view_attention import Heard
from control.engine.ids import SeatId
from control.engine.reports import ReportKind
from control.journal import journal
from control.journal.memory import Memory
from control.journal.story import MOST_EVENTS, Line, lines_of, withdrawn_by
from control.journal.withdrawals import WITHDRAWN
from control.models import Stream

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
