"""Jumps of the machine's clock: deadlines move with it, so the remaining time of the phase and its steps stays the same."""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

from msgspec import Struct

from control.day.clock.clocks import clock_invalidations, phase_words, require_running_phase
from control.day.state import Clock, DayStage, DayState, RoomClock, S
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.ids import PhaseId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import one_sentence

# === jumps ==============================================================================================================


At = TypeVar("At", Clock, RoomClock)


class MoveDeadlines(Struct, frozen=True, kw_only=True):
    """Move the deadlines of this phase and of the rooms' steps; a negative `by` moves them earlier."""

    by: timedelta
    month: int
    phase: PhaseId


class DeadlinesMoved(Struct, frozen=True, kw_only=True):
    by: timedelta
    month: int
    phase: PhaseId


def move_of(state: DayState, by: timedelta) -> MoveDeadlines | None:
    """The command that moves the running deadlines; None if none runs."""
    clock = state.clock
    if clock.stage is not DayStage.PLAYING or clock.phase is None:
        return None
    if clock.deadline is None and all(at.deadline is None for at in clock.rooms.values()):
        return None
    return MoveDeadlines(by=by, month=clock.month, phase=clock.phase)


def decide_move(state: DayState, command: MoveDeadlines, _asked: DecisionContext) -> tuple[DeadlinesMoved, ...]:
    require_running_phase(state, command.month, command.phase)
    if not command.by or move_of(state, command.by) is None:
        raise Refused(say("No deadline runs that could be moved."))
    return (DeadlinesMoved(by=command.by, month=command.month, phase=command.phase),)


def evolve_moved(state: S, happened: DeadlinesMoved) -> S:
    """Move deadlines only while the phase runs, so a later withdrawal changes no time. `left` of a stopped clock stays."""
    clock = state.clock
    if (clock.month, clock.phase) != (happened.month, happened.phase):
        return state
    rooms = {room: _move_deadline(at, happened.by) for room, at in clock.rooms.items()}
    return replace(state, clock=replace(_move_deadline(clock, happened.by), rooms=rooms))


def _move_deadline(at: At, by: timedelta) -> At:
    return replace(at, deadline=at.deadline + by) if at.deadline else at


def by_words(by: timedelta) -> str:
    """A jump in words: "1:00:00 forward", "00:07 back"."""
    seconds = round(abs(by.total_seconds()))
    hours, rest = divmod(seconds, 3600)
    length = (f"{hours}:" if hours else "") + f"{rest // 60:02d}:{rest % 60:02d}"
    return say("{length} forward", length=length) if by > timedelta(0) else say("{length} back", length=length)


@one_sentence
def tell_moved(happened: DeadlinesMoved, state: DayState) -> str:
    phase = phase_words(state, happened.month, happened.phase)
    return say("The deadlines of {phase} followed the machine’s clock, {jump}.", phase=phase, jump=by_words(happened.by))


COMMANDS: dict[type, CommandHandler] = {
    MoveDeadlines: CommandHandler(
        decide=decide_move,
        desks=ORGANIZER_ONLY,
        clock=True,
        label=lambda c, s: say("Deadlines follow the machine’s clock, {jump}", jump=by_words(c.by)),
    )
}
EVENTS: dict[type, EventHandler] = {
    DeadlinesMoved: EventHandler(evolve=evolve_moved, tell=tell_moved, invalidations=clock_invalidations)
}
