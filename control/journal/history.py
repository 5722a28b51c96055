"""States of an event at the end of its months, for looking back. Withdrawn entries are left out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any
from uuid import UUID

from control.day.clock.phase_events import ClockSet, PhaseBegan
from control.engine.upcasting import names_of
from control.journal import journal
from control.journal.withdrawals import marks_of
from control.models import Stream

KEPT = 24  # past states cached per process: two events of ten months, each with its start
CLOCK_KINDS = (*names_of(PhaseBegan), *names_of(ClockSet))

_states: OrderedDict[tuple[UUID, tuple[int, str], frozenset[int]], Any] = OrderedDict()
_guard = threading.Lock()


def state_at_end_of(stream: Stream, month: int) -> Any | None:
    """The state when that month ended for the last time; 0 is the board before the day. None if the month is not over."""
    end = _round_ends(stream).get(month)
    if end is None:
        return None
    seq, follows = end
    marks = marks_of(stream)
    skipped = marks.skipped(until=stream.head)
    key = (stream.memory_key, follows, skipped)
    with _guard:
        if key in _states:
            _states.move_to_end(key)
            return _states[key]
    state: Any = journal.state_without(stream, seq, skipped, marks)
    with _guard:
        _states[key] = state
        while len(_states) > KEPT:
            _states.popitem(last=False)
    return state


def _round_ends(stream: Stream) -> dict[int, tuple[int, tuple[int, str]]]:
    """The last entry of each month that is over, with seq and hash of the entry behind it.

    When Control went back to a month, its last run counts.
    """
    game = journal.game_of(stream)
    ends: dict[int, tuple[int, tuple[int, str]]] = {}
    at = 0
    for entry in stream.entries.filter(kind__in=CLOCK_KINDS, seq__lte=stream.head).order_by("seq"):
        happened = journal.event_of(game, entry)
        if isinstance(happened, PhaseBegan | ClockSet) and happened.month != at:
            ends[at] = entry.seq - 1, (entry.seq, entry.hash)
            at = happened.month
    ends.pop(at, None)
    return ends
