"""End of the game, values of the win condition, and winners (SC-FIN, SC-WIN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rooms.tables.statecraft.facts.ending import End, TermEnded
from rooms.tables.statecraft.facts.supporters import IncumbentMoved
from rooms.tables.statecraft.game.content import AXES, Book
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import BUDGET, Phase, Side, StatecraftState
from rooms.tables.statecraft.rules.limits import in_play, most_supporters, scenario_of


def finish(course: Course, end: End) -> None:
    """End the game at once, even in the middle of an effect. The win condition decides who wins.

    A player who leads alone gets the incumbent card first. No bid takes place any more (SC-R-40).

    Rules: SC-FIN-01, SC-FIN-02, SC-FIN-12, SC-INC-01.
    """
    leaders = leaders_of(course.state)
    if len(leaders) == 1 and course.state.incumbent != leaders[0]:
        course.happens(IncumbentMoved(leaders[0]))
    state, win = course.state, scenario_of(course.book, course.state).win
    values = tuple([value_of(side, win) for side in state.sides])
    course.happens(TermEnded(end, win, values, winners_of(course.book, state)))


def leaders_of(state: StatecraftState) -> tuple[int, ...]:
    """The players with the most supporters. Nobody while all have none (SC-INC-05, SC-R-38)."""
    most = most_supporters(state.sides)
    return tuple([player for player, side in enumerate(state.sides) if len(side.supporters) == most]) if most else ()


def supporters_changed(course: Course) -> None:
    """End the game when a supporter's change of place fulfils the end condition, also within an event.

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
    return course.state.phase is Phase.OVER


BALANCE: Final = 14  # the sum of four trackers whose average is 3.5 (SC-WIN-06)
MOST_SUPPORTERS, LOWEST_BUDGET, EXTREMES, MIDDLE = range(1, 5)


def _extremes(side: Side) -> int:
    """The sum of the distances on both axes (SC-WIN-04)."""
    return sum([abs(side.trackers[one] - side.trackers[other]) for one, other in AXES])


VALUES: Final[Mapping[int, Callable[[Side], int]]] = {
    MOST_SUPPORTERS: lambda side: len(side.supporters),  # SC-WIN-01
    LOWEST_BUDGET: lambda side: max(side.budget, -BUDGET),  # SC-WIN-02, SC-WIN-03; below -5 counts as -5 (SC-LDR-05)
    EXTREMES: _extremes,
    MIDDLE: lambda side: abs(sum(side.trackers) - BALANCE),  # SC-WIN-05
}
LESS_IS_BETTER: Final = frozenset({LOWEST_BUDGET, MIDDLE})


def value_of(side: Side, win: int) -> int:
    """A side's value of a win condition, as the rulebook counts it (SC-WIN-10)."""
    return VALUES[win](side)


def scores_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """Each player's score if the game ended now. Higher is better, so a budget or a distance has its sign changed."""
    win = scenario_of(book, state).win
    values = [value_of(side, win) for side in state.sides]
    return tuple([-value for value in values] if win in LESS_IS_BETTER else values)


def winners_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """The players with the best value (SC-R-44). A tied incumbent wins alone; otherwise the tied players share the victory.

    Rules: SC-WIN-07, SC-WIN-08, SC-WIN-09, SC-R-45.
    """
    scores = scores_of(book, state)
    best = tuple([player for player, score in enumerate(scores) if score == max(scores)])
    return (state.incumbent,) if state.incumbent in best else best
