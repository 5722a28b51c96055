"""Pace: the same timetable with other minutes, for a day that is rehearsed faster than it will be played.

Deadlines are facts and no clock runs faster than another: what is faster is the plan. Rooms' steps stretch with their phase by
themselves (`control.day.timetable.step_length`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from control.day.plan import MonthPlan, Timetable
from control.engine.ids import PhaseId

SHORTEST: Final = 2 / 60  # minutes of a phase that has any: what is shorter is over before a screen has drawn it


def all_of(timetable: Timetable, first: int, last: int) -> float:
    """The minutes of these rounds together."""
    return sum(sum(plan.minutes.values()) for plan in timetable.months if first <= plan.month <= last)


def rounds_in(timetable: Timetable, minutes: float) -> Timetable:
    """Every round in so many minutes, its phases in proportion."""
    months = tuple(_in(plan, minutes / (sum(plan.minutes.values()) or 1)) for plan in timetable.months)
    return replace(timetable, months=months, warn_at_seconds=_warned(timetable, months))


def day_in(timetable: Timetable, minutes: float, first: int, last: int) -> Timetable:
    """The rounds from the first to the last in so many minutes, long and short ones in proportion."""
    factor = minutes / (all_of(timetable, first, last) or 1)
    months = tuple(_in(plan, factor) for plan in timetable.months)
    return replace(timetable, months=months, warn_at_seconds=_warned(timetable, months))


def _warned(timetable: Timetable, months: tuple[MonthPlan, ...]) -> tuple[int, ...]:
    """When clocks warn, in proportion, each moment once: a phase of ten seconds is not all warning."""
    before, now = (sum(sum(plan.minutes.values()) for plan in each) for each in (timetable.months, months))
    factor = now / before if before else 1.0
    return tuple(sorted({max(1, round(seconds * factor)) for seconds in timetable.warn_at_seconds}, reverse=True))


def _in(plan: MonthPlan, factor: float) -> MonthPlan:
    minutes: Mapping[PhaseId, float] = {
        phase: max(length * factor, min(SHORTEST, length)) if length else 0.0 for phase, length in plan.minutes.items()
    }
    return replace(plan, minutes=minutes)
