"""Players for rehearsals who write proposals."""

from __future__ import annotations

from control.engine.ids import SeatId

from control.engine.dice import Dice
from rooms.court.game.sheets import entitled
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper, random_paper


def random_proposal(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    """A proposal at random that the rules allow; None when there is none to write."""
    if not entitled(state, state.seats[seat]):
        return None
    return random_paper(state, state.scenario.proposals, dice)
