"""Commands on phases and rounds: begin the day, end a phase, go back, set the clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from msgspec import Struct

from control.day import handoffs
from control.day.clock.clocks import (
    GRACE,
    LONGEST,
    LONGEST_REASON,
    NOT_UNDONE,
    clock_invalidations,
    phase_words,
    require_phase,
    require_running_day,
    require_running_phase,
    tables_used,
)
from control.day.clock.phase_events import (
    ClockSet,
    DayBegan,
    DayEnded,
    MonthEndedAnyway,
    MonthTurned,
    PhaseBegan,
    PhaseEnded,
    PhasePassed,
    StartPlanned,
    evolve_clock_set,
    evolve_day_began,
    evolve_day_ended,
    evolve_month_ended_anyway,
    evolve_month_turned,
    evolve_phase_began,
    evolve_phase_ended,
    evolve_start_planned,
)
from control.day.clock.steps import StepBegan, StepEnded, all_steps_left, step_began, steps_left
from control.day.records import HandOff
from control.day.state import DayStage, DayState
from control.day.timetable import last_month, next_phase, phase_length, previous_phase
from control.engine.context import DecisionContext
from control.engine.ids import PhaseId
from control.engine.language import listed, say
from control.engine.modules import EventHandler, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line


class BeginDay(Struct, frozen=True, kw_only=True):
    """Start month 1 now."""


class PlanStart(Struct, frozen=True, kw_only=True):
    """Set the planned begin of month 1, from which the drift is measured."""

    at: datetime


class EndPhase(Struct, frozen=True, kw_only=True):
    """End this phase: the clock at its deadline, or the organizer earlier (skip).

    `anyway`: the organizer's reason to end a month that still waits for a hand-off.
    """

    month: int
    phase: PhaseId
    anyway: str = ""


class GoBack(Struct, frozen=True, kw_only=True):
    """Return to the beginning of the phase before this one."""

    month: int
    phase: PhaseId


class SetClock(Struct, frozen=True, kw_only=True):
    """Set the clock to a phase, with `seconds` left."""

    month: int
    phase: PhaseId
    seconds: int


# --- questions ----------------------------------------------------------------------------------------------------------


def is_last_phase_running(state: DayState) -> bool:
    """Is this the phase whose end turns the month?"""
    return state.clock.phase is not None and state.frame.phase(state.clock.phase).turns


def blocking_hand_offs(state: DayState) -> tuple[HandOff, ...]:
    """Hand-offs that hold the end of the running month, oldest first. With `auto_steps` (rehearsals, bots) there are none."""
    clock = state.clock
    if clock.stage is not DayStage.PLAYING or clock.auto_steps:
        return ()
    return handoffs.open_hand_offs(state)


def waiting_words(state: DayState) -> str:
    """Whom the end of the month waits for: "Month 3 waits for the desk of the hall to …"; "" if for nobody.

    The content of the hand-offs is left out, because only their two desks may know it.
    """
    desks = dict.fromkeys(each.to for each in blocking_hand_offs(state))
    if not desks:
        return ""
    names = listed([state.frame.desk_name(desk) for desk in desks])
    waiting = state.frame.round_title(state.clock.month)
    return say("{round} waits for {desks} to take over what was handed over.", round=waiting, desks=names)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_plan_start(state: DayState, command: PlanStart, asked: DecisionContext) -> tuple[StartPlanned, ...]:
    if state.clock.stage is not DayStage.GATHERING:
        raise Refused(state.frame.said("begun-already"), point="begun")
    return (StartPlanned(at=command.at),)


def decide_begin_day(state: DayState, command: BeginDay, asked: DecisionContext) -> tuple[object, ...]:
    if state.clock.stage is not DayStage.GATHERING:
        raise Stale(say("The day has begun already."), point="begun")
    return (DayBegan(at=asked.at), _phase_began(state, 1, state.frame.phases[0].id, asked.at, paused=False))


def decide_end_phase(state: DayState, command: EndPhase, asked: DecisionContext) -> tuple[object, ...]:
    """End a phase: first the steps left over, then the phase, then the moments of a turn, then the next phase.

    The phase for steps ends at its deadline, so open steps are carried out then. The clock gives each as a command of its own
    just before, so that each can be withdrawn. A withdrawn step is carried out again at the turn of the month at the latest.
    A month that a hand-off holds ends when it is taken over, not at its deadline.
    """
    clock = require_running_phase(state, command.month, command.phase)
    held = blocking_hand_offs(state) if is_last_phase_running(state) else ()
    anyway = one_line(command.anyway)[:LONGEST_REASON]
    if held and asked.by.clock:
        raise Refused(waiting_words(state), code="held")
    if held and not anyway:
        raise Refused(say("{waits} To end it anyway, say why.", waits=waiting_words(state)), code="held")
    ended_at = asked.at
    if asked.by.clock:
        if clock.deadline is None:
            raise Refused(say("The clock stands still."), code="early")
        if asked.at < clock.deadline:
            raise Refused(say("The phase has not reached its deadline."), code="early")
        ended_at = max(clock.deadline, _unblocked_at(state) or clock.deadline)
    begins_at = asked.at if asked.at - ended_at > GRACE else ended_at
    overruled = MonthEndedAnyway(month=command.month, reason=anyway, hand_offs=tuple(each.id for each in held))
    ending = _end_phase(state, ended_at=ended_at, begins_at=begins_at, on_time=asked.by.clock)
    return (overruled, *ending) if held else tuple(ending)


def _unblocked_at(state: DayState) -> datetime | None:
    """The time of the last take-over, if this phase turns the month; None otherwise."""
    if not is_last_phase_running(state) or state.clock.auto_steps:
        return None
    return handoffs.last_taken_at(state)


def _end_phase(state: DayState, *, ended_at: datetime, begins_at: datetime, on_time: bool) -> Iterator[object]:
    clock, frame = state.clock, state.frame
    assert clock.phase is not None
    month, phase = clock.month, frame.phase(clock.phase)
    if phase.closes:
        left = all_steps_left(state)
        yield from (StepEnded(room=room, month=month, step=step, at=ended_at, table=table) for room, table, step in left)
    yield PhaseEnded(month=month, phase=phase.id, at=ended_at, on_time=on_time)
    if phase.turns and month > clock.turned:
        yield from (MonthTurned(month=month, moment=moment.id) for moment in frame.moments)
    following, following_phase = next_phase(state, month, phase.id)
    if following > last_month(state):
        yield DayEnded(month=month, at=ended_at)
    else:
        yield _phase_began(state, following, following_phase, begins_at, paused=clock.paused)


def decide_go_back(state: DayState, command: GoBack, asked: DecisionContext) -> tuple[ClockSet, ...]:
    require_running_phase(state, command.month, command.phase)
    before = previous_phase(state, command.month, command.phase)
    if before is None:
        raise Refused(say("There is nothing before the first phase of {round}.", round=state.frame.round_words(1)), point="phases")
    return (_clock_set(state, *before, phase_length(state, *before), asked.at),)


def label_go_back(command: GoBack, state: DayState) -> str:
    """The journal's label: "Went back to Planning, month 3"."""
    known = command.phase in state.frame.phase_ids
    found = previous_phase(state, command.month, command.phase) if known else None
    return say("Went back to {phase}", phase=phase_words(state, *found)) if found else say("Go back")


