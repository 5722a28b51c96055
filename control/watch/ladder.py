"""Ladder of failures: live, frozen screens, read-only, paper, and back by entering the sheets.

Each change is one row with a name and a time. The newest row gives the event's rung. Up and down are the same action, so each
change can be reverted by another. The rungs are enforced elsewhere: the door and the writer of sheets refuse, the hall shows the
past.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from control import system_time
from control.day.clock.pauses import Pause, Resume
from control.day.state import DayStage, DayState, S
from control.engine.context import Actor
from control.engine.language import Spoken, later, say
from control.engine.modules import Invalidation
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Stale
from control.journal import desk, journal, rows
from control.live import broadcast
from control.models import Event, Rung, Stream
from control.watch.rungs import LadderStep

KEPT = 4  # past states cached in a process for frozen screens
NAMES: Mapping[LadderStep, str] = Spoken(
    {
        LadderStep.LIVE: later("Live"),
        LadderStep.FROZEN: later("Frozen screens"),
        LadderStep.READ_ONLY: later("Read-only"),
        LadderStep.PAPER: later("Paper"),
        LadderStep.BACK: later("Back, by entering the sheets"),
    }
)
FROZEN = frozenset({LadderStep.FROZEN, LadderStep.READ_ONLY, LadderStep.PAPER})  # the hall shows the past
STANDS: Mapping[LadderStep, str] = Spoken(
    {  # public reason for the stopped clock, on the rungs that stop it
        LadderStep.READ_ONLY: later("Control’s computer only shows for now. Keep your sheets; play goes on in a moment"),
        LadderStep.PAPER: later("We go on with paper. Write on the sheets that Control gives out"),
        LadderStep.BACK: later("Control enters the sheets from paper; play goes on from here in a moment"),
    }
)


@as_reason("ladder.stands")
def why_it_stands(step: str) -> str:
    return STANDS[LadderStep(step)]


_pasts: OrderedDict[tuple[uuid.UUID, int, str], DayState] = OrderedDict()
_guard = threading.Lock()


def rung_of(event: Event) -> LadderStep:
    """Rung of an event."""
    return LadderStep(event.rung)


def go_to_rung(event: Event, to: LadderStep, by: Actor, seen: LadderStep) -> Rung:
    """Move an event from the rung that the sender saw to another. Some rungs stop the clock; it resumes after them.

    Raises:
        Stale: somebody was faster; nothing was done.
    """
    with transaction.atomic():
        at = LadderStep(rows.lock_stream(event.stream_id).event.rung)
        if at is not seen or to is seen:
            raise Stale(say("It is on “{rung}” already.", rung=NAMES[at]))
        _set_rung(event, LadderStep.LIVE)  # so that the door accepts the clock's commands
        _resume_clock(event, by)
        if to in STANDS:
            _pause_clock(event, by, why_it_stands(to.value))
        _set_rung(event, to)
        step = Rung.objects.create(event=event, rung=to.value, before=seen.value, by=by.name, at=system_time.now())
        transaction.on_commit(
            partial(broadcast.tell_outside_journal, event.pk, (Invalidation(topic="awake"), Invalidation(topic="clock"))),
            robust=False,
        )
    return step


def frozen_since(event: Event) -> datetime | None:
    """When the hall was frozen. None while it shows the present."""
    if rung_of(event) not in FROZEN:
        return None
    since = None
    for row in event.rungs.all():  # newest first: start of the unbroken freeze
        if row.rung not in FROZEN:
            break
        since = row.at
    return since


def shown_in_hall(event: Event, now: S) -> S:
    """State for screens in the hall. While frozen: the state of that moment with the current clock."""
    since = frozen_since(event)
    if since is None:
        return now
    stream: Stream = event.stream
    last = stream.entries.filter(at__lte=since).order_by("-seq").values_list("seq", "hash").first()
    if last is None:
        return now
    past: S = _past(stream, *last)
    return replace(past, clock=now.clock)


def _past(stream: Stream, seq: int, known: str) -> Any:
    key = (stream.memory_key, seq, known)
    with _guard:
        if key in _pasts:
            return _pasts[key]
    past: DayState = journal.state_at(stream, seq)
    with _guard:
        _pasts[key] = past
        while len(_pasts) > KEPT:
            _pasts.popitem(last=False)
    return past


def _set_rung(event: Event, rung: LadderStep) -> None:
    Event.objects.filter(pk=event.pk).update(rung=rung.value)
    event.rung = rung.value


def _pause_clock(event: Event, by: Actor, reason: Told) -> None:
    """Pause the clock. If it is paused already, its own reason stays."""
    clock = _state(event).clock
    if clock.stage is DayStage.PLAYING and not clock.paused:
        desk.perform(stream_id=event.stream_id, command=Pause(reason=reason), by=by, command_id=uuid.uuid4())


def _resume_clock(event: Event, by: Actor) -> None:
    """Resume the clock if a rung has stopped it. A clock stopped by a person stays stopped."""
    clock = _state(event).clock
    if clock.paused and str(clock.pause_reason) in STANDS.values():
        desk.perform(stream_id=event.stream_id, command=Resume(), by=by, command_id=uuid.uuid4())


def _state(event: Event) -> DayState:
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state
