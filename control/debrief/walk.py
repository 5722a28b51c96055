"""The past of a journal, for whoever looks back: its chronicle, written in one pass, and the state of any moment.

What was withdrawn counts as never made, as of the head: the debrief tells what stood in the end. A chronicle is kept per process
and written anew when the journal has another head.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from control import registry
from control.day.chronicles import DAY_CHRONICLERS
from control.engine.chronicle import Chronicle, Moment, chronicle
from control.engine.upcasting import known_as
from control.journal import journal
from control.journal.memory import Memory
from control.journal.withdrawals import WITHDRAWN, marks_of
from control.models import Entry, Stream

MOST_DAYS = 4  # whose chronicles a process keeps
KEPT_STATES = 48  # states of moments that a process keeps, of all days together
AT_ONCE = 2_000  # entries that are read at once

_chronicles: Memory[UUID, tuple[str, Chronicle]] = Memory(MOST_DAYS)
_states: OrderedDict[tuple[UUID, str, int], Any] = OrderedDict()
_guard = threading.Lock()


def chronicle_of(stream: Stream) -> Chronicle:
    """The chronicle of a journal up to the head that `stream` (a fresh row) names."""
    with _chronicles.locked(stream.memory_key):
        known = _chronicles.get(stream.memory_key)
        if known is None or known[0] != stream.hash:
            known = (stream.hash, _written(stream))
            _chronicles.put(stream.memory_key, known)
        return known[1]


def state_then(stream: Stream, seq: int) -> Any:
    """The state right after an entry, without what was withdrawn by the end. `seq` is from 0 to the head."""
    key = (stream.memory_key, stream.hash, seq)
    with _guard:
        if key in _states:
            _states.move_to_end(key)
            return _states[key]
    marks = marks_of(stream)
    state = journal.state_without(stream, seq, marks.skipped(until=stream.head), marks)
    with _guard:
        _states[key] = state
        while len(_states) > KEPT_STATES:
            _states.popitem(last=False)
    return state


def forget() -> None:
    """Drop everything that is kept."""
    _chronicles.clear()
    with _guard:
        _states.clear()


def moments_of(stream: Stream) -> Iterator[Moment[Any]]:
    """Every event that stands, once and in order, each with the states around it."""
    game, state = journal.game_of(stream), journal.play_of(stream).blank
    skipped = marks_of(stream).skipped(until=stream.head)
    entries = stream.entries.filter(seq__lte=stream.head).order_by("seq")
    for entry in entries.defer("command_body", "salt").iterator(chunk_size=AT_ONCE):
        if entry.kind == WITHDRAWN or entry.seq in skipped:
            continue
        happened = journal.event_of(game, entry)
        before, state = state, game.evolve(state, happened)
        yield Moment(seq=entry.seq, at=entry.at, round=before.clock.month, event=happened, before=before, after=state)


def told_by(stream: Stream, types: tuple[type, ...]) -> Iterator[tuple[Entry, Any]]:
    """The events of these types that stand, in order, each with its entry; no others are read."""
    game, skipped = journal.game_of(stream), marks_of(stream).skipped(until=stream.head)
    written = stream.entries.values_list("kind", flat=True).order_by("kind").distinct()
    kinds = [each for each in written if each != WITHDRAWN and known_as(game.event_types, each) in types]
    entries = stream.entries.filter(kind__in=kinds, seq__lte=stream.head).order_by("seq").only("seq", "at", "actor", "kind", "body")
    return ((each, journal.event_of(game, each)) for each in entries if each.seq not in skipped)


def ends_of_commands(stream: Stream) -> list[int]:
    """The last entry of every command: between those of one command there is no moment at which anybody could look."""
    begins = list(Entry.objects.filter(stream=stream, part=0, seq__lte=stream.head).order_by("seq").values_list("seq", flat=True))
    return [each - 1 for each in begins[1:]] + [stream.head] if begins else []


def _written(stream: Stream) -> Chronicle:
    makers = (*DAY_CHRONICLERS, *(make for brought in registry.hindsights(stream.engine) for make in brought.chroniclers))
    return chronicle(moments_of(stream), makers, journal.head(stream).state, stream.head)
