"""Sealed sheets take a side door: hundreds of independent one-row writes in the last second, each answered after its commit.

One thread per process collects what has arrived and stores all of it in one transaction, so that a rush costs a handful of commits
instead of hundreds. `received_at` is stamped by the edge, before any queue, and it alone decides whether a sheet is in time.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from functools import partial

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from control.engine.ids import SeatId
from control.journal import rows
from control.live import hub, live
from control.live.hub import Hub
from control.models import Event, Sheet
from control.sheets.judging import LARGEST, Arrival, Status
from control.sheets.receipts import Receipt, unsaved
from control.sheets.store import store
from control.sheets.writer import Answer, Writer, tell

__all__ = (
    "LARGEST",
    "Arrival",
    "Receipt",
    "Status",
    "came_late",
    "hand_in",
    "latest",
    "newest_of",
    "sent",
    "settle",
    "stop",
    "submit",
    "submitted",
    "waiting",
)

ELSEWHERE = 0.02  # seconds in which other processes commit what arrived there in the last moment

_writer: Writer | None = None
_starting = threading.Lock()


def submit(arrival: Arrival) -> Future[Receipt]:
    """Hand a sheet to this process's writer; the future holds the receipt once the sheet is committed or refused."""
    future: Future[Receipt] = Future()
    put(arrival, future.set_result)
    return future


def put(arrival: Arrival, answer: Answer) -> None:
    """As `submit`; the receipt is given to `answer`, in the writer's thread."""
    global _writer
    with _starting:
        if _writer is None or _writer.process != os.getpid():
            _writer = Writer()
        _writer.take(arrival, answer)


async def submitted(arrival: Arrival) -> Receipt:
    """As `submit`, for coroutines."""
    return await asyncio.wrap_future(submit(arrival))


def hand_in(arrival: Arrival, timeout: float = 5.0) -> Receipt:
    """As `submit`, for a view that waits. Inside a transaction of the caller the sheet is written in that one."""
    if connection.in_atomic_block:
        (receipt,) = store((arrival,))
        transaction.on_commit(partial(tell, (arrival,), (receipt,)), robust=True)
        return receipt
    try:
        return submit(arrival).result(timeout)
    except TookTooLong:
        return unsaved(arrival)


def settle(timeout: float = 0.5) -> None:
    """Wait until everything that arrived before this call is committed, at most so many seconds.

    What a socket has read by now is heard first: it bears the time at which it came.
    """
    until = time.monotonic() + timeout
    for ear in [_Ear(each) for each in hub.everywhere()]:
        ear.heard.wait(max(until - time.monotonic(), 0.0))
    if _writer is not None and _writer.process == os.getpid():
        _writer.settle(max(until - time.monotonic(), 0.0))
    if live.shared_layer() is not None:
        time.sleep(ELSEWHERE)


class _Ear:
    """Stands last in a loop's line of listeners, unless that loop runs no more or is the one that waits."""

    def __init__(self, process: Hub) -> None:
        self.heard = threading.Event()
        try:
            if not process.loop.is_running() or process.loop is asyncio._get_running_loop():
                self.heard.set()
            else:
                process.listeners.put(self)
        except RuntimeError:  # it has ended in between
            self.heard.set()

    def listen(self) -> None:
        """Everything before has been heard."""
        self.heard.set()


def stop() -> None:
    """Store what has arrived and end this process's writer; the next sheet starts a new one."""
    global _writer
    with _starting:
        ending, _writer = _writer, None
    if ending is not None and ending.process == os.getpid():
        ending.stop()


def waiting() -> tuple[int, float]:
    """How many sheets this process has not committed yet, and for how many seconds the oldest of them has waited."""
    return _writer.waiting() if _writer is not None and _writer.process == os.getpid() else (0, 0.0)


def latest(event: Event | int, seat: str, kind: str, month: int) -> Sheet | None:
    """The newest revision, late or not: for its author's own form."""
    return rows.newest_sheet(event if isinstance(event, int) else event.pk, kind, month, seat)


def newest_of(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    """Of these revisions the newest of each sheet, by seat; the others are not even read."""
    same = {name: OuterRef(name) for name in ("event", "kind", "month", "seat")}
    return sheets.filter(~Exists(sheets.order_by().filter(**same, revision__gt=OuterRef("revision")))).order_by("seat")


def sent(event: Event | int, kind: str, month: int) -> frozenset[SeatId]:
    """Whose sheet is here in time; never what is in it."""
    return _seats(event, kind, month, late=False)


def came_late(event: Event | int, kind: str, month: int) -> frozenset[SeatId]:
    """Who has sent a sheet that was late."""
    return _seats(event, kind, month, late=True)


def _seats(event: Event | int, kind: str, month: int, *, late: bool) -> frozenset[SeatId]:
    event_id = event if isinstance(event, int) else event.pk
    return frozenset(SeatId(seat) for seat in rows.seats_with_sheet(event_id, kind, month, late=late))
