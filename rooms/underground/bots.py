"""Players for rehearsals who write schemes."""

from __future__ import annotations

from control.game.dice import Dice
from control.game.papers import Paper, random_paper
from control.game.refused import Refused
from control.game.state import GameState
from control.scenario.ids import SeatId
from rooms.underground.sheets import check

TRIES = 20


def random_scheme(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    """A scheme at random that the rules allow; None when there is none to write."""
    for _each in range(TRIES):
        paper = random_paper(state, state.scenario.schemes, dice)
        try:
            check(state, seat, paper)
        except Refused:
            continue  # aimed beyond the province of the table
        return paper
    return None
