"""Players for rehearsals who write proposals."""

from __future__ import annotations

from control.game.dice import Dice
from control.game.papers import Paper, random_paper
from control.game.state import GameState
from control.scenario.ids import SeatId
from rooms.court.sheets import entitled


def random_proposal(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    """A proposal at random that the rules allow; None when there is none to write."""
    if not entitled(state, state.seats[seat]):
        return None
    return random_paper(state, state.scenario.proposals, dice)
