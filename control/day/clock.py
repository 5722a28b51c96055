"""The clock: months, phases, the rooms' steps, and what Control may do to them (GE-EVT-19 to -31, -41, R-10, R-11).

Every instant is a fact. A phase that the clock ends has ended at its deadline, whenever a worker looked; the next one begins at
that very instant, unless nobody could have played it: a phase whose beginning lies more than `GRACE` back begins now, so that an
outage costs at most the phase it fell into.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Final

from rooms.realm.desks import DESK_NAMES, Desk
from rooms.realm.words import PHASE_NAMES

from control.day import decisions, handoffs
from control.day.lateness import wait_at
from control.day.state import Clock, HandOff, PlayedSteps, RoomClock, Stage
from control.day.timetable import last_month, next_phase, phase_length, previous_phase, step_length, steps_of
from control.engine.context import ORGANIZER_ONLY, Asked
from control.engine.ids import StepEnd, StepId
from control.engine.language import later, listed, say
from control.engine.modules import Act, Chapter, Fact, Poke
from control.engine.refused import Refused, Stale
from control.engine.words import Spoken
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room

GRACE = timedelta(seconds=10)
LONGEST = timedelta(hours=12)
LONGEST_REASON = 300
DESK_OF = {Room.WAR: Desk.WAR, Room.COURT: Desk.COURT, Room.UNDERGROUND: Desk.UNDERGROUND}
ROOM_DESKS = frozenset(DESK_OF.values())
NOT_UNDONE = later("The clock runs on: go back, set it or add time instead.")


class Moment(StrEnum):
    """The nine moments of Return, in their order (R-20). A room acts in a moment by reacting to `MonthTurned`."""

    POOLS = "pools"
    LAWS = "laws"
    SCHEMES = "schemes"
    TAXES = "taxes"
    FAMINE = "famine"
    LAPSE = "lapse"
    THRONE = "throne"
    RESULT = "result"
    COURT_MOVES = "court-moves"


# --- commands -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginDay:
    """Start month 1 now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStart:
    """Say when month 1 is meant to begin; the drift is measured from it."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPhase:
    """End the phase named: the clock at its deadline, or the organizer before it (skip).

    `anyway` is the organizer's reason to end a month that still waits for a hand-off.
    """

    month: int
    phase: Phase
    anyway: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndStep:
    """End the step named: its desk applies what the step does and the room goes on."""

    room: Room
    month: int
    step: StepId


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Stop the clock of the event, or of one room's step."""

    reason: str = ""
    room: Room | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Let the clock of the event, or of one room's step, go on."""

    room: Room | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTime:
    """Give the phase, or one room's step, more seconds; fewer when negative."""

    month: int
    phase: Phase
    seconds: int
    room: Room | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBack:
    """Return to the beginning of the phase before the one named."""

    month: int
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClock:
    """Put the clock on a phase with so many seconds left."""

    month: int
    phase: Phase
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStepsRun:
    """Let the steps meant for a desk end at their deadlines by themselves, or not."""

    on: bool


# --- events -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPlanned:
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DayBegan:
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded:
    month: int
    phase: Phase
    at: datetime
    on_time: bool  # ended by the clock at its deadline, not by a person


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """`deadline` is None when the clock stood still; `left` then holds the whole phase."""

    month: int
    phase: Phase
    at: datetime
    deadline: datetime | None
    left: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepBegan:
    room: Room
    month: int
    step: StepId
    at: datetime
    deadline: datetime | None
    left: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEnded:
    """Rooms react to this: what the step does is decided right behind it."""

    room: Room
    month: int
    step: StepId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthTurned:
    """One moment of Return; rooms react to it (R-20)."""

    month: int
    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused:
    at: datetime
    reason: str
    room: Room | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed:
    at: datetime
    room: Room | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeChanged:
    seconds: int
    room: Room | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """The clock was put on a phase by hand; rooms keep the steps they have done this month."""

    month: int
    phase: Phase
    at: datetime
    deadline: datetime | None
    left: timedelta | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsLeftToRun:
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthEndedAnyway:
    """The organizer let the month end though hand-offs were open; they stay open, and hold the next month."""

    month: int
    reason: str
    hand_offs: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayEnded:
    month: int
    at: datetime


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_plan_start(state: GameState, command: PlanStart, asked: Asked) -> tuple[StartPlanned, ...]:
    if state.clock.stage is not Stage.GATHERING:
        raise Refused(say("Month 1 has begun; its start cannot be planned any more."), rule="GE-EVT-18")
    return (StartPlanned(at=command.at),)


