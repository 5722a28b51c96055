"""Events of phases and rounds, with their folds."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from control.day.clock.clocks import with_clock
from control.day.decisions import questions as decisions
from control.day.state import DayStage, S
from control.engine.ids import PhaseId
from control.engine.records import replace

# === events =============================================================================================================


class StartPlanned(Struct, frozen=True, kw_only=True):
    at: datetime


class DayBegan(Struct, frozen=True, kw_only=True):
    at: datetime


class PhaseEnded(Struct, frozen=True, kw_only=True):
    month: int
    phase: PhaseId
    at: datetime
    on_time: bool  # ended by the clock at its deadline, not by a person


class PhaseBegan(Struct, frozen=True, kw_only=True):
    """A phase began. While the clock is stopped, `deadline` is None and `left` is the whole length."""

    month: int
    phase: PhaseId
    at: datetime
    deadline: datetime | None
    left: timedelta | None = None


class MonthTurned(Struct, frozen=True, kw_only=True):
    """One moment of the turn of a month, to which modules react. The game's frame lists the moments in order."""

    month: int
    moment: str


class PhasePassed(Struct, frozen=True, kw_only=True):
    """A phase that a clock set by hand skipped past."""

    month: int
    phase: PhaseId


class ClockSet(Struct, frozen=True, kw_only=True):
    """The clock was set to a phase by hand. Rooms keep the steps that they ended this month.

    `passed`: the skipped phases, beginning with the one that ran; their ends take effect as usual. Empty if the clock went back.
    """

    month: int
    phase: PhaseId
    at: datetime
    deadline: datetime | None
    left: timedelta | None
    passed: tuple[PhasePassed, ...] = ()


class MonthEndedAnyway(Struct, frozen=True, kw_only=True):
    """The organizer ended the month in spite of open hand-offs. They stay open and hold the next month."""

    month: int
    reason: str
    hand_offs: tuple[int, ...]


class DayEnded(Struct, frozen=True, kw_only=True):
    month: int
    at: datetime


def phases_ended_by(happened: PhaseEnded | ClockSet) -> tuple[PhasePassed, ...]:
    """The phases that this event ends: the ended one, or those that a clock set by hand skipped."""
    return happened.passed if isinstance(happened, ClockSet) else (PhasePassed(month=happened.month, phase=happened.phase),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_start_planned(state: S, happened: StartPlanned) -> S:
    return with_clock(state, planned_start=happened.at)


def evolve_day_began(state: S, happened: DayBegan) -> S:
    return with_clock(state, stage=DayStage.PLAYING, started_at=happened.at, planned_start=state.clock.planned_start or happened.at)


def evolve_phase_ended(state: S, happened: PhaseEnded) -> S:
    return with_clock(state, deadline=None, left=None)


def _plain(phase: PhaseId) -> PhaseId:
    """The ID as a plain string, as the journal gives it back. A game may name its phases by an enumeration."""
    return PhaseId(str(phase))


def evolve_phase_began(state: S, happened: PhaseBegan) -> S:
    phase = state.frame.phase(happened.phase)
    rooms = {room: replace(at, deadline=None, left=None, paused=False) for room, at in state.clock.rooms.items()}
    if not phase.closes:
        rooms = {room: replace(at, step=None) for room, at in rooms.items()}
    if phase is state.frame.phases[0]:
        state = replace(state, decisions=decisions.current_decisions(state, happened.month))
    return with_clock(
        state,
        month=happened.month,
        phase=_plain(happened.phase),
        began_at=happened.at,
        deadline=happened.deadline,
        left=happened.left,
        rooms=rooms,
    )


def evolve_clock_set(state: S, happened: ClockSet) -> S:
    rooms = {room: replace(at, step=None, deadline=None, left=None, paused=False) for room, at in state.clock.rooms.items()}
    return with_clock(
        state,
        stage=DayStage.PLAYING,
        month=happened.month,
        phase=_plain(happened.phase),
        began_at=happened.at,
        deadline=happened.deadline,
        left=happened.left,
        rooms=rooms,
    )


def evolve_month_turned(state: S, happened: MonthTurned) -> S:
    return with_clock(state, turned=happened.month) if happened.moment == state.frame.moments[-1].id else state


def evolve_month_ended_anyway(state: S, happened: MonthEndedAnyway) -> S:
    return state


def evolve_day_ended(state: S, happened: DayEnded) -> S:
    return with_clock(state, stage=DayStage.OVER, phase=None, began_at=happened.at, deadline=None, left=None, paused_at=None)