def decide_set_clock(state: DayState, command: SetClock, asked: DecisionContext) -> tuple[ClockSet, ...]:
    """Set the clock by hand. This works after the last month too, so a day that ended by mistake can go on."""
    if state.clock.stage is DayStage.GATHERING:
        require_running_day(state)
    if not 1 <= command.month <= last_month(state):
        raise Refused(state.frame.said("rounds-there-are", last=last_month(state)), point="rounds")
    left = timedelta(seconds=command.seconds)
    if not timedelta(0) < left <= LONGEST:
        raise Refused(say("Leave between 1 second and 12 hours."), point="time")
    phase = require_phase(state, command.phase)
    happened = _clock_set(state, command.month, phase, left, asked.at)
    return (replace(happened, passed=tuple(_phases_passed(state, command.month, phase))),)


def _phases_passed(state: DayState, month: int, phase: PhaseId) -> Iterator[PhasePassed]:
    """The skipped phases, from the running one to the one before this; empty if this phase is not later."""
    order, clock = state.frame.phase_ids, state.clock
    if clock.phase is None:
        return
    at, phase_at = clock.month, clock.phase
    while (at, order.index(phase_at)) < (month, order.index(phase)):
        yield PhasePassed(month=at, phase=phase_at)
        at, phase_at = next_phase(state, at, phase_at)