def decide_begin_day(state: GameState, command: BeginDay, asked: Asked) -> tuple[object, ...]:
    if state.clock.stage is not Stage.GATHERING:
        raise Stale(say("The day has begun already."), rule="GE-EVT-18")
    return (DayBegan(at=asked.at), _began(state, 1, Phase.CEREMONY, asked.at, paused=False))


def decide_end_phase(state: GameState, command: EndPhase, asked: Asked) -> tuple[object, ...]:
    """End a phase: the steps left over first, then the phase, at the end of Return the nine moments, then what follows.

    The end of Action is hard (R-11), so steps still open are carried out then; the clock gives each of them as a command of
    its own just before, so that each can be taken back. One taken back after Action is carried out at the end of Return at
    the latest. A month that a hand-off holds ends when it is taken over, not at its deadline.
    """
    clock = _running(state, command.month, command.phase)
    held = held_by(state) if command.phase is Phase.RETURN else ()
    anyway = " ".join(command.anyway.split())[:LONGEST_REASON]
    if held and asked.by.clock:
        raise Refused(waits_words(state), code="held")
    if held and not anyway:
        raise Refused(say("{waits} To end it anyway, say why.", waits=waits_words(state)), code="held")
    ended_at = asked.at
    if asked.by.clock:
        if clock.deadline is None:
            raise Refused(say("The clock stands still."), code="early")
        if asked.at < clock.deadline:
            raise Refused(say("The phase has not reached its deadline."), code="early")
        ended_at = max(clock.deadline, _let_go_at(state) or clock.deadline)
    begins_at = asked.at if asked.at - ended_at > GRACE else ended_at
    overruled = MonthEndedAnyway(month=command.month, reason=anyway, hand_offs=tuple(each.id for each in held))
    ending = _end_phase(state, ended_at=ended_at, begins_at=begins_at, on_time=asked.by.clock)
    return (overruled, *ending) if held else tuple(ending)


def _let_go_at(state: GameState) -> datetime | None:
    """When the last hand-off that held this phase was taken over; None when none did."""
    if state.clock.phase is not Phase.RETURN or state.clock.auto_steps:
        return None
    return handoffs.last_taken(state)


def _end_phase(state: GameState, *, ended_at: datetime, begins_at: datetime, on_time: bool) -> Iterator[object]:
    clock = state.clock
    assert clock.phase is not None
    month, phase = clock.month, clock.phase
    if phase in (Phase.ACTION, Phase.RETURN):
        yield from (StepEnded(room=room, month=month, step=step, at=ended_at) for room in Room for step in steps_left(state, room))
    yield PhaseEnded(month=month, phase=phase, at=ended_at, on_time=on_time)
    if phase is Phase.RETURN and month > clock.turned:
        yield from (MonthTurned(month=month, moment=moment) for moment in Moment)
    following, following_phase = next_phase(month, phase)
    if following > last_month(state.scenario):
        yield DayEnded(month=month, at=ended_at)
    else:
        yield _began(state, following, following_phase, begins_at, paused=clock.paused)


def decide_end_step(state: GameState, command: EndStep, asked: Asked) -> tuple[object, ...]:
    """End a room's step. Its desk may do so at any moment of Action or Return; the clock at the step's deadline."""
    if not asked.by.clock and not asked.by.sits_at(frozenset({DESK_OF[command.room]})):
        raise Refused(say("This step belongs to {desk}.", desk=CONTROL_OF[command.room]), rule="GE-EVT-15", code="not-yours")
    if state.clock.month != command.month or state.clock.phase not in (Phase.ACTION, Phase.RETURN):
        raise Stale(
            say(
                "{step} of month {month} is not open now.", step=_step_name(state, command.room, command.step), month=command.month
            ),
            rule="R-11",
        )
    left = steps_left(state, command.room)
    if command.step not in left:
        raise Stale(say("{step} has already been carried out.", step=_step_name(state, command.room, command.step)), rule="R-11")
    if command.step != left[0]:
        raise Stale(say("{step} comes first.", step=_step_name(state, command.room, left[0])), rule="R-11")
    ended_at = _step_end(state, command, asked)
    ended = StepEnded(room=command.room, month=command.month, step=command.step, at=ended_at)
    if len(left) == 1 or (asked.by.clock and action_is_over(state, asked.at)):
        return (ended,)
    begins_at = asked.at if asked.at - ended_at > GRACE else ended_at
    return (ended, _step_began(state, command.room, left[1], begins_at))


