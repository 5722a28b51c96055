"""A day that was played in earnest, by the measures of the lab: held against the days that bots have played."""

from __future__ import annotations

from control import registry
from control.debrief.walk import moments_of
from control.journal import journal
from control.lab.measured import outcome_by
from control.lab.outcomes import Outcome
from control.models import Event


def outcome_of_event(event: Event) -> Outcome:
    """What an event's day came to, by what stands in its journal; `event` comes with a fresh row of its stream."""
    stream = event.stream
    return outcome_by(moments_of(stream), registry.measured(stream.engine), journal.head(stream).state, 0)
