"""A day that was played in earnest, by the measures of the lab: held against the days that bots have played."""

from __future__ import annotations

import uuid
from typing import Final

from control import registry
from control.debrief.walk import moments_of
from control.journal import journal
from control.journal.memory import Memory
from control.lab.measured import outcome_by
from control.lab.outcomes import Outcome
from control.models import Event, Stream

MOST: Final = 12  # days that are kept, each until more stands in its journal


_known: Memory[tuple[uuid.UUID, int], Outcome] = Memory(MOST)


def outcome_of_event(event: Event) -> Outcome:
    """What an event's day came to, by what stands in its journal; `event` comes with a fresh row of its stream."""
    stream = event.stream
    key = (stream.memory_key, stream.head)
    with _known.locked(key):
        found = _known.get(key)
        if found is None:
            found = _counted(stream)
            _known.put(key, found)
        return found


def _counted(stream: Stream) -> Outcome:
    return outcome_by(moments_of(stream), registry.measured(stream.engine), journal.head(stream).state, 0)
