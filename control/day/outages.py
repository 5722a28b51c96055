"""Time lost in an outage of the console, given back to the running phase: once for each outage, and undoable."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TypeVar

from msgspec import Struct

from control.day.clock import jumps
from control.day.clock.clocks import LONGEST, phase_words
from control.day.state import Clock, DayStage, DayState, RoomClock, S
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.ids import PhaseId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence

At = TypeVar("At", Clock, RoomClock)

TOLD = re.compile(r"\d\d:\d\d:\d\d")
KEPT = 50  # outages that are remembered as given back


class GiveBack(Struct, frozen=True, kw_only=True):
    """Give lost seconds back to this phase and to the rooms' running steps.

    `since`: start of the outage.
    `told`: the same in venue time, "14:03:10".
    """

    since: datetime
    told: str
    seconds: int
    month: int
    phase: PhaseId


class TimeGivenBack(Struct, frozen=True, kw_only=True):
    """Lost time was given back. `since`: start of the outage, which identifies it."""

    since: datetime
    told: str
    seconds: int
    month: int
    phase: PhaseId


def decide_give_back(state: DayState, command: GiveBack, asked: DecisionContext) -> tuple[TimeGivenBack, ...]:
    clock = state.clock
    if command.since in clock.given_back:
        raise Stale(
            say("The {length} from {time} have been given back already.", length=length_words(command.seconds), time=command.told)
        )
    if (clock.month, clock.phase) != (command.month, command.phase):
        phase = phase_words(state, command.month, command.phase)
        now = phase_words(state, clock.month, clock.phase) if clock.phase else say("no phase")
        raise Stale(say("{phase} is not running any more; it is now {now}.", phase=phase, now=now))
    if clock.deadline is None and clock.left is None:
        raise Refused(say("No clock is running that could get the time."))
    if not 0 < command.seconds <= LONGEST.total_seconds() or not TOLD.fullmatch(command.told):
        raise Refused(say("This is no length of time that can be given back."), code="malformed")
    return (
        TimeGivenBack(since=command.since, told=command.told, seconds=command.seconds, month=command.month, phase=command.phase),
    )


def evolve_given_back(state: S, happened: TimeGivenBack) -> S:
    """Give the time only while its phase runs. So a withdrawal after the phase changes no time."""
    clock, more = state.clock, timedelta(seconds=happened.seconds)
    given = (*clock.given_back, happened.since)[-KEPT:]
    if (clock.month, clock.phase) != (happened.month, happened.phase):
        return replace(state, clock=replace(clock, given_back=given))
    rooms = {key: _extend_deadline(at, more) if at.step is not None else at for key, at in clock.rooms.items()}
    return replace(state, clock=replace(_extend_deadline(clock, more), given_back=given, rooms=rooms))


def _extend_deadline(at: At, more: timedelta) -> At:
    return replace(at, deadline=at.deadline + more if at.deadline else None, left=at.left + more if at.left is not None else None)


def outages_given_back(state: DayState) -> tuple[datetime, ...] | None:
    """Starts of the outages whose time has been given back; None unless the day is running."""
    return state.clock.given_back if state.clock.stage is DayStage.PLAYING else None


def length_words(seconds: int) -> str:
    """A length in words: "02:13", "1:02:13"."""
    hours, rest = divmod(seconds, 3600)
    return (f"{hours}:" if hours else "") + f"{rest // 60:02d}:{rest % 60:02d}"


@one_sentence
def tell_given_back(happened: TimeGivenBack, state: DayState) -> str:
    return say(
        "{length} from {time}, when the console was away, were given back to {phase}.",
        length=length_words(happened.seconds),
        time=happened.told,
        phase=phase_words(state, happened.month, happened.phase),
    )


OUTAGES = Module(
    name="outages",
    commands={
        **jumps.COMMANDS,
        GiveBack: CommandHandler(
            decide=decide_give_back,
            desks=ORGANIZER_ONLY,
            label=lambda c, s: say(
                "{length} from {time} given back to {phase}",
                length=length_words(c.seconds),
                time=c.told,
                phase=phase_words(s, c.month, c.phase),
            ),
        ),
    },
    events={
        **jumps.EVENTS,
        TimeGivenBack: EventHandler(
            evolve=evolve_given_back, tell=tell_given_back, invalidations=lambda e, s: (Invalidation(topic="clock"),)
        ),
    },
)