def _step_end(state: GameState, command: EndStep, asked: Asked) -> datetime:
    """When a step ended: now for a desk; for the clock at the step's deadline, or at Action's, which waits for no desk."""
    if not asked.by.clock:
        return asked.at
    if action_is_over(state, asked.at):
        assert state.clock.deadline is not None
        return state.clock.deadline
    room = state.clock.rooms.get(command.room, RoomClock())
    if room.deadline is None or asked.at < room.deadline:
        raise Refused(say("The step has not reached its deadline."), code="early")
    if not ends_by_itself(state, command.room, command.step):
        raise Refused(say("This step waits for its desk."), code="early")
    return room.deadline


def decide_pause(state: GameState, command: Pause, asked: Asked) -> tuple[ClockPaused, ...]:
    clock = _playing(state)
    reason = command.reason.strip()[:200]
    if command.room is None:
        if not asked.by.sits_at(ORGANIZER_ONLY):
            raise Refused(say("Only the organizer stops the whole clock."), rule="GE-EVT-25", code="not-yours")
        if clock.paused:
            raise Stale(say("The clock stands already."))
        return (ClockPaused(at=asked.at, reason=reason, room=None),)
    room = _own_room(state, command.room, asked)
    if room.paused or clock.paused:
        raise Stale(say("This room's clock stands already."))
    return (ClockPaused(at=asked.at, reason=reason, room=command.room),)


def decide_resume(state: GameState, command: Resume, asked: Asked) -> tuple[ClockResumed, ...]:
    clock = _playing(state)
    if command.room is None:
        if not asked.by.sits_at(ORGANIZER_ONLY):
            raise Refused(say("Only the organizer starts the whole clock."), rule="GE-EVT-25", code="not-yours")
        if not clock.paused:
            raise Stale(say("The clock is running already."))
        return (ClockResumed(at=asked.at, room=None),)
    if clock.paused:
        raise Refused(say("The whole clock stands; the organizer starts it."), rule="GE-EVT-25")
    if not _own_room(state, command.room, asked).paused:
        raise Stale(say("This room's clock is running already."))
    return (ClockResumed(at=asked.at, room=command.room),)


def decide_add_time(state: GameState, command: AddTime, asked: Asked) -> tuple[TimeChanged, ...]:
    clock = _running(state, command.month, command.phase)
    if not command.seconds or abs(command.seconds) > LONGEST.total_seconds():
        raise Refused(say("Give between 1 second and 12 hours, more or less."), rule="GE-EVT-25")
    if command.room is None:
        if not asked.by.sits_at(ORGANIZER_ONLY):
            raise Refused(say("Only the organizer changes the time of a phase."), rule="GE-EVT-25", code="not-yours")
        deadline, left = clock.deadline, clock.left
    else:
        room = _own_room(state, command.room, asked)
        deadline, left = room.deadline, room.left
    rest = (deadline - asked.at) if deadline else (left or timedelta(0))
    if rest + timedelta(seconds=command.seconds) < timedelta(0):
        raise Refused(say("Less time is left than that; end it instead."), rule="GE-EVT-25")
    return (TimeChanged(seconds=command.seconds, room=command.room),)


def decide_go_back(state: GameState, command: GoBack, asked: Asked) -> tuple[ClockSet, ...]:
    _running(state, command.month, command.phase)
    before = previous_phase(command.month, command.phase)
    if before is None:
        raise Refused(say("There is nothing before the first phase of month 1."), rule="GE-EVT-26")
    return (_clock_set(state, *before, phase_length(state.scenario, *before), asked.at),)


