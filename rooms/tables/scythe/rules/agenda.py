"""What comes next: the agenda is worked off until somebody has to decide (see `state`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rooms.tables.scythe.facts.turns import TurnBegan, Went
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.state import (
    Arming,
    Bonuses,
    BottomRow,
    Choosing,
    Combats,
    Committing,
    Ending,
    Fought,
    Meeting,
    Meetings,
    Moving,
    Phase,
    Retreating,
    Step,
    TopRow,
    Visiting,
)
from rooms.tables.scythe.rules.bonuses import next_bonus
from rooms.tables.scythe.rules.fighting import arm, fought, next_combat, retreat_or_ask
from rooms.tables.scythe.rules.measures import left_of
from rooms.tables.scythe.rules.meeting import begin_meetings, go_on_meeting
from rooms.tables.scythe.rules.visiting import visit
from rooms.tables.scythe.rules.waiting import PHASE_OF

FINISHED: Final = frozenset({Phase.OVER, Phase.RECORDING})


def go_on(course: Course) -> None:
    """Work the agenda off until somebody is asked, or the game is over: then nothing that follows is resolved (SY-END-01)."""
    while course.state.phase not in FINISHED:
        step = course.todo.pop() if course.todo else None
        if step is None:
            next_turn(course)
        elif (asks := STEPS[type(step)](course, step)) is not None:
            course.todo.append(asks)
            break
    phase = PHASE_OF[type(course.todo[-1])] if course.todo else Phase.OVER
    agenda = tuple(reversed(course.todo))
    if phase is not course.state.phase or agenda != course.state.agenda:
        course.happens(Went(phase, agenda))


def next_turn(course: Course) -> None:
    """The next player clockwise becomes active (SY-TRN-10, SY-TRN-11)."""
    course.happens(TurnBegan(left_of(course.state, course.state.active), course.state.turns + 1))
    course.todo[:] = reversed(course.state.agenda)


def _asks(_course: Course, step: Step) -> Step:
    return step


STEPS: Final[Mapping[type, Callable[[Course, Any], Step | None]]] = {
    Choosing: _asks,
    TopRow: _asks,
    Moving: _asks,
    Combats: next_combat,
    Arming: arm,
    Committing: _asks,
    Retreating: retreat_or_ask,
    Fought: fought,
    Meetings: begin_meetings,
    Meeting: go_on_meeting,
    Visiting: visit,
    BottomRow: _asks,
    Bonuses: next_bonus,
    Ending: _asks,
}
