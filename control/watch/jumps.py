"""A jump of the machine's clock, taken over by a person: the wall is followed again, and every deadline has moved with it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid5

from django.db import transaction

from control import steady
from control.day.clock.jumps import by_words
from control.engine.context import THE_CLOCK, Actor
from control.engine.language import say
from control.engine.refusal import Stale
from control.journal import desk, journal, streams
from control.models import Anchor, Draft, Stream
from control.watch import guard

log = logging.getLogger(__name__)

SAME = timedelta(seconds=2)  # by which a jump may differ from the one that was shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump:
    """How far the wall is ahead of the console's time, in whole seconds and in words."""

    seconds: int
    words: str


def now() -> Jump | None:
    """The jump that waits for a person; None where the wall is followed."""
    by = steady.jump()
    return Jump(seconds=round(by.total_seconds()), words=by_words(by)) if by else None


def take_over(stream_id: int, seconds: int, by: Actor, command_id: UUID) -> None:
    """Follow the wall from now on: the deadlines of every event and table move with it, each by one entry in its own journal.

    Whoever presses stands in the journal of the own event, the clock in the others.

    Raises:
        Stale: the wall is followed already, or has jumped otherwise than was seen; nothing was done.
    """
    with transaction.atomic():
        Anchor.objects.select_for_update().filter(boot=steady.boot()).first()
        steady.settle()  # somebody else may have taken it over in another process while this one waited
        jump = steady.jump()
        if not jump or abs(jump - timedelta(seconds=seconds)) > SAME:
            raise Stale(say("The machine’s clock goes otherwise by now; look at the page again."))
        for stream in Stream.objects.defer("state").order_by("pk"):
            own = stream.pk == stream_id
            try:
                _move(stream, jump, by if own else THE_CLOCK, command_id if own else uuid5(command_id, str(stream.key)))
            except Exception:  # one that cannot be moved keeps no other from its time
                if own:
                    raise
                log.exception("the deadlines of stream %s could not be moved", stream.pk)
        # What was typed last before a clock was set back is not newer than all that is typed from now on.
        Draft.objects.filter(received_at__gt=steady.now() + jump).update(received_at=steady.now() + jump)
        guard.written(steady.clock.origin())
        transaction.on_commit(_follow)


def _move(stream: Stream, jump: timedelta, by: Actor, command_id: UUID) -> None:
    with transaction.atomic():
        kind = streams.kind_of(stream)
        command = kind.moved(journal.head(stream).state, jump)
        if command is not None:
            desk.perform(stream_id=stream.pk, command=command, by=by, command_id=command_id)


def _follow() -> None:
    steady.clock.take_over()
    guard.say_so()
    guard.tell_time()
