"""The agreed end of a table, its meaning by the event's clock, and how a table shows it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from control.day.clock.clocks import phase_words
from control.day.state import Clock, DayStage, DayState
from control.day.timetable import last_month
from control.engine.language import later, say
from rooms.realm.game.state import GameState
from rooms.tables.game.state import Until

# === agreed end =========================================================================================================

# The end that was agreed when a table was opened, and its meaning by the event's clock. The time before the day counts as a
# phase and a month of its own, which end when month 1 begins. A clock that is set back gives a running table its time back. A
# table that has been cut off stays so.


PHASE, MONTH, DAY, NO_END = "phase", "month", "day", "none"
ENDS: Final[Mapping[str, str]] = {
    PHASE: later("with its phase"),
    MONTH: later("with its month"),
    DAY: later("with the day"),
    NO_END: later("not by itself"),
}
USUAL: Final = later("as usual")
WARNING: Final = timedelta(minutes=1)  # before the end of a table


def default_end(*, staked: bool) -> str:
    """The default end: with the phase if there is a stake, which must not enter the next phase; otherwise none."""
    return PHASE if staked else NO_END


def until_of(ends: str, state: DayState) -> Until | None:
    """What ends a game that begins now. None if nothing does, or once the day is over."""
    clock = state.clock
    if ends not in (PHASE, MONTH, DAY) or clock.stage is DayStage.OVER:
        return None
    if ends == DAY:
        return Until(of=DAY)
    if ends == MONTH:
        return Until(of=MONTH, month=clock.month)
    return Until(of=PHASE, month=clock.month, phase=clock.phase if clock.phase else "")


def is_past(until: Until, state: DayState) -> bool:
    """Whether this is over by the event's clock."""
    clock = state.clock
    if clock.stage is not DayStage.PLAYING or clock.phase is None:
        return clock.stage is DayStage.OVER
    if until.of == DAY:
        return False
    if until.of == MONTH:
        return clock.month > until.month
    phases = state.frame.phase_ids
    return (clock.month, phases.index(clock.phase)) > (until.month, phases.index(until.phase) if until.phase else -1)


def time_of(until: Until, state: DayState) -> tuple[datetime | None, timedelta | None]:
    """The end as a time, or the time left while the event's clock is paused. Both None while other phases come first."""
    clock = state.clock
    if clock.stage is not DayStage.PLAYING or not _is_last(until, clock, last_month(state), state.frame.phase_ids[-1]):
        return None, None
    return clock.deadline, clock.left


def _is_last(until: Until, clock: Clock, last: int, final: str) -> bool:
    """Whether this ends together with the running phase."""
    if until.of == PHASE:
        return (clock.month, clock.phase) == (until.month, until.phase)
    return clock.phase == final and clock.month == (last if until.of == DAY else until.month)


def until_words(until: Until) -> str:
    """The end in words: "the end of Action, month 3"."""
    if until.of == DAY:
        return say("the end of the day")
    if not until.month:
        return say("the beginning of month 1")
    if until.of == MONTH:
        return say("the end of month {month}", month=until.month)
    return say("the end of {phase}, month {month}", phase=_phase(until), month=until.month)


def past_words(until: Until) -> str:
    """That it is over, in words: "Action, month 3, is over"."""
    if until.of == DAY:
        return say("the day is over")
    if not until.month:
        return say("month 1 has begun")
    if until.of == MONTH:
        return say("month {month} is over", month=until.month)
    return say("{phase}, month {month}, is over", phase=_phase(until), month=until.month)


def _phase(until: Until) -> str:
    return say(until.phase.capitalize())


# === view of the event ==================================================================================================

# What a table shows of its event: the clock as far as it ends the table, and whether the stake is settled.


class EndTime(Struct, frozen=True, kw_only=True):
    """End of a table: `at` a time, or with `left` while the event's clock is paused. Both None while other phases come first."""

    at: datetime | None
    left: timedelta | None
    paused: bool


def end_time(event: DayState, until: Until) -> EndTime:
    """The end of a table by the event's clock."""
    at, left = time_of(until, event)
    return EndTime(at=at, left=left, paused=event.clock.paused)


def end_agreed(event: DayState, ends: str) -> Until | None:
    """What ends a game that begins now, by the agreement `ends`. None if nothing does."""
    return until_of(ends, event)


def now_words(event: DayState) -> str:
    """The current phase in words, for a hint beside the choice of an end."""
    clock = event.clock
    if not clock.phase:
        return say("the day has not begun")
    return say("now {phase}", phase=phase_words(event, clock.month, clock.phase))


def stake_settled(event: GameState, table: str) -> bool:
    """Whether this table's stake has changed hands. `table`: the key of its journal."""
    return table in event.settled
