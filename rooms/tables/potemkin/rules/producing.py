"""Producing (PE-IND): cubes behind Industry buildings, and the turn of the mode token."""

from __future__ import annotations

from rooms.tables.potemkin.facts.producing import Produced
from rooms.tables.potemkin.facts.turns import ActionPhaseEnded
from rooms.tables.potemkin.game.actions import Produce
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.course import Course
from rooms.tables.potemkin.game.state import count_of
from rooms.tables.potemkin.rules.month_end import end_month
from rooms.tables.potemkin.rules.turns import constructing, end_turn


def produce(course: Course, player: int, action: Produce) -> None:
    """The produce action; it is always legal, and may end the Action phase.

    Rules: PE-IND-01, PE-IND-02, PE-IND-03, PE-IND-04, PE-IND-05, PE-IND-06, PE-IND-07, PE-IND-10, PE-ACT-17.
    """
    _make(course, player)


def produce_unasked(course: Course) -> None:
    """The turn of somebody who can only produce, and would place nothing, plays itself (PE-ACT-11, PE-R-12)."""
    _make(course, course.state.turn, unasked=True)


def _make(course: Course, player: int, *, unasked: bool = False) -> None:
    # only here a token turns to production (PE-ACT-15) and the Action phase ends, at once and for all
    # (PE-ACT-18, PE-ACT-19, PE-ACT-20, PE-R-13)
    side = course.side(player)
    course.happens(Produced(player, count_of(side, Facade.INDUSTRY), not side.producing, unasked))
    left = constructing(course.state)
    if len(left) == 1:
        course.happens(ActionPhaseEnded(left[0]))
        end_month(course)
    else:
        end_turn(course)
