"""What becomes of a sheet that comes after its deadline: refused, waited for, its last draft, or Control's to decide (R-16).

The stamp that a sheet got on arrival is compared with the deadline; nothing that happens to it later counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from control.day.plan import LateRule
from control.engine.ids import StepId
from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room

RULE: Final = "R-16"
ASK, DRAFT, GRACE, REFUSE = "ask", "draft", "grace", "refuse"
TAKEN_IN: Final[Mapping[tuple[Room, StepId], str]] = {
    (Room.WAR, StepId("orders")): "war",
    (Room.COURT, StepId("updates")): "proposal",
    (Room.UNDERGROUND, StepId("updates")): "scheme",
}
"""The steps whose end takes a kind of sheet in."""
CLOSED_BEFORE: Final = frozenset({"scheme"})  # closed by an earlier deadline: the step that reads them need not wait
NO_GRACE: Final = timedelta(0)


def late_rule(state: GameState, kind: str) -> LateRule:
    """What this event does with late sheets of a kind."""
    settings = state.scenario.settings
    return next((each for each in settings.late if each.sheet == kind), LateRule(sheet=kind, policy=settings.late_policy))


def grace_of(state: GameState, kind: str) -> timedelta:
    """How long after the deadline a sheet of this kind still counts."""
    return timedelta(seconds=late_rule(state, kind).seconds)


def wait_at(state: GameState, room: Room, step: StepId) -> timedelta:
    """How long the clock waits behind the deadline of this step before it takes sheets in."""
    kind = TAKEN_IN.get((room, step))
    return NO_GRACE if kind is None or kind in CLOSED_BEFORE else grace_of(state, kind)


# --- words --------------------------------------------------------------------------------------------------------------


def consequence(rule: LateRule) -> str:
    """What follows for a late sheet, as its author reads it."""
    if rule.policy == ASK:
        return say("Control decides whether it is played.")
    if rule.policy == DRAFT:
        return say("It will not be played; what had reached Control in time counts: the sheet that was sent, else the last draft.")
    return say("It will not be played.")


def late_words(rule: LateRule, *, after: timedelta | None = None) -> str:
    """Why a sheet is late and what follows: "It came 7 seconds after the sheets of this month closed. It will not be played."

    `after` is how long behind the deadline it arrived; None where the sheets were taken in by hand at an unknown moment.
    """
    follows, grace = consequence(rule), rule.seconds
    if after is None and grace:
        return say(
            "It came after the sheets of this month were taken in, and this event waits {seconds} s. {consequence}",
            seconds=grace,
            consequence=follows,
        )
    if after is None:
        return say("It came after the sheets of this month were taken in. {consequence}", consequence=follows)
    if grace:
        return say(
            "It came {length} after the sheets of this month closed, and this event waits {seconds} s. {consequence}",
            length=gap(after),
            seconds=grace,
            consequence=follows,
        )
    return say("It came {length} after the sheets of this month closed. {consequence}", length=gap(after), consequence=follows)


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
