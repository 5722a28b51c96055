"""Small days played by bots with pure rules, and their outcomes: played once for all tests of a process."""

from __future__ import annotations

from functools import cache

from control.bots.playout import DayPlayed
from control.lab.measures import moments_of, outcome_by
from control.lab.outcomes import GameOutcome
from rooms.court.game.measures.court import MEASURED as COURT
from rooms.realm.game.measures.realm import MEASURED as REALM
from rooms.underground.game.measures.underground import MEASURED as UNDERGROUND
from rooms.war.game.measures.war import MEASURED as WAR
from tests.rooms.whole import GAME, whole_day
from tests.scenarios import small

BROUGHT = {"": REALM, "war": WAR, "court": COURT, "underground": UNDERGROUND}
SEEDS = (3, 1, 2)


@cache
def day(seed: int) -> DayPlayed:
    return whole_day(small(), seed)


@cache
def outcome(seed: int) -> GameOutcome:
    played = day(seed)
    return outcome_by(moments_of(GAME, played), BROUGHT, played.state, seed, played.refused)
