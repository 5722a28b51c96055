"""What becomes of a sheet that comes after its deadline: refused, waited for, its last draft, or Control's to decide.

The stamp that a sheet got on arrival is compared with the deadline; nothing that happens to it later counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from control.day.plan import LateRule
from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.ids import PhaseId, RoomId, StepId
from control.engine.language import say

ASK, DRAFT, GRACE, REFUSE = "ask", "draft", "grace", "refuse"
NO_GRACE: Final = timedelta(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """That the end of a room's step takes a kind of sheet in, as the kind has registered it.

    `closes_with`: the end of this phase closes and seals the sheets, before the step that reads them, which need not wait then; ""
    where that step does it. `sealed` says how many were sealed: the number of sheets, the month, and the root as it is read out.
    """

    kind: str
    room: RoomId
    step: StepId
    sealed: Callable[[int, int, str], str]
    closes_with: PhaseId | Literal[""] = ""


def late_rule(state: DayState, kind: str) -> LateRule:
    """What this event does with late sheets of a kind."""
    return state.late_rule(kind)


def grace_of(state: DayState, kind: str) -> timedelta:
    """How long after the deadline a sheet of this kind still counts."""
    return timedelta(seconds=late_rule(state, kind).seconds)


def taken_in_by(takings: Iterable[Taking], room: RoomId, step: StepId) -> tuple[Taking, ...]:
    """Which kinds of sheets the end of this step takes in."""
    return tuple(each for each in takings if (each.room, each.step) == (room, step))


def wait_at(state: DayState, takings: Iterable[Taking], room: RoomId, step: StepId) -> timedelta:
    """How long the clock waits behind the deadline of this step before it takes sheets in."""
    waits = (grace_of(state, each.kind) for each in taken_in_by(takings, room, step) if not each.closes_with)
    return max(waits, default=NO_GRACE)


def wait_with(state: DayState, takings: Iterable[Taking], phase: PhaseId) -> timedelta:
    """How long the clock waits behind the deadline of this phase before it seals the sheets that close with it."""
    waits = (grace_of(state, each.kind) for each in takings if each.closes_with == phase)
    return max(waits, default=NO_GRACE)


# --- words --------------------------------------------------------------------------------------------------------------


def consequence(rule: LateRule) -> str:
    """What follows for a late sheet, as its author reads it."""
    if rule.policy == ASK:
        return say("Control decides whether it is played.")
    if rule.policy == DRAFT:
        return say("It will not be played; what had reached Control in time counts: the sheet that was sent, else the last draft.")
    return say("It will not be played.")


def late_words(frame: Frame, rule: LateRule, *, after: timedelta | None = None) -> str:
    """Why a sheet is late and what follows: "It came 7 seconds after the sheets of this round closed. It will not be played."

    `after` is how long behind the deadline it arrived; None where the sheets were taken in by hand at an unknown moment.
    """
    if after is None:
        key, length = ("late-taken-in-waited" if rule.seconds else "late-taken-in"), ""
    else:
        key, length = ("late-closed-waited" if rule.seconds else "late-closed"), gap(after)
    return frame.said(key, length=length, seconds=rule.seconds, consequence=consequence(rule))


def grace_words(rule: LateRule, after: timedelta) -> str:
    """Why a sheet counts that came behind the deadline."""
    return say(
        "It came {length} after the deadline; this event waits {seconds} s, so it counts.", length=gap(after), seconds=rule.seconds
    )


def gap(length: timedelta) -> str:
    """A short span of time in words: "0.3 s", "7 s", "2 min 5 s"."""
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
    """Did it arrive after the deadline and what is granted behind it? Without a certain deadline nothing is late by itself."""
    return closes_at is not None and arrived > closes_at + grace
