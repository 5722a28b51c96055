"""When the game ends (SC-FIN)."""

from __future__ import annotations

from rooms.tables.statecraft.facts.ending import End, TermEnded
from rooms.tables.statecraft.facts.supporters import IncumbentMoved
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import Phase, StatecraftState
from rooms.tables.statecraft.rules.measures import in_play, most_supporters, scenario_of
from rooms.tables.statecraft.rules.scoring import value_of, winners_of


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
