"""When the game has ended: what the win condition finds, and who has won (SC-WIN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rooms.tables.statecraft.game.book import Book
from rooms.tables.statecraft.game.content import AXES
from rooms.tables.statecraft.game.state import BUDGET, Side, StatecraftState
from rooms.tables.statecraft.rules.measures import scenario_of

BALANCE: Final = 14  # the sum of four trackers whose average is 3.5 (SC-WIN-06)
MOST_SUPPORTERS, LOWEST_BUDGET, EXTREMES, MIDDLE = range(1, 5)


def _extremes(side: Side) -> int:
    """The distances of both axes together (SC-WIN-04)."""
    return sum([abs(side.trackers[one] - side.trackers[other]) for one, other in AXES])


VALUES: Final[Mapping[int, Callable[[Side], int]]] = {
    MOST_SUPPORTERS: lambda side: len(side.supporters),  # SC-WIN-01
    LOWEST_BUDGET: lambda side: max(side.budget, -BUDGET),  # SC-WIN-02, SC-WIN-03; below -5 counts as -5 (SC-LDR-05)
    EXTREMES: _extremes,
    MIDDLE: lambda side: abs(sum(side.trackers) - BALANCE),  # SC-WIN-05
}
LESS_IS_BETTER: Final = frozenset({LOWEST_BUDGET, MIDDLE})


def value_of(side: Side, win: int) -> int:
    """What a win condition looks at, as the rulebook counts it (SC-WIN-10)."""
    return VALUES[win](side)


def scores_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """What each player would have if the game ended here: more is better, so a budget or a distance counts below nothing."""
    win = scenario_of(book, state).win
    values = [value_of(side, win) for side in state.sides]
    return tuple([-value for value in values] if win in LESS_IS_BETTER else values)


def winners_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """The best value (SC-R-44); the incumbent card breaks a tie that its holder is in, else the best share the victory.

    Rules: SC-WIN-07, SC-WIN-08, SC-WIN-09, SC-R-45.
    """
    scores = scores_of(book, state)
    best = tuple([player for player, score in enumerate(scores) if score == max(scores)])
    return (state.incumbent,) if state.incumbent in best else best
