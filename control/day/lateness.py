"""Late sheets: refused, accepted within a grace period, replaced by the last draft, or decided by Control.

Only the time stamp of arrival is compared with the deadline; later processing does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from control.day.plan import LateRule
from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.ids import PhaseId, RoomId, StepId
from control.engine.language import say

ASK, DRAFT, GRACE, REFUSE = "ask", "draft", "grace", "refuse"
NO_GRACE: Final = timedelta(0)


class Taking(Struct, frozen=True, kw_only=True):
    """The registration of a kind of sheet with the step whose end takes its sheets in.

    `closes_with`: the phase whose end closes and seals the sheets before the step reads them; "" where the step itself closes them.
    With such a phase, the step does not wait for late sheets.
    `sealed`: the sentence on sealed sheets, from their number, the month and the short root.
    """

    kind: str
    room: RoomId
    step: StepId
    sealed: Callable[[int, int, str], str]
    closes_with: PhaseId | Literal[""] = ""


def late_rule(state: DayState, kind: str) -> LateRule:
    """The rule of this event for late sheets of a kind."""
    return state.late_rule(kind)


def grace_of(state: DayState, kind: str) -> timedelta:
    """The grace period after the deadline in which a sheet of this kind still counts."""
    return timedelta(seconds=late_rule(state, kind).seconds)


def takings_at(takings: Iterable[Taking], room: RoomId, step: StepId) -> tuple[Taking, ...]:
    """The registrations of sheets that the end of this step takes in."""
    return tuple(each for each in takings if (each.room, each.step) == (room, step))


def step_grace(state: DayState, takings: Iterable[Taking], room: RoomId, step: StepId) -> timedelta:
    """The time that the clock waits after this step's deadline before it takes sheets in."""
    waits = (grace_of(state, each.kind) for each in takings_at(takings, room, step) if not each.closes_with)
    return max(waits, default=NO_GRACE)


def phase_grace(state: DayState, takings: Iterable[Taking], phase: PhaseId) -> timedelta:
    """The time that the clock waits after this phase's deadline before it seals the sheets that close with it."""
    waits = (grace_of(state, each.kind) for each in takings if each.closes_with == phase)
    return max(waits, default=NO_GRACE)


# --- words --------------------------------------------------------------------------------------------------------------


def consequence_words(rule: LateRule) -> str:
    """What happens to a late sheet, in words for its author."""
    if rule.policy == ASK:
        return say("Control decides whether it is played.")
    if rule.policy == DRAFT:
        return say("It will not be played; what had reached Control in time counts: the sheet that was sent, else the last draft.")
    return say("It will not be played.")


def late_words(frame: Frame, rule: LateRule, *, after: timedelta | None = None) -> str:
    """Why a sheet is late and what follows: "It came 7 seconds after the sheets of this round closed. It will not be played."

    `after`: delay after the deadline; None where the sheets were taken in by hand at an unknown moment.
    """
    if after is None:
        key, length = ("late-taken-in-waited" if rule.seconds else "late-taken-in"), ""
    else:
        key, length = ("late-closed-waited" if rule.seconds else "late-closed"), gap_words(after)
    return frame.said(key, length=length, seconds=rule.seconds, consequence=consequence_words(rule))


def grace_words(rule: LateRule, after: timedelta) -> str:
    """Why a sheet counts although it came after the deadline."""
    return say(
        "It came {length} after the deadline; this event waits {seconds} s, so it counts.",
        length=gap_words(after),
        seconds=rule.seconds,
    )


def gap_words(length: timedelta) -> str:
    """A short time span in words: "0.3 s", "7.0 s", "2 min 5 s"."""
    seconds = length / timedelta(seconds=1)
    if seconds < 0.1:
        return say("{seconds:.3f} s", seconds=max(seconds, 0.001))
    if seconds < 10:
        return say("{seconds:.1f} s", seconds=seconds)
    whole = int(seconds)
    if whole < 120:
        return say("{seconds} s", seconds=whole)
    return say("{minutes} min {seconds} s", minutes=whole // 60, seconds=whole % 60)


def is_late(arrived: datetime, closes_at: datetime | None, grace: timedelta) -> bool:
    """Did the sheet arrive after deadline and grace period? Without a certain deadline no sheet is late."""
    return closes_at is not None and arrived > closes_at + grace
