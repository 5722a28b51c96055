"""The end of the game, what the win condition finds, and who has won (SC-FIN, SC-WIN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rooms.tables.statecraft.facts.ending import End, TermEnded
from rooms.tables.statecraft.facts.supporters import IncumbentMoved
from rooms.tables.statecraft.game.content import AXES, Book
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import BUDGET, Phase, Side, StatecraftState
from rooms.tables.statecraft.rules.measures import in_play, most_supporters, scenario_of


def finish(course: Course, end: End) -> None:
    """The game is over at this moment, in the middle of whatever it is; the win condition decides who has won.

    The incumbent card goes to whoever leads alone; a bid is not held any more (SC-R-40).

    Rules: SC-FIN-01, SC-FIN-02, SC-FIN-12, SC-INC-01.
    """
    leaders = leaders_of(course.state)
    if len(leaders) == 1 and course.state.incumbent != leaders[0]:
        course.happens(IncumbentMoved(leaders[0]))
    state, win = course.state, scenario_of(course.book, course.state).win
    values = tuple([value_of(side, win) for side in state.sides])
    course.happens(TermEnded(end, win, values, winners_of(course.book, state)))


def leaders_of(state: StatecraftState) -> tuple[int, ...]:
    """The players with the most supporters; with none at all nobody leads, and all share (SC-INC-05, SC-R-38)."""
    most = most_supporters(state.sides)
    return tuple([player for player, side in enumerate(state.sides) if len(side.supporters) == most]) if most else ()


def supporters_changed(course: Course) -> None:
    """After each change of a supporter's place: does the end condition hold now, also within an event?

    Supporters in the box do not count, and exactly half is not more than half.

    Rules: SC-FIN-04, SC-FIN-05, SC-FIN-06, SC-FIN-08, SC-FIN-09, SC-FIN-10.
    """
    state = course.state
    end, there, most = scenario_of(course.book, state).end, in_play(state), most_supporters(state.sides)
    if end == 2 and 0 < there == most:
        finish(course, End.ALL_SUPPORTERS)
    elif end == 3 and 2 * most > there:
        finish(course, End.MAJORITY)
    elif end == 4 and not state.floating:
        finish(course, End.NOBODY_FLOATS)


def is_over(course: Course) -> bool:
    """Has the game ended?"""
    return course.state.phase is Phase.OVER


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
