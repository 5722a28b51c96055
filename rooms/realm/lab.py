"""What a whole day comes to, for the lab: how it ended, for whom, what happened how often, who led when."""

from __future__ import annotations

from control.bots.playout import DayPlayed
from control.lab.outcomes import Outcome
from rooms.realm.game.throne.changes import sovereign_house
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view_end import ending


def outcome_of(played: DayPlayed, seed: int) -> Outcome:
    """A day as the lab keeps it."""
    state = played.state
    house = sovereign_house(state)
    counts = {f"event/{kind.lower()}": count for kind, count in played.counts.items()}
    counts |= {f"power/{each.id}": power for each in state.teams if (power := house_power(state, each.id))}
    return Outcome(
        seed=seed,
        names={"ending": str(ending(state)), "winner/house": str(house or "nobody")},
        counts=dict(sorted(counts.items())),
    )
