"""What a table shows of the event around it: the clock, as far as it ends the table, and whether its stake is settled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from control.day.clock.parts import phase_words
from control.day.state import DayState
from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.tables.game.state import Until
from rooms.tables.game.until import time_of, until_of


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTime:
    """When a table ends: `at`, or how long is `left` while the event's clock stands; neither while other phases come first."""

    at: datetime | None
    left: timedelta | None
    paused: bool


def end_time(event: DayState, until: Until) -> EndTime:
    """When it is over, by the event's clock."""
    at, left = time_of(until, event)
    return EndTime(at=at, left=left, paused=event.clock.paused)


def end_agreed(event: DayState, ends: str) -> Until | None:
    """Until when a game may run that begins now, by what was agreed; None for one that nothing ends."""
    return until_of(ends, event)


def now_words(event: DayState) -> str:
    """Which phase is played, as it stands behind what ends with it."""
    clock = event.clock
    if not clock.phase:
        return say("the day has not begun")
    return say("now {phase}", phase=phase_words(event, clock.month, clock.phase))


def stake_settled(event: GameState, table: str) -> bool:
    """Has the stake of this table changed hands? A table is named by the key of its journal."""
    return table in event.settled
