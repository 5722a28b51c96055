"""Ballots: commands that many people give at the same moment, gathered and carried out together.

They have no thread of their own. The thread whose ballot comes first carries out all that wait, in one commit. Ballots that come
meanwhile wait, and one of their threads carries them out next. So a lone ballot is an ordinary command, and a rush costs a handful
of commits. Nobody is answered before the commit.
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

from django.db import InterfaceError, OperationalError, connection

from control.journal import desk
from control.journal.desk import CommandResult, GivenCommand

log = logging.getLogger(__name__)

MOST_AT_ONCE = 512  # ballots in one commit
LONGEST = 2.0  # seconds that a command which counts ballots waits for them
LOST = (OperationalError, InterfaceError)  # errors of the database itself, not of a ballot


@dataclass(slots=True)
class _Waiting:
    """A ballot in the queue. `turn`: it has its outcome, or its thread must carry out the queue. `done`: it has its outcome."""

    given: GivenCommand
    done: threading.Event
    turn: threading.Event = field(default_factory=threading.Event)
    outcome: CommandResult | Exception | None = None


_guard = threading.Lock()
_queues: dict[int, deque[_Waiting]] = {}  # by stream; a queue is there while a thread carries it out
_undone: set[threading.Event] = set()  # one for each ballot that has come and has no outcome yet
_own: ContextVar[threading.Event | None] = ContextVar("own", default=None)  # that of the ballot in the current request


@contextmanager
def on_the_way() -> Iterator[None]:
    """Mark that the current request is a ballot that has come, although no thread has looked at it yet."""
    done = threading.Event()
    before = _own.set(done)
    with _guard:
        _undone.add(done)
    try:
        yield
    finally:
        _own.reset(before)
        _end([done])


def cast(stream_id: int, given: GivenCommand) -> CommandResult:
    """Carry out a ballot, together with others that come at the same moment. Return after the commit.

    Within the caller's transaction it is carried out alone, in that transaction.

    Raises:
        Refused: as `alone` would.
    """
    if connection.in_atomic_block:
        return alone(stream_id, given)
    own = _Waiting(given, _own.get() or threading.Event())
    with _guard:
        _undone.add(own.done)
        leads = stream_id not in _queues
        queue = _queues.setdefault(stream_id, deque())
        queue.append(own)
    if not leads:
        _return_pooled_connection()
        own.turn.wait()
    if own.outcome is None:
        _carry_out(stream_id, queue)
    if isinstance(own.outcome, CommandResult):
        return own.outcome
    raise own.outcome or RuntimeError("a ballot was left without an outcome")


def alone(stream_id: int, given: GivenCommand) -> CommandResult:
    """Carry out one command by itself.

    Raises:
        Refused: as `desk.perform` would.
    """
    return desk.perform(stream_id=stream_id, command=given.command, by=given.by, command_id=given.command_id, at=given.at)


def await_cast(timeout: float = LONGEST) -> None:
    """Wait until all ballots that came before this call have their outcome, at most `timeout` seconds."""
    until = time.monotonic() + timeout
    with _guard:
        before = tuple(_undone)
    for each in before:
        each.wait(max(until - time.monotonic(), 0.0))


def _carry_out(stream_id: int, queue: deque[_Waiting]) -> None:
    """Carry out all that wait, this thread's own ballot first. Then the thread of the next one has its turn."""
    with _guard:
        batch = [queue.popleft() for _each in range(min(len(queue), MOST_AT_ONCE))]
    try:
        outcomes = _outcomes(stream_id, [each.given for each in batch])
        for each, outcome in zip(batch, outcomes, strict=True):
            each.outcome = outcome
    finally:  # whatever happened, nobody waits for ever
        for each in batch:
            each.outcome = each.outcome or RuntimeError("the thread that carried out this ballot has ended")
            each.turn.set()
        _end([each.done for each in batch])
        with _guard:
            if queue:
                queue[0].turn.set()
            else:
                del _queues[stream_id]


def _outcomes(stream_id: int, batch: Sequence[GivenCommand]) -> list[CommandResult | Exception]:
    """The outcomes of these ballots. If they cannot be carried out together, each is tried alone."""
    if len(batch) > 1:
        try:
            return desk.perform_together(stream_id=stream_id, given=batch)
        except Exception as failed:
            log.warning("%s commands are carried out one by one: %s", len(batch), type(failed).__name__)
            if isinstance(failed, LOST):
                connection.close()
    found: list[CommandResult | Exception] = []
    for each in batch:
        last = found[-1] if found else None
        # The database has just been waited for in vain, and many others wait behind this ballot.
        found.append(type(last)(*last.args) if isinstance(last, LOST) else _outcome(stream_id, each))
    return found


def _outcome(stream_id: int, given: GivenCommand) -> CommandResult | Exception:
    try:
        return alone(stream_id, given)
    except Exception as failed:
        return failed


def _end(done: Sequence[threading.Event]) -> None:
    with _guard:
        _undone.difference_update(done)
    for each in done:
        each.set()


def _return_pooled_connection() -> None:
    """Let other threads use this thread's connection while it waits, if a pool lends them."""
    if connection.settings_dict["OPTIONS"].get("pool"):
        connection.close()
