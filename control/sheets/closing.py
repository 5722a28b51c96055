"""Until when a sheet may be sent, as its author's phone counts it down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.day.clock.steps import ends_by_itself
from control.day.state import DayState
from control.day.timetable import steps_of
from control.day.window import Window
from control.engine.ids import StepId
from control.hall.faces import Hands, hands
from control.registry import SheetKind
from control.sheets.nudges import noun_of

EVENT = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """When a sheet that is open closes: with a phase of the event, or with a step of its room.

    `clock` is "event" or the room, `at` that phase or step: a clock that has gone on to another one has closed the sheet. Where
    the step is ended by its desk the moment is not `certain`. Before that step nothing counts down yet: there are no `hands`, only
    its name.
    """

    sheet: str
    clock: str
    at: str
    name: str
    certain: bool
    hands: Hands | None


def closing_of(state: DayState, kind: SheetKind, window: Window, now: datetime) -> Closing | None:
    """When this player's sheet closes; None where it is not open."""
    if not window.open:
        return None
    if kind.closed_before:
        clock = state.clock
        face = hands(clock.deadline, clock.left, now, paused=clock.paused)
        name = state.frame.phase_name(clock.phase) if clock.phase else ""
        return Closing(sheet=noun_of(kind), clock=EVENT, at=clock.phase or "", name=name, certain=True, hands=face)
    step = next((each for each in steps_of(state, kind.room) if each.id == kind.step), None)
    if step is None:
        return None
    return Closing(
        sheet=noun_of(kind),
        clock=kind.room,
        at=step.id,
        name=step.name,
        certain=ends_by_itself(state, kind.room, step.id),
        hands=_hands_of(state, kind.room, step.id, now),
    )


def _hands_of(state: DayState, room: str, step: StepId, now: datetime) -> Hands | None:
    """What is left of a room's step; None where another one runs."""
    clock, at = state.clock, state.clock.rooms.get(room)
    acting = clock.phase is not None and state.frame.phase(clock.phase).steps
    if at is None or not acting or (at.month, at.step) != (clock.month, step):
        return None
    deadline = at.deadline
    if deadline is not None and clock.deadline is not None:
        deadline = min(deadline, clock.deadline)  # Action waits for no step
    return hands(deadline, at.left, now, paused=at.paused or clock.paused)
