"""The rooms' steps. They begin with the phase for steps; the clock ends them at their deadline, or the room's desk does.

Where the tables of a room run separately, each table has its own steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from control.day.clock.clocks import (
    GRACE,
    NOT_UNDONE,
    clock_at,
    clock_invalidations,
    has_begun,
    has_table_clocks,
    place_of,
    place_words,
    require_room,
    require_table,
    tables_used,
    with_clock,
    with_room_clock,
)
from control.day.people.room_choice import RoomChosen
from control.day.state import DayState, PlayedSteps, RoomClock, S
from control.day.timetable import step_length, step_name, steps_of
from control.engine.context import DecisionContext
from control.engine.ids import ClockKey, RoomId, StepEnd, StepId
from control.engine.language import say
from control.engine.modules import EventHandler, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence


class EndStep(Struct, frozen=True, kw_only=True):
    """End this step: its effects apply, and the room goes on to the next."""

    room: RoomId
    month: int
    step: StepId
    table: str = ""


class LetStepsRun(Struct, frozen=True, kw_only=True):
    """Switch whether steps that a desk should end, end by themselves at their deadlines."""

    on: bool


class StepBegan(Struct, frozen=True, kw_only=True):
    room: RoomId
    month: int
    step: StepId
    at: datetime
    deadline: datetime | None
    left: timedelta | None = None
    table: str = ""


class StepEnded(Struct, frozen=True, kw_only=True):
    """A step ended. Rooms react with the step's effects. `table`: set where each table has its own clock."""

    room: RoomId
    month: int
    step: StepId
    at: datetime
    table: str = ""


class StepsLeftToRun(Struct, frozen=True, kw_only=True):
    on: bool


# --- questions ----------------------------------------------------------------------------------------------------------


def steps_left(state: DayState, room: RoomId, table: str = "") -> tuple[StepId, ...]:
    """The steps of this month that a room, or a table there, has not ended, in order.

    A step with `needs` is skipped once a later step has begun, because its building came too late.
    """
    at, order = clock_at(state, room, table), [step.id for step in state.timetable.steps.get(room, ())]
    done = at.ended_in(state.clock.month)
    reached = (*done, at.step) if at.step is not None and at.month == state.clock.month else done
    last = max((order.index(step) for step in reached if step in order), default=-1)
    return tuple(
        step.id for step in steps_of(state, room) if step.id not in done and not (step.needs and order.index(step.id) < last)
    )


def has_ended_no_step(state: DayState, room: RoomId, table: str = "") -> bool:
    """Has a room, or a table there, ended none of its steps of this month?"""
    return len(steps_left(state, room, table)) == len(steps_of(state, room))


def all_steps_left(state: DayState) -> tuple[tuple[RoomId, str, StepId], ...]:
    """All steps of this month not ended yet, as (room, table, step), in order."""
    return tuple(
        (room, table, step)
        for room in state.frame.room_ids
        for table in tables_used(state, room)
        for step in steps_left(state, room, table)
    )


def is_step_phase_over(state: DayState, now: datetime) -> bool:
    """Has the phase for steps reached its deadline? Then the steps left over are carried out without delay."""
    clock = state.clock
    if clock.phase is None or clock.deadline is None or now < clock.deadline:
        return False
    return state.frame.phase(clock.phase).steps


def may_end_steps(state: DayState) -> bool:
    """Is this a phase in which desks end steps?"""
    return state.clock.phase is not None and state.frame.phase(state.clock.phase).closes


def ends_by_itself(state: DayState, room: RoomId, step: StepId) -> bool:
    """Does the clock end this step at its deadline?"""
    found = next((each for each in steps_of(state, room) if each.id == step), None)
    return found is not None and (state.clock.auto_steps or found.ends is StepEnd.CLOCK)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_end_step(state: DayState, command: EndStep, asked: DecisionContext) -> tuple[object, ...]:
    """End a room's step. Its desk may do so at any time in the phases for it; the clock only at the deadline."""
    room = state.frame.room(require_room(state, command.room))
    if not asked.by.clock and not asked.by.sits_at(frozenset({room.desk})):
        raise Refused(say("This step belongs to {desk}.", desk=say(room.control)), point="desks", code="not-yours")
    name = step_name(state, command.room, command.step)
    if state.clock.month != command.month or not may_end_steps(state):
        meant = state.frame.round_words(command.month)
        raise Stale(say("{step} of {round} is not open now.", step=name, round=meant), point="steps")
    table = require_table(state, command.room, command.table)
    if table and table not in tables_used(state, command.room):
        raise Stale(say("Nobody sits at this table."), point="steps")
    left = steps_left(state, command.room, table)
    if command.step not in left:
        raise Stale(say("{step} has already been carried out.", step=name), point="steps")
    if command.step != left[0]:
        raise Stale(say("{step} comes first.", step=step_name(state, command.room, left[0])), point="steps")
    ended_at = _step_end(state, command, asked)
    ended = StepEnded(room=command.room, month=command.month, step=command.step, at=ended_at, table=table)
    if len(left) == 1 or (asked.by.clock and is_step_phase_over(state, asked.at)):
        return (ended,)
    begins_at = asked.at if asked.at - ended_at > GRACE else ended_at
    return (ended, step_began(state, command.room, left[1], begins_at, table))


def _step_end(state: DayState, command: EndStep, asked: DecisionContext) -> datetime:
    """The end time of a step: now for a desk; for the clock the step's deadline, or the phase's, which waits for no desk."""
    if not asked.by.clock:
        return asked.at
    if is_step_phase_over(state, asked.at):
        assert state.clock.deadline is not None
        return state.clock.deadline
    room = clock_at(state, command.room, command.table)
    if room.deadline is None or asked.at < room.deadline:
        raise Refused(say("The step has not reached its deadline."), code="early")
    if not ends_by_itself(state, command.room, command.step):
        raise Refused(say("This step waits for its desk."), code="early")
    return room.deadline


