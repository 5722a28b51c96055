"""The own score: the value that the win condition looks at, open to all (SC-WIN-10)."""

from __future__ import annotations

from control.engine.language import say
from rooms.tables.registry import Counted
from rooms.tables.statecraft.game.engine import StatecraftRules
from rooms.tables.statecraft.game.state import StatecraftState
from rooms.tables.statecraft.rules.measures import scenario_of
from rooms.tables.statecraft.rules.scoring import LOWEST_BUDGET, value_of
from rooms.tables.statecraft.screens.goal import WINS
from rooms.tables.statecraft.screens.looking import signed


def score_of(rules: StatecraftRules, state: StatecraftState, player: int) -> Counted:
    """A player's value of the win condition, as it is written."""
    win = scenario_of(rules.book, state).win
    value = value_of(state.sides[player], win)
    title = say("Your value of “{counted}”", counted=say(WINS[win][1]))
    return Counted(title, signed(value) if win == LOWEST_BUDGET else str(value))