def decide_set_clock(state: GameState, command: SetClock, asked: Asked) -> tuple[ClockSet, ...]:
    """Put the clock where it belongs, also after the last month: one that ended by a slip goes on."""
    if state.clock.stage is Stage.GATHERING:
        _playing(state)
    if not 1 <= command.month <= last_month(state.scenario):
        raise Refused(say("There are months 1 to {last}.", last=last_month(state.scenario)), rule="GE-EVT-19")
    left = timedelta(seconds=command.seconds)
    if not timedelta(0) < left <= LONGEST:
        raise Refused(say("Leave between 1 second and 12 hours."), rule="GE-EVT-25")
    return (_clock_set(state, command.month, command.phase, left, asked.at),)


def decide_let_steps_run(state: GameState, command: LetStepsRun, asked: Asked) -> tuple[StepsLeftToRun, ...]:
    if state.clock.auto_steps == command.on:
        raise Stale(say("That is so already."))
    return (StepsLeftToRun(on=command.on),)


def begin_steps(state: GameState, happened: PhaseBegan | ClockSet, asked: Asked) -> tuple[StepBegan, ...]:
    """Every room begins its first open step when Action begins (GE-EVT-41)."""
    if happened.phase is not Phase.ACTION:
        return ()
    opening = [(room, steps_left(state, room)) for room in Room]
    return tuple(_step_began(state, room, left[0], happened.at) for room, left in opening if left)


# --- questions ----------------------------------------------------------------------------------------------------------


def steps_left(state: GameState, room: Room) -> tuple[StepId, ...]:
    """The steps of this month that a room has not ended, in order."""
    done = state.clock.rooms.get(room, RoomClock()).ended_in(state.clock.month)
    return tuple(step.id for step in steps_of(state, room) if step.id not in done)


def action_is_over(state: GameState, now: datetime) -> bool:
    """Has Action reached its deadline? Its end is hard: steps left over are carried out then (R-11)."""
    clock = state.clock
    return clock.phase is Phase.ACTION and clock.deadline is not None and now >= clock.deadline


def ends_by_itself(state: GameState, room: Room, step: StepId) -> bool:
    """Does the clock end this step at its deadline?"""
    found = next((each for each in steps_of(state, room) if each.id == step), None)
    return found is not None and (state.clock.auto_steps or found.ends is StepEnd.CLOCK)


def held_by(state: GameState) -> tuple[HandOff, ...]:
    """The hand-offs that keep the running month from ending, oldest first; a rehearsal waits for nobody."""
    clock = state.clock
    if clock.stage is not Stage.PLAYING or clock.auto_steps:
        return ()
    return handoffs.untaken(state)