def decide_let_steps_run(state: DayState, command: LetStepsRun, asked: DecisionContext) -> tuple[StepsLeftToRun, ...]:
    if state.clock.auto_steps == command.on:
        raise Stale(say("That is so already."))
    return (StepsLeftToRun(on=command.on),)


def step_began(state: DayState, room: RoomId, step: StepId, at: datetime, table: str = "") -> StepBegan:
    """The event that begins a step. While the clock is stopped, `left` is its whole length."""
    month, length = state.clock.month, step_length(state, room, step)
    if state.clock.paused:
        return StepBegan(room=room, month=month, step=step, at=at, deadline=None, left=length, table=table)
    return StepBegan(room=room, month=month, step=step, at=at, deadline=at + length, table=table)


def begin_table(state: DayState, happened: RoomChosen, asked: DecisionContext) -> tuple[StepBegan, ...]:
    """Begin the first step of a table where somebody sits down after the rooms have begun their steps."""
    phase, room, table = state.clock.phase, happened.room, happened.table
    if phase is None or not state.frame.phase(phase).steps or is_step_phase_over(state, asked.at):
        return ()
    if not has_table_clocks(state, room) or has_begun(state, room, table):
        return ()
    left = steps_left(state, room, table)
    return (step_began(state, room, left[0], asked.at, table),) if left else ()


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_step_began(state: S, happened: StepBegan) -> S:
    at = _room_clock(state, happened.room, happened.table, happened.month)
    at = replace(
        at,
        step=happened.step,
        began_at=happened.at,
        deadline=happened.deadline,
        left=happened.left,
        paused=False,
    )
    return with_room_clock(state, happened.room, happened.table, at)


def evolve_step_ended(state: S, happened: StepEnded) -> S:
    at = _room_clock(state, happened.room, happened.table, happened.month)
    at = replace(at, done=(*at.done, happened.step), step=None, deadline=None, left=None)
    return with_room_clock(state, happened.room, happened.table, at)


def evolve_steps_left_to_run(state: S, happened: StepsLeftToRun) -> S:
    return with_clock(state, auto_steps=happened.on)


def _room_clock(state: DayState, room: RoomId, table: str, month: int) -> RoomClock:
    at = clock_at(state, room, table)
    if at.month == month:
        return at
    others = tuple(each for each in at.played if each.month not in (at.month, month))
    played = (*others, PlayedSteps(month=at.month, steps=at.done)) if at.done else others
    return RoomClock(month=month, done=at.ended_in(month), played=played)


# --- what must always hold ----------------------------------------------------------------------------------------------


def broken_steps(state: DayState) -> tuple[str, ...]:
    """Check that steps end once and in order, and none runs before an open one. A step with `needs` may be skipped."""
    return tuple(sentence for key, at in sorted(state.clock.rooms.items()) for sentence in _broken_room(state, key, at))


def _broken_room(state: DayState, key: ClockKey, at: RoomClock) -> Iterator[str]:
    room, table = place_of(key)
    steps = state.timetable.steps.get(room, ())
    order = {step.id: place for place, step in enumerate(steps)}
    reached = (*at.done, at.step) if at.step else at.done
    name, meant = place_words(state, room, table), state.frame.round_words(at.month)
    if any(order.get(one, -1) >= order.get(other, -1) for one, other in pairwise(reached)):
        yield say("{room}, {round}: a step stands twice or out of its order.", room=name, round=meant)
    last = order.get(reached[-1], -1) if reached else -1
    for step in steps[: max(last, 0)]:
        if not step.needs and step.id not in reached:
            yield say(
                "{room}, {round}: {step} came before {other}.",
                room=name,
                round=meant,
                step=step_name(state, room, reached[-1]),
                other=step.name,
            )


# --- words --------------------------------------------------------------------------------------------------------------


def label_step(command: EndStep, state: DayState) -> str:
    """The journal's label for the end of a step: "Move, month 3"."""
    return say("{step}, {round}", step=_step_ended(command, state), round=state.frame.round_words(command.month))


def ended_words(command: EndStep, state: DayState) -> str:
    """The confirmation for the person who ended a step: "Updates done."."""
    return say("{step} done.", step=_step_ended(command, state))


def _step_ended(command: EndStep, state: DayState) -> str:
    step = step_name(state, command.room, command.step)
    if not command.table:
        return step
    return say("{step} ({table})", step=step, table=state.table_name(command.room, command.table))


def _room_and_step(happened: StepBegan | StepEnded, state: DayState) -> dict[str, str]:
    return {"room": place_words(state, happened.room, happened.table), "step": step_name(state, happened.room, happened.step)}


EVENTS: Mapping[type, EventHandler] = {
    StepBegan: EventHandler(
        evolve=evolve_step_began,
        tell=one_sentence(lambda e, s: say("{room}: {step} began.", **_room_and_step(e, s))),
        invalidations=clock_invalidations,
    ),
    StepEnded: EventHandler(
        evolve=evolve_step_ended,
        tell=one_sentence(lambda e, s: say("{room}: {step} ended.", **_room_and_step(e, s))),
        invalidations=clock_invalidations,
    ),
    StepsLeftToRun: EventHandler(
        evolve=evolve_steps_left_to_run,
        tell=one_sentence(lambda e, s: say("Steps now end by themselves.") if e.on else say("Steps now wait for their desks.")),
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
}
