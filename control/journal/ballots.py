"""Ballots: commands that many people give at the same moment, gathered and carried out together.

No extra thread writes them. The thread whose ballot comes first carries out all that wait, in one commit. Ballots that come
meanwhile wait, and one of their threads carries them out next. So a lone ballot is an ordinary command, and a rush costs a handful
of commits. Nobody is answered before the commit. Ballots over sockets share one thread, which casts all of them together.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection

from control import system_time
from control.engine.language import say
from control.engine.refusal import Refused
from control.journal import desk
from control.journal.desk import CommandResult, GivenCommand, actor_key
from control.models import Stream

log = logging.getLogger(__name__)

MOST_AT_ONCE = 512  # ballots in one commit
LONGEST = 2.0  # seconds that a command which counts ballots waits for them
SKIPPED = 5.0  # seconds for which it does not wait again for one that did not finish
REMEMBERED = 3_600  # seconds for which the newest ballot of each sender is remembered
LOST = (OperationalError, InterfaceError)  # errors of the database itself, not of a ballot


class UnansweredError(Exception):
    """The database does not answer, so a ballot has no outcome."""


@dataclass(slots=True)
class CastBallot:
    """A ballot in the queue. `done`: its mark, which says that it has its outcome. `sent_at`: when it was sent, if it may be late.

    `turn`: it has its outcome, or its thread must carry out the queue.
    """

    given: GivenCommand
    done: threading.Event
    sent_at: datetime | None = None
    turn: threading.Event = field(default_factory=threading.Event)
    outcome: CommandResult | Exception | None = None


@dataclass(slots=True)
class _Mark:
    """A ballot without an outcome. `stream_id`: None until it is known. `skipped`: by stream, until when no end waits for it."""

    stream_id: int | None
    skipped: dict[int, float] = field(default_factory=dict)


_guard = threading.Lock()
_queues: dict[int, deque[CastBallot]] = {}  # by stream; a queue is there while a thread carries it out
_undone: dict[threading.Event, _Mark] = {}  # by ballot that has come and has no outcome yet
_streams: dict[int, int] = {}  # by event, its stream, once a ballot of it has been cast
_own: ContextVar[threading.Event | None] = ContextVar("own", default=None)  # `done` of the ballot in the current request


@contextmanager
def on_the_way(event_id: int) -> Iterator[None]:
    """Mark that the current request is a ballot of this event that has come, although no thread has looked at it yet."""
    done = mark(event_id)
    before = _own.set(done)
    try:
        yield
    finally:
        _own.reset(before)
        end([done])


def mark(event_id: int) -> threading.Event:
    """Mark that a ballot of this event has come. Returns the mark; `end` removes it."""
    done = threading.Event()
    with _guard:
        _undone[done] = _Mark(_streams.get(event_id))
    return done


def end(marks: Sequence[threading.Event]) -> None:
    """Remove the marks of ballots that have their outcome. A mark may be removed twice."""
    with _guard:
        for each in marks:
            _undone.pop(each, None)
    for each in marks:
        each.set()


def cast(stream: Stream, given: GivenCommand, sent_at: datetime | None = None) -> CommandResult:
    """Carry out a ballot, together with others that come at the same moment. Return after the commit.

    Within the caller's transaction it is carried out alone, in that transaction.

    `stream`: that of an event. `sent_at`: when it was sent, if it may be late.

    Raises:
        Refused: as `carry_out_alone` would, or its sender has sent a later one of its kind.
        UnansweredError: the database does not answer; the ballot may be sent again.
    """
    if connection.in_atomic_block:
        return carry_out_alone(stream.pk, given)
    (outcome,) = cast_together(stream, [CastBallot(given, _own.get() or threading.Event(), sent_at)])
    if isinstance(outcome, CommandResult):
        return outcome
    if isinstance(outcome, LOST):
        raise UnansweredError from outcome
    raise outcome


def cast_together(stream: Stream, own: Sequence[CastBallot]) -> list[CommandResult | Exception]:
    """Carry out ballots in this order. Return their outcomes after the commit."""
    stream_id = stream.pk
    with _guard:
        _streams[stream.event.pk] = stream_id
        for each in own:
            _undone.setdefault(each.done, _Mark(stream_id)).stream_id = stream_id
        leads = stream_id not in _queues
        queue = _queues.setdefault(stream_id, deque())
        queue.extend(own)
    if not leads:
        _return_pooled_connection()
    for each in own:
        if each.outcome is None and not leads:
            each.turn.wait()
        if each.outcome is None:
            _carry_out(stream_id, queue)
        leads = False
    return [each.outcome or RuntimeError("a ballot was left without an outcome") for each in own]


def carry_out_alone(stream_id: int, given: GivenCommand) -> CommandResult:
    """Carry out one command by itself.

    Raises:
        Refused: as `desk.perform` would.
    """
    return desk.perform(stream_id=stream_id, command=given.command, by=given.by, command_id=given.command_id, at=given.at)


def await_cast(stream_id: int, timeout: float = LONGEST) -> None:
    """Wait until all ballots of this stream that came before this call have their outcome, at most `timeout` seconds.

    What was waited for in vain is not waited for again for a while, so that a phase that ends several steps waits once.
    """
    begun = time.monotonic()
    with _guard:
        marks = [(done, mark) for done, mark in _undone.items() if mark.stream_id in (stream_id, None)]
    for done, mark in marks:
        if mark.skipped.get(stream_id, 0.0) < begun and not done.wait(max(begun + timeout - time.monotonic(), 0.0)):
            mark.skipped[stream_id] = time.monotonic() + SKIPPED


def _carry_out(stream_id: int, queue: deque[CastBallot]) -> None:
    """Carry out all that wait, this thread's own ballot first. Then the thread of the next one has its turn."""
    with _guard:
        batch = [queue.popleft() for _each in range(min(len(queue), MOST_AT_ONCE))]
    try:
        _refuse_late(stream_id, batch)
        counted = [each for each in batch if each.outcome is None]
        outcomes = _outcomes(stream_id, [each.given for each in counted])
        for each, outcome in zip(counted, outcomes, strict=True):
            each.outcome = outcome
    finally:  # whatever happened, nobody waits for ever
        for each in batch:
            each.outcome = each.outcome or RuntimeError("the thread that carried out this ballot has ended")
            each.turn.set()
        end([each.done for each in batch])
        with _guard:
            if queue:
                queue[0].turn.set()
            else:
                del _queues[stream_id]


