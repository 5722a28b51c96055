"""Commands to pause, resume and add time: for the whole event, or for the step of one room or table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec import Struct

from control.day.clock.clocks import (
    LONGEST,
    NOT_UNDONE,
    clock_at,
    clock_invalidations,
    clock_words,
    require_running_clock,
    require_running_day,
    require_running_phase,
    with_clock,
    with_room_clock,
)
from control.day.state import DayState, RoomClock, S
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.ids import PhaseId, RoomId
from control.engine.language import say
from control.engine.modules import EventHandler, Undo
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line


class Pause(Struct, frozen=True, kw_only=True):
    """Stop the clock of the event, or of one room's step."""

    reason: Told = ""
    room: RoomId | None = None
    table: str = ""


class Resume(Struct, frozen=True, kw_only=True):
    """Resume the clock of the event, or of one room's step."""

    room: RoomId | None = None
    table: str = ""


class AddTime(Struct, frozen=True, kw_only=True):
    """Add seconds to the phase, or to one room's step; negative `seconds` take time away."""

    month: int
    phase: PhaseId
    seconds: int
    room: RoomId | None = None
    table: str = ""


class ClockPaused(Struct, frozen=True, kw_only=True):
    at: datetime
    reason: Told
    room: RoomId | None
    table: str = ""


class ClockResumed(Struct, frozen=True, kw_only=True):
    at: datetime
    room: RoomId | None
    table: str = ""


class TimeChanged(Struct, frozen=True, kw_only=True):
    seconds: int
    room: RoomId | None
    table: str = ""


def decide_pause(state: DayState, command: Pause, asked: DecisionContext) -> tuple[ClockPaused, ...]:
    clock = require_running_day(state)
    reason = one_line(command.reason)[:200] if isinstance(command.reason, str) else command.reason
    if command.room is None:
        if not asked.by.sits_at(ORGANIZER_ONLY):
            raise Refused(say("Only the organizer stops the whole clock."), point="time", code="not-yours")
        if clock.paused:
            raise Stale(say("The clock stands already."))
        return (ClockPaused(at=asked.at, reason=reason, room=None),)
    room = require_running_clock(state, command.room, command.table, asked)
    if room.paused or clock.paused:
        raise Stale(say("This room's clock stands already."))
    return (ClockPaused(at=asked.at, reason=reason, room=command.room, table=command.table),)


def decide_resume(state: DayState, command: Resume, asked: DecisionContext) -> tuple[ClockResumed, ...]:
    clock = require_running_day(state)
    if command.room is None:
        if not asked.by.sits_at(ORGANIZER_ONLY):
            raise Refused(say("Only the organizer starts the whole clock."), point="time", code="not-yours")
        if not clock.paused:
            raise Stale(say("The clock is running already."))
        return (ClockResumed(at=asked.at, room=None),)
    if clock.paused:
        raise Refused(say("The whole clock stands; the organizer starts it."), point="time")
    if not require_running_clock(state, command.room, command.table, asked).paused:
        raise Stale(say("This room's clock is running already."))
    return (ClockResumed(at=asked.at, room=command.room, table=command.table),)


