"""What the clock's commands have in common: bounds, questions about the running phase, names in sentences."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from control.day.clock.tables import clock_at, key_of, runs_apart
from control.day.state import Clock, DayState, RoomClock, S, Stage
from control.engine.context import DecisionContext
from control.engine.ids import PhaseId, RoomId
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.engine.refused import Refused, Stale

GRACE: Final = timedelta(seconds=10)
LONGEST: Final = timedelta(hours=12)
LONGEST_REASON: Final = 300
NOT_UNDONE: Final = later("The clock runs on: go back, set it or add time instead.")
TIMING: Final = (Invalidation(topic="clock"),)


def clock_invalidations(_happened: object, _state: DayState) -> tuple[Invalidation, ...]:
    """Everybody looks at the clock again."""
    return TIMING


def playing(state: DayState) -> Clock:
    """The clock of a day that is running.

    Raises:
        Refused: it has not begun, or is over.
    """
    if state.clock.stage is not Stage.PLAYING:
        raise Refused(say("The day is not running."), point="begun")
    return state.clock


def running(state: DayState, month: int, phase: PhaseId) -> Clock:
    """The clock, while this phase runs.

    Raises:
        Stale: another one runs by now.
    """
    clock = playing(state)
    if (clock.month, clock.phase) != (month, phase):
        was, meant = state.frame.phase_name(phase), state.frame.round_words(month)
        if clock.phase is None:
            raise Stale(say("{phase} of {round} is not running any more; it is now over.", phase=was, round=meant))
        raise Stale(
            say(
                "{phase} of {round} is not running any more; it is now {now}, {now_phase}.",
                phase=was,
                round=meant,
                now=state.frame.round_words(clock.month),
                now_phase=state.frame.phase_name(clock.phase),
            )
        )
    return clock


def known_phase(state: DayState, phase: PhaseId) -> PhaseId:
    """A phase of this game.

    Raises:
        Refused: there is none of that name.
    """
    if phase not in state.frame.phase_ids:
        raise Refused(say("There is no such phase; choose one from the list."), code="unknown")
    return phase


def own_room(state: DayState, room: RoomId, table: str, asked: DecisionContext) -> RoomClock:
    """The clock of a room, or of a table there, in which a step runs.

    Raises:
        Refused: it is another desk's, or no step runs.
    """
    frame = state.frame.room(known_room(state, room))
    if not asked.by.sits_at(frozenset({frame.desk})):
        raise Refused(say("The clock of this room belongs to {desk}.", desk=say(frame.control)), code="not-yours")
    at = clock_at(state, room, known_table(state, room, table))
    if at.step is None:
        nothing = say("This table has no step running.") if table else say("This room has no step running.")
        raise Refused(nothing, point="room-steps")
    return at


def known_room(state: DayState, room: RoomId) -> RoomId:
    """A room of this game.

    Raises:
        Refused: there is none of that name.
    """
    if room not in state.frame.room_ids:
        raise Refused(say("There is no such room; choose one from the list."), code="unknown")
    return room


def known_table(state: DayState, room: RoomId, table: str) -> str:
    """A table that runs by a clock of its own this month; empty for a room that is one.

    Raises:
        Refused: there is none of that name, or none was named.
    """
    if not runs_apart(state, room):
        if table:
            raise Refused(say("This room has one clock for all its tables."), code="unknown")
    elif not table:
        raise Refused(say("Each table of this room has its own clock; say which table."), code="unknown")
    elif table not in state.tables_of(room):
        raise Refused(say("There is no such table."), point="tables", code="unknown")
    return table


def with_clock(state: S, **changed: object) -> S:
    """The state with the clock changed."""
    return replace(state, clock=replace(state.clock, **changed))  # type: ignore[arg-type]


def with_room_clock(state: S, room: RoomId, table: str, at: RoomClock) -> S:
    """The state with the clock of one room, or of a table there, replaced."""
    return with_clock(state, rooms={**state.clock.rooms, key_of(room, table): at})


def phase_words(state: DayState, month: int, phase: PhaseId) -> str:
    """How a phase is called: "Planning, month 3"."""
    return say("{phase}, {round}", phase=state.frame.phase_name(phase), round=state.frame.round_words(month))