def begin_steps(state: DayState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[StepBegan, ...]:
    """Begin the first open step of every room, and of every separate table in use, with the phase for steps."""
    if not state.frame.phase(happened.phase).steps:
        return ()
    clocks = [(room, table) for room in state.frame.room_ids for table in tables_used(state, room)]
    opening = [(room, table, steps_left(state, room, table)) for room, table in clocks]
    return tuple(step_began(state, room, left[0], happened.at, table) for room, table, left in opening if left)


def _phase_began(state: DayState, month: int, phase: PhaseId, at: datetime, *, paused: bool) -> PhaseBegan:
    length = phase_length(state, month, phase)
    if paused:
        return PhaseBegan(month=month, phase=phase, at=at, deadline=None, left=length)
    return PhaseBegan(month=month, phase=phase, at=at, deadline=at + length)


def _clock_set(state: DayState, month: int, phase: PhaseId, left: timedelta, at: datetime) -> ClockSet:
    if state.clock.paused:
        return ClockSet(month=month, phase=phase, at=at, deadline=None, left=left)
    return ClockSet(month=month, phase=phase, at=at, deadline=at + left, left=None)


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_ended(happened: PhaseEnded, state: DayState) -> str:
    phase = phase_words(state, happened.month, happened.phase)
    return say("{phase}, ended.", phase=phase) if happened.on_time else say("{phase}, ended by hand.", phase=phase)


@one_sentence
def tell_turned(happened: MonthTurned, state: DayState) -> str:
    frame = state.frame
    return frame.said("turned", round=frame.round_words(happened.month), what=frame.moment_words(happened.moment))


@one_sentence
def tell_ended_anyway(happened: MonthEndedAnyway, state: DayState) -> str:
    title, reason = state.frame.round_title(happened.month), happened.reason.rstrip(".")
    return say("{round} ended although hand-offs were open: {reason}.", round=title, reason=reason)


EVENTS: Mapping[type, EventHandler] = {
    StartPlanned: EventHandler(
        evolve=evolve_start_planned,
        tell=one_sentence(lambda e, s: say("The start of {round} was planned.", round=s.frame.round_words(1))),
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
    DayBegan: EventHandler(
        evolve=evolve_day_began,
        tell=one_sentence(lambda e, s: say("The day began.")),
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
    PhaseEnded: EventHandler(
        evolve=evolve_phase_ended, tell=tell_ended, invalidations=clock_invalidations, undo=Undo(never=NOT_UNDONE)
    ),
    PhaseBegan: EventHandler(
        evolve=evolve_phase_began,
        tell=one_sentence(lambda e, s: say("{phase}, began.", phase=phase_words(s, e.month, e.phase))),
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
    MonthTurned: EventHandler(
        evolve=evolve_month_turned,
        tell=tell_turned,
        invalidations=lambda e, s: (),
        undo=Undo(never=NOT_UNDONE),
    ),
    ClockSet: EventHandler(
        evolve=evolve_clock_set,
        tell=one_sentence(lambda e, s: say("The clock was set to {phase}.", phase=phase_words(s, e.month, e.phase))),
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
    MonthEndedAnyway: EventHandler(
        evolve=evolve_month_ended_anyway,
        tell=tell_ended_anyway,
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
    DayEnded: EventHandler(
        evolve=evolve_day_ended,
        tell=one_sentence(lambda e, s: s.frame.said("last-round-ended")),
        invalidations=clock_invalidations,
        undo=Undo(never=NOT_UNDONE),
    ),
}
