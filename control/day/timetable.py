"""How long things take and when the day will end (GE-EVT-19 to -31, R-10, R-11)."""

from __future__ import annotations

from datetime import datetime, timedelta

from control.day.plan import MonthPlan, Step
from control.day.state import Clock, Stage
from control.engine.ids import StepId
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import PHASES, Phase, Room
from rooms.realm.scenario.schema import Scenario


def last_month(scenario: Scenario) -> int:
    """The number of the last month that is played."""
    return scenario.timetable.months[-1].month


def plan_of(scenario: Scenario, month: int) -> MonthPlan:
    """The minutes of one month; a month beyond the timetable has those of the last."""
    months = scenario.timetable.months
    return months[min(max(month, 1), len(months)) - 1]


def phase_length(scenario: Scenario, month: int, phase: Phase) -> timedelta:
    """How long a phase lasts when nobody changes it."""
    return timedelta(minutes=plan_of(scenario, month).minutes[phase])


def next_phase(month: int, phase: Phase) -> tuple[int, Phase]:
    """What follows a phase; the Ceremony of the next month follows Return."""
    at = PHASES.index(phase)
    return (month, PHASES[at + 1]) if at + 1 < len(PHASES) else (month + 1, PHASES[0])


def previous_phase(month: int, phase: Phase) -> tuple[int, Phase] | None:
    """What came before a phase; None before the first of month 1."""
    at = PHASES.index(phase)
    if at:
        return month, PHASES[at - 1]
    return (month - 1, PHASES[-1]) if month > 1 else None


def steps_of(state: GameState, room: Room) -> tuple[Step, ...]:
    """The steps a room plays this month: Challenges only when some House has an Arena (R-11)."""
    kinds = {building.kind for building in state.buildings}
    return tuple(step for step in state.scenario.timetable.steps.get(room, ()) if not step.needs or step.needs in kinds)


def step_length(state: GameState, room: Room, step: StepId) -> timedelta:
    """How long a step lasts: all steps of a longer Action stretch in proportion (R-11)."""
    steps = steps_of(state, room)
    crowded = any(each.needs for each in steps)
    found = next(each for each in steps if each.id == step)
    minutes = found.tight_minutes if crowded and found.tight_minutes is not None else found.minutes
    action = plan_of(state.scenario, state.clock.month).minutes[Phase.ACTION]
    return timedelta(minutes=minutes * action / state.scenario.timetable.usual_action_minutes)


def planned_end(state: GameState) -> datetime | None:
    """When the last month was meant to end, reserve not counted; None before a start is planned."""
    if state.clock.planned_start is None:
        return None
    return state.clock.planned_start + _months_from(state.scenario, 1)


def time_left(clock: Clock, now: datetime) -> timedelta:
    """What is left of the running phase; never less than nothing."""
    if clock.deadline is None:
        return clock.left or timedelta(0)
    return max(clock.deadline - now, timedelta(0))


def projected_end(state: GameState, now: datetime) -> datetime | None:
    """When the last month will end if nothing more is changed: a standing clock pushes it on second by second."""
    clock, scenario = state.clock, state.scenario
    if clock.stage is Stage.OVER or clock.phase is None:
        return planned_end(state) if clock.stage is Stage.GATHERING else clock.began_at
    rest = sum(
        (phase_length(scenario, clock.month, phase) for phase in PHASES[PHASES.index(clock.phase) + 1 :]),
        timedelta(0),
    )
    return now + time_left(clock, now) + rest + _months_from(scenario, clock.month + 1)


def drift(state: GameState, now: datetime) -> timedelta:
    """How far the day runs behind its timetable; negative when ahead (GE-EVT-25, R-10)."""
    planned, projected = planned_end(state), projected_end(state, now)
    return projected - planned if planned and projected else timedelta(0)


def _months_from(scenario: Scenario, month: int) -> timedelta:
    minutes = sum(sum(plan.minutes.values()) for plan in scenario.timetable.months if plan.month >= month)
    return timedelta(minutes=minutes)