def _refuse_late(stream_id: int, batch: Sequence[CastBallot]) -> None:
    """Refuse each ballot whose sender has sent a later one of its kind, also one that changed nothing."""
    keys = [f"ballot:{stream_id}:{actor_key(each.given.by)}:{type(each.given.command).__name__}" for each in batch]
    newest: dict[str, datetime] = cache.get_many(set(keys))
    for key, each in zip(keys, batch, strict=True):
        sent_at = each.sent_at or system_time.now()
        if key in newest and newest[key] > sent_at:
            each.outcome = Refused(say("You have pressed again since. What you pressed last counts."), code="stale")
        else:
            newest[key] = sent_at
    cache.set_many(newest, timeout=REMEMBERED)


def _outcomes(stream_id: int, batch: Sequence[GivenCommand]) -> list[CommandResult | Exception]:
    """The outcomes of these ballots. If they cannot be carried out together, each is tried alone."""
    if len(batch) > 1:
        try:
            return desk.perform_together(stream_id=stream_id, given=batch)
        except Exception as failed:
            log.warning("%s commands are carried out one by one: %s", len(batch), type(failed).__name__)
            if isinstance(failed, LOST):
                close_connection()
    found: list[CommandResult | Exception] = []
    for each in batch:
        # The database has been waited for in vain twice, and many others wait behind this ballot.
        is_lost = len(found) > 1 and all(isinstance(last, LOST) for last in found[-2:])
        found.append(OperationalError("the database does not answer") if is_lost else _outcome(stream_id, each))
    return found


def _outcome(stream_id: int, given: GivenCommand) -> CommandResult | Exception:
    try:
        return carry_out_alone(stream_id, given)
    except Exception as failed:
        return failed


def _return_pooled_connection() -> None:
    """Let other threads use this thread's connection while it waits, if a pool lends them."""
    if connection.settings_dict["OPTIONS"].get("pool"):
        close_connection()


def close_connection() -> None:
    """Close this thread's connection to the database, also a broken one."""
    try:
        connection.close()
    except Exception:  # others wait for this thread, so it must go on
        log.exception("a connection could not be closed")
