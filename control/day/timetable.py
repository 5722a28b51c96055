"""Lengths of phases and steps, and the planned and projected end of the day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Protocol

from control.day.plan import MonthPlan, PlanStep, Timetable
from control.day.state import DayStage, DayState
from control.engine.ids import PhaseId, RoomId, StepId


def last_month(state: DayState) -> int:
    """The number of the last month."""
    return state.timetable.months[-1].month


def plan_of(plan: Timetable, month: int) -> MonthPlan:
    """The plan of one month; a month beyond the timetable gets the plan of the last."""
    months = plan.months
    return months[min(max(month, 1), len(months)) - 1]


def phase_length(state: DayState, month: int, phase: PhaseId) -> timedelta:
    """The planned length of a phase."""
    return timedelta(minutes=plan_of(state.timetable, month).minutes[phase])


def next_phase(state: DayState, month: int, phase: PhaseId) -> tuple[int, PhaseId]:
    """The month and phase after this one; after the last phase comes the first of the next month."""
    phases = state.frame.phase_ids
    at = phases.index(phase)
    return (month, phases[at + 1]) if at + 1 < len(phases) else (month + 1, phases[0])


def previous_phase(state: DayState, month: int, phase: PhaseId) -> tuple[int, PhaseId] | None:
    """The month and phase before this one; None before the first phase of month 1."""
    phases = state.frame.phase_ids
    at = phases.index(phase)
    if at:
        return month, phases[at - 1]
    return (month - 1, phases[-1]) if month > 1 else None


def steps_of(state: DayState, room: RoomId) -> tuple[PlanStep, ...]:
    """The steps of a room this month. A step with `needs` counts only while that building exists."""
    there = state.there
    return tuple(step for step in state.timetable.steps.get(room, ()) if not step.needs or step.needs in there)


def step_name(state: DayState, room: RoomId, step: StepId) -> str:
    """A step's name; its id if the timetable has no such step."""
    steps = state.timetable.steps.get(room, ())
    return next((each.name for each in steps if each.id == step), step)


def step_length(state: DayState, room: RoomId, step: StepId) -> timedelta:
    """The length of a step. In a longer or shorter phase, all steps scale in proportion."""
    steps = steps_of(state, room)
    crowded = any(each.needs for each in steps)
    found = next(each for each in steps if each.id == step)
    minutes = found.tight_minutes if crowded and found.tight_minutes is not None else found.minutes
    lengths: Mapping[PhaseId, float] = plan_of(state.timetable, state.clock.month).minutes
    acting = sum(lengths[phase.id] for phase in state.frame.phases if phase.steps)
    return timedelta(minutes=minutes * acting / state.timetable.usual_action_minutes)


def planned_end(state: DayState) -> datetime | None:
    """The planned end of the last month, without the reserve; None before a start is planned."""
    if state.clock.planned_start is None:
        return None
    return state.clock.planned_start + _months_from(state, 1)


class Running(Protocol):
    """A clock of the state or of a view."""

    @property
    def deadline(self) -> datetime | None: ...

    @property
    def left(self) -> timedelta | None: ...


def time_left(clock: Running, now: datetime) -> timedelta:
    """The remaining time of the running phase, at least zero."""
    if clock.deadline is None:
        return clock.left or timedelta(0)
    return max(clock.deadline - now, timedelta(0))


def projected_end(state: DayState, now: datetime) -> datetime | None:
    """The expected end of the last month. While the clock is stopped, it moves later every second."""
    clock = state.clock
    if clock.stage is DayStage.OVER or clock.phase is None:
        return planned_end(state) if clock.stage is DayStage.GATHERING else clock.began_at
    phases = state.frame.phase_ids
    rest = sum((phase_length(state, clock.month, phase) for phase in phases[phases.index(clock.phase) + 1 :]), timedelta(0))
    return now + time_left(clock, now) + rest + _months_from(state, clock.month + 1)


def drift(state: DayState, now: datetime) -> timedelta:
    """The delay of the day against its timetable; negative when ahead."""
    planned, projected = planned_end(state), projected_end(state, now)
    return projected - planned if planned and projected else timedelta(0)


def _months_from(state: DayState, month: int) -> timedelta:
    return timedelta(minutes=sum(sum(plan.minutes.values()) for plan in state.timetable.months if plan.month >= month))
