"""The plan of a day as data: teams, lengths of phases and steps, late sheets; and the same plan at another pace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.engine.ids import PhaseId, RoomId, StepEnd, StepId, TeamId
from control.engine.records import replace

# === plan ===============================================================================================================

# Minutes are whole or fractional minutes of real time.


class Team(Struct, frozen=True, kw_only=True):
    """A team: names and looks. `emblem`: SVG path data in a 0 0 100 100 box, one silhouette."""

    id: TeamId
    name: str
    short: str  # three capital letters, shown beside every colour
    color: str  # "#rrggbb", the background of the team's counters
    ink: str  # "#rrggbb", readable on the colour
    emblem: str
    motto: str = ""
    also: tuple[str, ...] = ()  # other names that a casting list may use, for example in other languages


class PlanStep(Struct, frozen=True, kw_only=True):
    """One step of a room's timeline inside Action."""

    id: StepId
    name: str
    minutes: float
    ends: StepEnd
    hint: str = ""  # one line for the desk: what to do in this step
    needs: str = ""  # a building, such as "arena"; the step is skipped while nobody has one
    tight_minutes: float | None = None  # replaces `minutes` in a month with a step that needs a building


class MonthPlan(Struct, frozen=True, kw_only=True):
    """Minutes of the phases of one month. The rooms' steps stretch with Action (R-10, R-11)."""

    month: int
    minutes: Mapping[PhaseId, float]


class DayLine(Struct, frozen=True, kw_only=True):
    """A line of the day's programme. `at`: local time "HH:MM".

    Rules: GE-EVT-16, GE-EVT-17, GE-EVT-18, GE-EVT-19, GE-EVT-20, GE-EVT-21, GE-EVT-22, GE-EVT-23.
    """

    at: str
    what: str


class Timetable(Struct, frozen=True, kw_only=True):
    """The timetable of a day: phases of each month, steps of each room, reserve, programme."""

    first_month_at: str  # "HH:MM", when month 1 is planned to begin
    reserve_minutes: float
    usual_action_minutes: float  # the length of Action for which the minutes in `steps` are meant
    months: tuple[MonthPlan, ...]
    steps: Mapping[RoomId, tuple[PlanStep, ...]]
    programme: tuple[DayLine, ...] = ()
    warn_at_seconds: tuple[int, ...] = (120, 30)
    play_ends_at: str = ""  # "HH:MM", planned end of months and reserve (GE-EVT-22, R-10); "" without one


class LateRule(Struct, frozen=True, kw_only=True):
    """The rule for sheets of one kind that arrive after their deadline (R-16).

    A sheet up to `seconds` late always counts. After that the policy decides:
    "refuse" and "grace" ignore the sheet;
    "draft" plays the last draft that arrived in time, for a player who sent nothing;
    "ask" lets Control decide, with a reason.
    """

    sheet: str  # the kind, by its name
    policy: str  # refuse, grace, draft, ask
    seconds: int = 0


# === pace ===============================================================================================================

# Pace: the same timetable with other minutes, for a rehearsal that runs faster than the day.
# Clocks always run in real time, so a faster day needs a shorter plan. The rooms' steps stretch with their phase
# (`control.day.timetable.step_length`).


SHORTEST: Final = 2 / 60  # minutes; a shorter phase is over before a screen has drawn it


def minutes_of_rounds(timetable: Timetable, first: int, last: int) -> float:
    """The total minutes of these rounds."""
    return sum(sum(plan.minutes.values()) for plan in timetable.months if first <= plan.month <= last)


def rounds_in(timetable: Timetable, minutes: float) -> Timetable:
    """Scale every round to this many minutes, its phases in proportion."""
    months = tuple(_month_in_proportion(plan, minutes / (sum(plan.minutes.values()) or 1)) for plan in timetable.months)
    return replace(timetable, months=months, warn_at_seconds=_warned_in_proportion(timetable, months))


def day_in(timetable: Timetable, minutes: float, first: int, last: int) -> Timetable:
    """Scale the rounds `first` to `last` to this many minutes in total, long and short ones in proportion."""
    factor = minutes / (minutes_of_rounds(timetable, first, last) or 1)
    months = tuple(_month_in_proportion(plan, factor) for plan in timetable.months)
    return replace(timetable, months=months, warn_at_seconds=_warned_in_proportion(timetable, months))


def _warned_in_proportion(timetable: Timetable, months: tuple[MonthPlan, ...]) -> tuple[int, ...]:
    """Scale the warning times too, without duplicates, so that a phase of ten seconds does not warn all the time."""
    before, now = (sum(sum(plan.minutes.values()) for plan in each) for each in (timetable.months, months))
    factor = now / before if before else 1.0
    return tuple(sorted({max(1, round(seconds * factor)) for seconds in timetable.warn_at_seconds}, reverse=True))


def _month_in_proportion(plan: MonthPlan, factor: float) -> MonthPlan:
    minutes: Mapping[PhaseId, float] = {
        phase: max(length * factor, min(SHORTEST, length)) if length else 0.0 for phase, length in plan.minutes.items()
    }
    return replace(plan, minutes=minutes)
