"""The ladder of what still works: live, frozen screens, read-only, paper, and back by entering the sheets.

Each step is one row with a name and a time; the newest is the event's. Going there and going back are the same tap, so each is
undone by another. What a rung means is enforced where things happen: the desk and the writer of sheets refuse, the hall shows
the past.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from control import system_time
from control.day.clock.pauses import Pause, Resume
from control.day.state import DayState, S, Stage
from control.engine.context import Actor
from control.engine.language import Spoken, later, say
from control.engine.modules import Invalidation
from control.engine.reasons import Told, as_reason
from control.engine.refusal import Stale
from control.journal import desk, journal, rows
from control.live import broadcast
from control.models import Event, Rung, Stream
from control.watch.rungs import Step

KEPT = 4  # states of the past that a process keeps for frozen screens
NAMES: Mapping[Step, str] = Spoken(
    {
        Step.LIVE: later("Live"),
        Step.FROZEN: later("Frozen screens"),
        Step.READ_ONLY: later("Read-only"),
        Step.PAPER: later("Paper"),
        Step.BACK: later("Back, by entering the sheets"),
    }
)
FROZEN = frozenset({Step.FROZEN, Step.READ_ONLY, Step.PAPER})  # the hall shows what it showed then
STANDS: Mapping[Step, str] = Spoken(
    {  # why the clock stands, on the rungs on which it does, for everybody to read
        Step.READ_ONLY: later("Control’s computer only shows for now. Keep your sheets; play goes on in a moment"),
        Step.PAPER: later("We go on with paper. Write on the sheets that Control gives out"),
        Step.BACK: later("Control enters the sheets from paper; play goes on from here in a moment"),
    }
)


@as_reason("ladder.stands")
def why_it_stands(step: str) -> str:
    return STANDS[Step(step)]


_pasts: OrderedDict[tuple[uuid.UUID, int, str], DayState] = OrderedDict()
_guard = threading.Lock()


def of(event: Event) -> Step:
    """The rung that an event is on."""
    return Step(event.rung)


def go(event: Event, to: Step, by: Actor, seen: Step) -> Rung:
    """Take an event from the rung that somebody saw it on to another. The clock stands on some, and goes on after them.

    Raises:
        Stale: somebody was faster; nothing was done.
    """
    with transaction.atomic():
        at = Step(rows.locked(event.stream_id).event.rung)
        if at is not seen or to is seen:
            raise Stale(say("It is on “{rung}” already.", rung=NAMES[at]))
        _set(event, Step.LIVE)  # on the way the desk must hear what becomes of the clock
        _let_go_on(event, by)
        if to in STANDS:
            _stop(event, by, why_it_stands(to.value))
        _set(event, to)
        step = Rung.objects.create(event=event, rung=to.value, before=seen.value, by=by.name, at=system_time.now())
        transaction.on_commit(
            partial(broadcast.nudge, event.pk, (Invalidation(topic="awake"), Invalidation(topic="clock"))), robust=False
        )
    return step


def frozen_since(event: Event) -> datetime | None:
    """Since when the hall shows the past; None where it shows the present."""
    if of(event) not in FROZEN:
        return None
    since = None
    for row in event.rungs.all():  # the newest first: how long without a break
        if row.rung not in FROZEN:
            break
        since = row.at
    return since


def shown_in_hall(event: Event, now: S) -> S:
    """The state that screens in the hall show: while they are frozen, that of the moment when they were, under the true clock."""
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


def _set(event: Event, rung: Step) -> None:
    Event.objects.filter(pk=event.pk).update(rung=rung.value)
    event.rung = rung.value


def _stop(event: Event, by: Actor, reason: Told) -> None:
    """Stop the clock unless it stands already; then its own reason stays."""
    clock = _state(event).clock
    if clock.stage is Stage.PLAYING and not clock.paused:
        desk.perform(stream_id=event.stream_id, command=Pause(reason=reason), by=by, command_id=uuid.uuid4())


def _let_go_on(event: Event, by: Actor) -> None:
    """Let the clock go on where a rung has stopped it; one that a person has stopped stands."""
    clock = _state(event).clock
    if clock.paused and str(clock.pause_reason) in STANDS.values():
        desk.perform(stream_id=event.stream_id, command=Resume(), by=by, command_id=uuid.uuid4())


def _state(event: Event) -> DayState:
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state
