"""Clock faces as a page first draws them: the words, and the numbers from which its script counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from control.day.state import DayStage
from control.day.view import ClockView, RoomClockView
from control.engine.language import say

# === clock face =========================================================================================================


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """A countdown: a deadline (ISO, UTC), or the milliseconds left while it is stopped, and the words for now.

    The words change by themselves. They are left out of `repr`, so that a region does not count as changed every second.
    """

    deadline: str
    left_ms: int | None
    paused: bool
    words: str = field(repr=False)


class ClockFace(Struct, frozen=True, kw_only=True):
    """The clock of a page. `title` is "Month 3", `of` "of 10"."""

    stage: str
    title: str
    of: str
    phase: str
    phase_name: str
    next_name: str
    hands: Hands
    reason: str
    held: bool


def clock_face(clock: ClockView, now: datetime) -> ClockFace:
    """The event's clock, for display."""
    gathering = clock.stage is DayStage.GATHERING
    return ClockFace(
        stage=clock.stage.value,
        title=clock.title,
        of="" if gathering else say("of {months}", months=clock.months),
        phase=clock.phase or "",
        phase_name=clock.phase_name,
        next_name=clock.next_name,
        hands=hands(clock.planned_start if gathering else clock.deadline, clock.left, now, paused=clock.paused),
        reason=clock.pause_reason,
        held=clock.held,
    )


def room_hands(room: RoomClockView, now: datetime) -> Hands:
    """The countdown of one room's step."""
    return hands(room.deadline, room.left, now, paused=room.paused)


def hands(deadline: datetime | None, left: timedelta | None, now: datetime, *, paused: bool) -> Hands:
    """The countdown to a deadline, or the time left on a stopped clock."""
    rest = deadline - now if deadline else left
    return Hands(
        deadline=deadline.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if deadline else "",
        left_ms=left // timedelta(milliseconds=1) if left is not None else None,
        paused=paused,
        words=left_words(rest) if rest is not None else "–:––",
    )


def left_words(rest: timedelta) -> str:
    """A time span as a clock shows it, "06:42" or "1:06:42"; "00:00" once it is over."""
    seconds = max(0, -(-rest // timedelta(seconds=1)))
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute:02}:{second:02}"