def waits_words(state: GameState) -> str:
    """Whom the end of the month waits for: "Month 3 waits for Court Control."; empty when for nobody.

    What is handed over is not named: it is for the two desks that it lies between.
    """
    desks = dict.fromkeys(each.to for each in held_by(state))
    if not desks:
        return ""
    names = listed([DESK_NAMES[desk] for desk in desks])
    return say("Month {month} waits for {desks} to take over what was handed over.", month=state.clock.month, desks=names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something the clock will do by itself: at `at` it gives `command`."""

    at: datetime
    command: EndPhase | EndStep


def dues(state: GameState) -> tuple[Due, ...]:
    """What the clock has to do, earliest first; nothing while it stands, and no end of a month that a hand-off holds."""
    clock = state.clock
    if clock.stage is not Stage.PLAYING or clock.phase is None:
        return ()
    found: list[Due] = []
    if clock.phase is Phase.ACTION:
        found.extend(
            # What is granted to late sheets is waited for; the step has ended at its deadline all the same.
            Due(at=at.deadline + wait_at(state, room, at.step), command=EndStep(room=room, month=clock.month, step=at.step))
            for room, at in sorted(clock.rooms.items())
            if at.step and at.deadline and ends_by_itself(state, room, at.step)
        )
    if clock.deadline and not (clock.phase is Phase.RETURN and held_by(state)):
        found.append(Due(at=clock.deadline, command=EndPhase(month=clock.month, phase=clock.phase)))
    return tuple(sorted(found, key=lambda due: due.at))


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_start_planned(state: GameState, happened: StartPlanned) -> GameState:
    return _with(state, planned_start=happened.at)


def evolve_day_began(state: GameState, happened: DayBegan) -> GameState:
    clock = replace(
        state.clock,
        stage=Stage.PLAYING,
        started_at=happened.at,
        planned_start=state.clock.planned_start or happened.at,
    )
    return replace(state, clock=clock)


def evolve_phase_ended(state: GameState, happened: PhaseEnded) -> GameState:
    return _with(state, deadline=None, left=None)


def evolve_phase_began(state: GameState, happened: PhaseBegan) -> GameState:
    rooms = {room: replace(at, deadline=None, left=None, paused=False) for room, at in state.clock.rooms.items()}
    if happened.phase is not Phase.ACTION and happened.phase is not Phase.RETURN:
        rooms = {room: replace(at, step=None) for room, at in rooms.items()}
    if happened.phase is Phase.PLANNING:
        state = replace(state, met=())  # spouses meet anew in every Planning
    if happened.phase is Phase.CEREMONY:
        state = replace(state, decisions=decisions.without_past(state, happened.month))
    return _with(
        state,
        month=happened.month,
        phase=happened.phase,
        began_at=happened.at,
        deadline=happened.deadline,
        left=happened.left,
        rooms=rooms,
    )


def evolve_clock_set(state: GameState, happened: ClockSet) -> GameState:
    rooms = {room: replace(at, step=None, deadline=None, left=None, paused=False) for room, at in state.clock.rooms.items()}
    return _with(
        state,
        stage=Stage.PLAYING,
        month=happened.month,
        phase=happened.phase,
        began_at=happened.at,
        deadline=happened.deadline,
        left=happened.left,
        rooms=rooms,
    )


def evolve_step_began(state: GameState, happened: StepBegan) -> GameState:
    at = _room_clock(state, happened.room, happened.month)
    at = replace(
        at,
        step=happened.step,
        began_at=happened.at,
        deadline=happened.deadline,
        left=happened.left,
        paused=False,
    )
    return _with_room(state, happened.room, at)


def evolve_step_ended(state: GameState, happened: StepEnded) -> GameState:
    at = _room_clock(state, happened.room, happened.month)
    at = replace(at, done=(*at.done, happened.step), step=None, deadline=None, left=None)
    return _with_room(state, happened.room, at)


def evolve_month_turned(state: GameState, happened: MonthTurned) -> GameState:
    return _with(state, turned=happened.month) if happened.moment is Moment.COURT_MOVES else state


def evolve_clock_paused(state: GameState, happened: ClockPaused) -> GameState:
    if happened.room is not None:
        at = _stopped(state.clock.rooms[happened.room], happened.at)
        return _with_room(state, happened.room, replace(at, paused=True))
    clock = state.clock
    left = clock.deadline - happened.at if clock.deadline else clock.left
    return _with(
        state,
        deadline=None,
        left=left,
        paused_at=happened.at,
        pause_reason=happened.reason,
        rooms={room: _stopped(at, happened.at) for room, at in clock.rooms.items()},
    )


def evolve_clock_resumed(state: GameState, happened: ClockResumed) -> GameState:
    if happened.room is not None:
        at = _started(state.clock.rooms[happened.room], happened.at)
        return _with_room(state, happened.room, replace(at, paused=False))
    clock = state.clock
    return _with(
        state,
        deadline=happened.at + clock.left if clock.left is not None else None,
        left=None,
        paused_at=None,
        pause_reason="",
        rooms={room: at if at.paused else _started(at, happened.at) for room, at in clock.rooms.items()},
    )


def evolve_time_changed(state: GameState, happened: TimeChanged) -> GameState:
    more = timedelta(seconds=happened.seconds)
    clock = state.clock
    if happened.room is not None:
        at = clock.rooms[happened.room]
        deadline, left = _longer(at.deadline, at.left, more)
        return _with_room(state, happened.room, replace(at, deadline=deadline, left=left))
    deadline, left = _longer(clock.deadline, clock.left, more)
    return _with(state, deadline=deadline, left=left)


def evolve_steps_left_to_run(state: GameState, happened: StepsLeftToRun) -> GameState:
    return _with(state, auto_steps=happened.on)


def evolve_month_ended_anyway(state: GameState, happened: MonthEndedAnyway) -> GameState:
    return state


def evolve_day_ended(state: GameState, happened: DayEnded) -> GameState:
    return _with(state, stage=Stage.OVER, phase=None, began_at=happened.at, deadline=None, left=None, paused_at=None)


# --- what must always hold ----------------------------------------------------------------------------------------------


def broken_clock(state: GameState) -> tuple[str, ...]:
    """Steps end once and in their order, and none runs before an open one; a step that may be left out may come late (R-11)."""
    return tuple(sentence for room, at in sorted(state.clock.rooms.items()) for sentence in _broken_room(state, room, at))


def _broken_room(state: GameState, room: Room, at: RoomClock) -> Iterator[str]:
    steps = state.scenario.timetable.steps.get(room, ())
    order = {step.id: place for place, step in enumerate(steps)}
    reached = (*at.done, at.step) if at.step else at.done
    if any(order.get(one, -1) >= order.get(other, -1) for one, other in pairwise(reached)):
        yield say("{room}, month {month}: a step stands twice or out of its order.", room=ROOM_NAMES[room], month=at.month)
    last = order.get(reached[-1], -1) if reached else -1
    for step in steps[: max(last, 0)]:
        if not step.needs and step.id not in reached:
            yield say(
                "{room}, month {month}: {step} came before {other}.",
                room=ROOM_NAMES[room],
                month=at.month,
                step=_step_name(state, room, reached[-1]),
                other=step.name,
            )


# --- small parts --------------------------------------------------------------------------------------------------------


def _playing(state: GameState) -> Clock:
    if state.clock.stage is not Stage.PLAYING:
        raise Refused(say("The day is not running."), rule="GE-EVT-18")
    return state.clock


def _running(state: GameState, month: int, phase: Phase) -> Clock:
    clock = _playing(state)
    if (clock.month, clock.phase) != (month, phase):
        if clock.phase is None:
            raise Stale(
                say("{phase} of month {month} is not running any more; it is now over.", phase=PHASE_NAMES[phase], month=month)
            )
        raise Stale(
            say(
                "{phase} of month {month} is not running any more; it is now month {now_month}, {now_phase}.",
                phase=PHASE_NAMES[phase],
                month=month,
                now_month=clock.month,
                now_phase=PHASE_NAMES[clock.phase],
            )
        )
    return clock


def _own_room(state: GameState, room: Room, asked: Asked) -> RoomClock:
    if not asked.by.sits_at(frozenset({DESK_OF[room]})):
        raise Refused(say("The clock of this room belongs to {desk}.", desk=CONTROL_OF[room]), code="not-yours")
    at = state.clock.rooms.get(room)
    if at is None or at.step is None:
        raise Refused(say("This room has no step running."), rule="GE-EVT-41")
    return at


def _began(state: GameState, month: int, phase: Phase, at: datetime, *, paused: bool) -> PhaseBegan:
    length = phase_length(state.scenario, month, phase)
    if paused:
        return PhaseBegan(month=month, phase=phase, at=at, deadline=None, left=length)
    return PhaseBegan(month=month, phase=phase, at=at, deadline=at + length)


def _step_began(state: GameState, room: Room, step: StepId, at: datetime) -> StepBegan:
    month, length = state.clock.month, step_length(state, room, step)
    if state.clock.paused:
        return StepBegan(room=room, month=month, step=step, at=at, deadline=None, left=length)
    return StepBegan(room=room, month=month, step=step, at=at, deadline=at + length)


def _clock_set(state: GameState, month: int, phase: Phase, left: timedelta, at: datetime) -> ClockSet:
    if state.clock.paused:
        return ClockSet(month=month, phase=phase, at=at, deadline=None, left=left)
    return ClockSet(month=month, phase=phase, at=at, deadline=at + left, left=None)


def _room_clock(state: GameState, room: Room, month: int) -> RoomClock:
    at = state.clock.rooms.get(room, RoomClock())
    if at.month == month:
        return at
    others = tuple(each for each in at.played if each.month not in (at.month, month))
    played = (*others, PlayedSteps(month=at.month, steps=at.done)) if at.done else others
    return RoomClock(month=month, done=at.ended_in(month), played=played)


def _stopped(at: RoomClock, now: datetime) -> RoomClock:
    return replace(at, deadline=None, left=at.deadline - now) if at.deadline else at


def _started(at: RoomClock, now: datetime) -> RoomClock:
    return replace(at, deadline=now + at.left, left=None) if at.left is not None else at


def _longer(deadline: datetime | None, left: timedelta | None, more: timedelta) -> tuple[datetime | None, timedelta | None]:
    return deadline + more if deadline else None, left + more if left is not None else None


def _with(state: GameState, **changed: object) -> GameState:
    return replace(state, clock=replace(state.clock, **changed))  # type: ignore[arg-type]


def _with_room(state: GameState, room: Room, at: RoomClock) -> GameState:
    return _with(state, rooms={**state.clock.rooms, room: at})


def _step_name(state: GameState, room: Room, step: StepId) -> str:
    steps = state.scenario.timetable.steps.get(room, ())
    return next((each.name for each in steps if each.id == step), step)


# --- words --------------------------------------------------------------------------------------------------------------


def phase_words(month: int, phase: Phase) -> str:
    """How a phase is called: "Planning, month 3"."""
    return say("{phase}, month {month}", phase=PHASE_NAMES[phase], month=month)


def _seconds(seconds: int) -> str:
    minutes, rest = divmod(abs(seconds), 60)
    if not minutes:
        return say("{seconds} s", seconds=rest)
    return say("{minutes} min {seconds} s", minutes=minutes, seconds=rest) if rest else say("{minutes} min", minutes=minutes)


ROOM_NAMES: Final[Mapping[Room, str]] = Spoken(
    {Room.WAR: later("War Room"), Room.COURT: later("Court"), Room.UNDERGROUND: later("Underground")}
)
CONTROL_OF: Final[Mapping[Room, str]] = Spoken(
    {Room.WAR: later("war Control"), Room.COURT: later("court Control"), Room.UNDERGROUND: later("underground Control")}
)
CLOCK_OF: Final[Mapping[Room | None, str]] = Spoken(
    {
        None: later("The clock"),
        Room.WAR: later("The clock of the war room"),
        Room.COURT: later("The clock of the court"),
        Room.UNDERGROUND: later("The clock of the underground"),
    }
)
MOMENT_WORDS: Final[Mapping[Moment, str]] = Spoken(
    {
        Moment.POOLS: later("what is left in the Court's pools goes home"),
        Moment.LAWS: later("the laws of the month act"),
        Moment.SCHEMES: later("completed schemes act"),
        Moment.TAXES: later("taxes fall due"),
        Moment.FAMINE: later("famine takes its toll"),
        Moment.LAPSE: later("what lasted until now lapses"),
        Moment.THRONE: later("the throne is looked at"),
        Moment.RESULT: later("the result is looked at"),
        Moment.COURT_MOVES: later("the Court moves on"),
    }
)

TIMING = (Poke(topic="clock"),)


def _clock_pokes(_happened: object, _state: GameState) -> tuple[Poke, ...]:
    return TIMING


def _label_step(command: EndStep, state: GameState) -> str:
    return say("{step}, month {month}", step=_step_name(state, command.room, command.step), month=command.month)


def _explain_paused(happened: ClockPaused, _state: GameState) -> str:
    if happened.reason:
        return say("{clock} was stopped: {reason}.", clock=CLOCK_OF[happened.room], reason=happened.reason)
    return say("{clock} was stopped.", clock=CLOCK_OF[happened.room])


def _explain_changed(happened: TimeChanged, _state: GameState) -> str:
    clock, time = CLOCK_OF[happened.room], _seconds(happened.seconds)
    if happened.seconds > 0:
        return say("{clock} got {time} more.", clock=clock, time=time)
    return say("{clock} got {time} less.", clock=clock, time=time)


CLOCK = Chapter(
    name="clock",
    acts={
        PlanStart: Act(decide=decide_plan_start, desks=ORGANIZER_ONLY, label=lambda c, s: say("Plan start")),
        BeginDay: Act(decide=decide_begin_day, desks=ORGANIZER_ONLY, label=lambda c, s: say("Begin day")),
        EndPhase: Act(
            decide=decide_end_phase,
            desks=ORGANIZER_ONLY,
            clock=True,
            label=lambda c, s: say("End of {phase}", phase=phase_words(c.month, c.phase)),
        ),
        EndStep: Act(decide=decide_end_step, desks=ROOM_DESKS, clock=True, label=_label_step),
        Pause: Act(decide=decide_pause, desks=ROOM_DESKS, label=lambda c, s: say("Pause")),
        Resume: Act(decide=decide_resume, desks=ROOM_DESKS, label=lambda c, s: say("Resume")),
        AddTime: Act(decide=decide_add_time, desks=ROOM_DESKS, label=lambda c, s: say("Add time")),
        GoBack: Act(decide=decide_go_back, desks=ORGANIZER_ONLY, label=lambda c, s: say("Go back")),
        SetClock: Act(decide=decide_set_clock, desks=ORGANIZER_ONLY, label=lambda c, s: say("Set clock")),
        LetStepsRun: Act(decide=decide_let_steps_run, desks=ORGANIZER_ONLY, label=lambda c, s: say("Let steps run")),
    },
    facts={
        StartPlanned: Fact(
            evolve=evolve_start_planned,
            explain=lambda e, s: say("The start of month 1 was planned."),
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        DayBegan: Fact(evolve=evolve_day_began, explain=lambda e, s: say("The day began."), pokes=_clock_pokes, lasting=NOT_UNDONE),
        PhaseEnded: Fact(
            evolve=evolve_phase_ended,
            explain=lambda e, s: (
                say("{phase}, ended.", phase=phase_words(e.month, e.phase))
                if e.on_time
                else say("{phase}, ended by hand.", phase=phase_words(e.month, e.phase))
            ),
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        PhaseBegan: Fact(
            evolve=evolve_phase_began,
            explain=lambda e, s: say("{phase}, began.", phase=phase_words(e.month, e.phase)),
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        StepBegan: Fact(
            evolve=evolve_step_began,
            explain=lambda e, s: say("{room}: {step} began.", room=ROOM_NAMES[e.room], step=_step_name(s, e.room, e.step)),
            pokes=_clock_pokes,
        ),
        StepEnded: Fact(
            evolve=evolve_step_ended,
            explain=lambda e, s: say("{room}: {step} ended.", room=ROOM_NAMES[e.room], step=_step_name(s, e.room, e.step)),
            pokes=_clock_pokes,
        ),
        MonthTurned: Fact(
            evolve=evolve_month_turned,
            explain=lambda e, s: say("Return of month {month}: {what}.", month=e.month, what=MOMENT_WORDS[e.moment]),
            pokes=lambda e, s: (),
            lasting=NOT_UNDONE,
        ),
        ClockPaused: Fact(
            evolve=evolve_clock_paused,
            explain=_explain_paused,
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        ClockResumed: Fact(
            evolve=evolve_clock_resumed,
            explain=lambda e, s: say("{clock} went on.", clock=CLOCK_OF[e.room]),
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        TimeChanged: Fact(
            evolve=evolve_time_changed,
            explain=_explain_changed,
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        ClockSet: Fact(
            evolve=evolve_clock_set,
            explain=lambda e, s: say("The clock was set to {phase}.", phase=phase_words(e.month, e.phase)),
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        StepsLeftToRun: Fact(
            evolve=evolve_steps_left_to_run,
            explain=lambda e, s: say("Steps now end by themselves.") if e.on else say("Steps now wait for their desks."),
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        MonthEndedAnyway: Fact(
            evolve=evolve_month_ended_anyway,
            explain=lambda e, s: say(
                "Month {month} ended although hand-offs were open: {reason}.", month=e.month, reason=e.reason.rstrip(".")
            ),
            pokes=_clock_pokes,
            lasting=NOT_UNDONE,
        ),
        DayEnded: Fact(
            evolve=evolve_day_ended, explain=lambda e, s: say("The last month ended."), pokes=_clock_pokes, lasting=NOT_UNDONE
        ),
    },
    reactions={PhaseBegan: begin_steps, ClockSet: begin_steps},
    broken=broken_clock,
)
