"""Plan of a day as data: teams, how long phases and steps take, what becomes of late sheets; the same at another pace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from control.engine.ids import PhaseId, RoomId, StepEnd, StepId, TeamId

# === plan ===============================================================================================================

# The plan of a day as data: teams, how long phases and steps take, what becomes of late sheets.
# Minutes are whole or fractional minutes of real time.


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team: what it is called and how it looks. `emblem` is SVG path data in a 0 0 100 100 box, one silhouette."""

    id: TeamId
    name: str
    short: str  # three capital letters, shown wherever colour alone would speak
    color: str  # "#rrggbb", the ground of the team's counters
    ink: str  # "#rrggbb", readable on the colour
    emblem: str
    motto: str = ""
    also: tuple[str, ...] = ()  # further names by which a casting list may call it, such as those in other languages


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a room's timeline inside Action."""

    id: StepId
    name: str
    minutes: float
    ends: StepEnd
    hint: str = ""  # one line for the desk: what is done now
    needs: str = ""  # a building, such as "arena": the step is left out while nobody has one
    tight_minutes: float | None = None  # instead of `minutes` in a month in which a step that needs a building is played


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthPlan:
    """Minutes of the five phases of one month; steps of the rooms stretch with Action (R-10, R-11)."""

    month: int
    minutes: Mapping[PhaseId, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayLine:
    """A fixed line of the day's programme, local time "HH:MM".

    Rules: GE-EVT-16, GE-EVT-17, GE-EVT-18, GE-EVT-19, GE-EVT-20, GE-EVT-21, GE-EVT-22, GE-EVT-23.
    """

    at: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """The day: months with their phases, the rooms' steps in a month of usual length, reserve, programme."""

    first_month_at: str  # "HH:MM", when month 1 is planned to begin
    reserve_minutes: float
    usual_action_minutes: float  # the length of Action that the step minutes below are meant for
    months: tuple[MonthPlan, ...]
    steps: Mapping[RoomId, tuple[Step, ...]]
    programme: tuple[DayLine, ...] = ()
    warn_at_seconds: tuple[int, ...] = (120, 30)
    play_ends_at: str = ""  # "HH:MM", when months and reserve are to be over (GE-EVT-22, R-10); "" when nothing is promised


@dataclass(frozen=True, slots=True, kw_only=True)
class LateRule:
    """What becomes of sheets of one kind that come after their deadline (R-16).

    A sheet up to `seconds` late still counts, whatever the policy. After that: refuse and grace do not play it; with draft the last
    draft that had reached the console in time counts, for who had sent nothing; with ask Control decides, with a reason.
    """

    sheet: str  # the kind, by its name
    policy: str  # refuse, grace, draft, ask
    seconds: int = 0


# === pace ===============================================================================================================

# Pace: the same timetable with other minutes, for a day that is rehearsed faster than it will be played.
# Deadlines are facts and no clock runs faster than another: what is faster is the plan. Rooms' steps stretch with their phase by
# themselves (`control.day.timetable.step_length`).


SHORTEST: Final = 2 / 60  # minutes of a phase that has any: what is shorter is over before a screen has drawn it


def minutes_of_rounds(timetable: Timetable, first: int, last: int) -> float:
    """The minutes of these rounds together."""
    return sum(sum(plan.minutes.values()) for plan in timetable.months if first <= plan.month <= last)


def rounds_in(timetable: Timetable, minutes: float) -> Timetable:
    """Every round in so many minutes, its phases in proportion."""
    months = tuple(_month_in_proportion(plan, minutes / (sum(plan.minutes.values()) or 1)) for plan in timetable.months)
    return replace(timetable, months=months, warn_at_seconds=_warned_in_proportion(timetable, months))


def day_in(timetable: Timetable, minutes: float, first: int, last: int) -> Timetable:
    """The rounds from the first to the last in so many minutes, long and short ones in proportion."""
    factor = minutes / (minutes_of_rounds(timetable, first, last) or 1)
    months = tuple(_month_in_proportion(plan, factor) for plan in timetable.months)
    return replace(timetable, months=months, warn_at_seconds=_warned_in_proportion(timetable, months))


def _warned_in_proportion(timetable: Timetable, months: tuple[MonthPlan, ...]) -> tuple[int, ...]:
    """When clocks warn, in proportion, each moment once: a phase of ten seconds is not all warning."""
    before, now = (sum(sum(plan.minutes.values()) for plan in each) for each in (timetable.months, months))
    factor = now / before if before else 1.0
    return tuple(sorted({max(1, round(seconds * factor)) for seconds in timetable.warn_at_seconds}, reverse=True))


def _month_in_proportion(plan: MonthPlan, factor: float) -> MonthPlan:
    minutes: Mapping[PhaseId, float] = {
        phase: max(length * factor, min(SHORTEST, length)) if length else 0.0 for phase, length in plan.minutes.items()
    }
    return replace(plan, minutes=minutes)
