"""The plan of a day as data: teams, how long phases and steps take, what becomes of late sheets.

Minutes are whole or fractional minutes of real time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.engine.ids import PhaseId, RoomId, StepEnd, StepId, TeamId


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