def decide_add_time(state: DayState, command: AddTime, asked: DecisionContext) -> tuple[TimeChanged, ...]:
    clock = require_running_phase(state, command.month, command.phase)
    if not command.seconds or abs(command.seconds) > LONGEST.total_seconds():
        raise Refused(say("Give between 1 second and 12 hours, more or less."), point="time")
    if command.room is None:
        if not asked.by.sits_at(ORGANIZER_ONLY):
            raise Refused(say("Only the organizer changes the time of a phase."), point="time", code="not-yours")
        deadline, left = clock.deadline, clock.left
    else:
        room = require_running_clock(state, command.room, command.table, asked)
        deadline, left = room.deadline, room.left
    rest = (deadline - asked.at) if deadline else (left or timedelta(0))
    if rest + timedelta(seconds=command.seconds) < timedelta(0):
        raise Refused(say("Less time is left than that; end it instead."), point="time")
    return (TimeChanged(seconds=command.seconds, room=command.room, table=command.table),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_clock_paused(state: S, happened: ClockPaused) -> S:
    if happened.room is not None:
        at = _stop_clock(clock_at(state, happened.room, happened.table), happened.at)
        return with_room_clock(state, happened.room, happened.table, replace(at, paused=True))
    clock = state.clock
    left = clock.deadline - happened.at if clock.deadline else clock.left
    return with_clock(
        state,
        deadline=None,
        left=left,
        paused_at=happened.at,
        pause_reason=happened.reason,
        rooms={room: _stop_clock(at, happened.at) for room, at in clock.rooms.items()},
    )


def evolve_clock_resumed(state: S, happened: ClockResumed) -> S:
    if happened.room is not None:
        at = _start_clock(clock_at(state, happened.room, happened.table), happened.at)
        return with_room_clock(state, happened.room, happened.table, replace(at, paused=False))
    clock = state.clock
    return with_clock(
        state,
        deadline=happened.at + clock.left if clock.left is not None else None,
        left=None,
        paused_at=None,
        pause_reason="",
        rooms={room: at if at.paused else _start_clock(at, happened.at) for room, at in clock.rooms.items()},
    )


def evolve_time_changed(state: S, happened: TimeChanged) -> S:
    more = timedelta(seconds=happened.seconds)
    clock = state.clock
    if happened.room is not None:
        at = clock_at(state, happened.room, happened.table)
        deadline, left = _extend_deadline(at.deadline, at.left, more)
        return with_room_clock(state, happened.room, happened.table, replace(at, deadline=deadline, left=left))
    deadline, left = _extend_deadline(clock.deadline, clock.left, more)
    return with_clock(state, deadline=deadline, left=left)


def _stop_clock(at: RoomClock, now: datetime) -> RoomClock:
    return replace(at, deadline=None, left=at.deadline - now) if at.deadline else at


def _start_clock(at: RoomClock, now: datetime) -> RoomClock:
    return replace(at, deadline=now + at.left, left=None) if at.left is not None else at


def _extend_deadline(
    deadline: datetime | None, left: timedelta | None, more: timedelta
) -> tuple[datetime | None, timedelta | None]:
    return deadline + more if deadline else None, left + more if left is not None else None


# --- words --------------------------------------------------------------------------------------------------------------


def _seconds(seconds: int) -> str:
    minutes, rest = divmod(abs(seconds), 60)
    if not minutes:
        return say("{seconds} s", seconds=rest)
    return say("{minutes} min {seconds} s", minutes=minutes, seconds=rest) if rest else say("{minutes} min", minutes=minutes)


@one_sentence
def tell_paused(happened: ClockPaused, state: DayState) -> str:
    clock = clock_words(state, happened.room, happened.table)
    if happened.reason:
        return say("{clock} was stopped: {reason}.", clock=clock, reason=happened.reason)
    return say("{clock} was stopped.", clock=clock)


@one_sentence
def tell_changed(happened: TimeChanged, state: DayState) -> str:
    clock, time = clock_words(state, happened.room, happened.table), _seconds(happened.seconds)
    if happened.seconds > 0:
        return say("{clock} got {time} more.", clock=clock, time=time)
    return say("{clock} got {time} less.", clock=clock, time=time)


EVENTS: Mapping[type, EventHandler] = {
    ClockPaused: EventHandler(
        evolve=evolve_clock_paused, tell=tell_paused, invalidations=clock_invalidations, undo=Undo(never=NOT_UNDONE)
    ),
    ClockResumed: EventHandler(
        evolve=evolve_clock_resumed,
        tell=one_sentence(lambda e, s: say("{clock} went on.", clock=clock_words(s, e.room, e.table))),
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
    TimeChanged: EventHandler(
        evolve=evolve_time_changed, tell=tell_changed, invalidations=clock_invalidations, undo=Undo(never=NOT_UNDONE)
    ),
}
