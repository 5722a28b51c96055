"""A God Emperor day in the lab: what a day that bots played, or one that stands in a journal, came to."""

from __future__ import annotations

from control import registry
from control.bots.playout import DayPlayed
from control.lab.measured import moments_of, outcome_by
from control.lab.outcomes import Outcome
from rooms.realm.frame import NAME


def outcome_of(played: DayPlayed, seed: int) -> Outcome:
    """What a day of bots came to."""
    return outcome_by(moments_of(registry.game(NAME), played), registry.measured(NAME), played.state, seed, played.refused)
