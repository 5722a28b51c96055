"""Who has been heard or served: read off the reports of the journal, each line once.

What was found is kept with how far it was read, so that a look costs the lines that are new since the last one. A line that takes
others back is read with all before it again.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """How far a journal has been read. `month` is the round for which it was asked who has stayed."""

    head: tuple[int, str] = (0, "")
    upto: Line | None = None
    last: dict[SeatId, int] = field(default_factory=dict)
    month: int = -1
    answer: Heard = field(default_factory=Heard)


_read: Memory[UUID, _Read] = Memory(MOST_EVENTS)


def heard(stream: Stream, month: int) -> Heard:
    """What the reports up to the head say in that round; the same object for as long as it is so. `stream` is a fresh row."""
    with _read.locked(stream.key):
        read = _read.get(stream.key) or _Read()
        if read.head == (stream.head, stream.hash) and read.month == month:
            return read.answer
        lines = lines_of(stream)
        read = _read_on(read, lines)
        if month > ROUNDS and read.month != month:
            read.answer = Heard(last=read.answer.last, known=read.answer.known, stayed=_stayed(stream, lines, month))
        read.head, read.month = (stream.head, stream.hash), month
        _read.put(stream.key, read)
        return read.answer


def _read_on(read: _Read, lines: Sequence[Line]) -> _Read:
    """What is new, or all where what was read before is not so any more."""
    at = read.upto.seq if read.upto is not None else 0
    if at > len(lines) or (at and lines[at - 1] is not read.upto) or any(line.kind == WITHDRAWN for line in lines[at:]):
        read, at = _Read(), 0
    taken = withdrawn_by(lines) if not at else {}
    last = dict(read.last)
    for line in lines[at:]:
        for report in line.reports if line.seq not in taken else ():
            if report.kind in SERVED and report.to.startswith(SEAT):
                seat = SeatId(report.to.removeprefix(SEAT))
                last[seat] = max(line.round, last.get(seat, 0))
    if last != read.last:
        read.answer = Heard(last=last, known=True, stayed=read.answer.stayed)
    read.upto, read.last = (lines[-1] if lines else None), last
    return read


def _stayed(stream: Stream, lines: Sequence[Line], month: int) -> frozenset[SeatId]:
    """Who was here, and could act, whenever one of the rounds began that are looked at."""
    began = (next((line.seq for line in lines if line.round >= each), len(lines) + 1) for each in range(month - ROUNDS, month))
    found = [{seat.id for seat in journal.state_at(stream, seq - 1).seats.values() if seat.acts} for seq in began]
    return frozenset(set.intersection(*found))
