"""Players for rehearsals who write schemes."""

from __future__ import annotations

from control.engine.ids import SeatId

from control.engine.dice import Dice
from control.engine.refused import Refused
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper, random_paper
from rooms.underground.game.sheets import check

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
