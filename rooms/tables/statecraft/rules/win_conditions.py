"""Win conditions: the value of each player, and the winners (SC-WIN)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later
from rooms.tables.statecraft.game.content import AXES, Book
from rooms.tables.statecraft.game.state import BUDGET, Side, StatecraftState, Trackers
from rooms.tables.statecraft.rules.scenarios import scenario_of

BUDGETS: Final = 2


MEASURES: Final[Mapping[int, str]] = {
    1: later("Supporters, the most win"),
    BUDGETS: later("Budgets, the lowest wins"),
    3: later("Distance between the extremes, the greatest wins"),
    4: later("Distance from the middle, the smallest wins"),
}


BALANCE: Final = 14  # the sum of four trackers whose average is 3.5 (SC-WIN-06)
MOST_SUPPORTERS, LOWEST_BUDGET, EXTREMES, MIDDLE = range(1, 5)


LESS_IS_BETTER: Final = frozenset({LOWEST_BUDGET, MIDDLE})


def value_of(win: int, supporters: int, budget: int, trackers: Trackers) -> int:
    """A player's value of a win condition, as the rulebook counts it (SC-WIN-10)."""
    if win == MOST_SUPPORTERS:
        return supporters  # SC-WIN-01
    if win == LOWEST_BUDGET:
        return max(budget, -BUDGET)  # SC-WIN-02, SC-WIN-03; below -5 counts as -5 (SC-LDR-05)
    if win == EXTREMES:
        return sum([abs(trackers[one] - trackers[other]) for one, other in AXES])  # the distances on both axes (SC-WIN-04)
    return abs(sum(trackers) - BALANCE)  # SC-WIN-05


def value_of_side(side: Side, win: int) -> int:
    return value_of(win, len(side.supporters), side.budget, side.trackers)


def scores_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """Each player's score if the game ended now. Higher is better, so a budget or a distance has its sign changed."""
    win = scenario_of(book, state).win
    values = [value_of_side(side, win) for side in state.sides]
    return tuple([-value for value in values] if win in LESS_IS_BETTER else values)


def winners_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """The players with the best value (SC-R-44). A tied incumbent wins alone; otherwise the tied players share the victory.

    Rules: SC-WIN-07, SC-WIN-08, SC-WIN-09, SC-R-45.
    """
    scores = scores_of(book, state)
    best = tuple([player for player, score in enumerate(scores) if score == max(scores)])
    return (state.incumbent,) if state.incumbent in best else best
