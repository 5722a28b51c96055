"""Storage of sealed sheets: one thread stores hundreds in the last second, and answers each after its commit."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from functools import partial

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from control import system_time
from control.engine.ids import SeatId
from control.engine.modules import Invalidation
from control.journal import rows
from control.journal.rows import AlreadyThereError
from control.live import broadcast, hub
from control.live.hub import Hub
from control.live.page_priority import LOOK_AGAIN, way
from control.models import Event, Sheet
from control.sheets.receipts import LARGEST, Arrival, Receipt, Status, unsaved_receipt
from control.sheets.store import store
from control.watch import metrics

# === writer thread ======================================================================================================

# The writer thread of a process: sheets that arrive during a commit go into the next one.


log = logging.getLogger(__name__)

MOST_AT_ONCE = 512  # sheets in one commit
TRIES = 4
FIRST_PAUSE = 0.05  # seconds before the second try; each further pause doubles
COUNT_EVERY = 0.25  # seconds between two messages to the desks that count sheets
IDLE = 1.0  # seconds without a sheet before the writer closes its database connection
COUNTED = (Invalidation(topic="sheets", to="staff"),)
RUSH = 16  # queue length above which a commit waits for sheets still arriving
LULL = 0.005  # seconds without a new sheet: then all that were sent at once are here
LONGEST = 0.1  # longest wait for that, in seconds

Answer = Callable[[Receipt], object]
Waiting = tuple[Arrival, Answer]


class SheetWriter:
    """Takes sheets from any thread, stores them in its own thread, and answers each after its commit."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._wake = threading.Condition()
        self._waiting: deque[Waiting] = deque()
        self._taken = 0
        self._answered = 0
        self._seen = 0  # how many of the queue were there when the last batch was taken
        self._stopping = False
        self._untold: dict[int, float] = {}  # events whose desks need a message, and the earliest time for it
        self._told: dict[int, float] = {}
        self._thread = threading.Thread(target=self._run, name="sheet-writer", daemon=True)
        self._thread.start()

    def take(self, arrival: Arrival, answer: Answer) -> None:
        """Queue a sheet. `answer` gets the receipt, in the writer's thread or, if the writer is stopping, at once."""
        with self._wake:
            if not self._stopping:
                self._waiting.append((arrival, answer))
                self._taken += 1
                if len(self._waiting) == 1:
                    self._wake.notify_all()
                return
        answer(unsaved_receipt(arrival))

    def settle(self, timeout: float) -> None:
        """Wait until every sheet taken so far is answered, at most `timeout` seconds."""
        with self._wake:
            until = self._taken
            self._wake.wait_for(lambda: self._answered >= until, timeout)

    def waiting(self) -> tuple[int, float]:
        """The number of unanswered sheets, and the seconds that the oldest in the queue has waited."""
        with self._wake:
            oldest = self._waiting[0][0].received_at.timestamp() if self._waiting else system_time.seconds()
            return self._taken - self._answered, max(system_time.seconds() - oldest, 0.0)

    def stop(self) -> None:
        """Store the queued sheets and end."""
        with self._wake:
            self._stopping = True
            self._wake.notify_all()
        self._thread.join(10)

    def _run(self) -> None:
        try:
            while (batch := self._next()) is not None:
                if batch:
                    self._serve(batch)
                self._tell_desks(time.monotonic())
            self._tell_desks(float("inf"))
        finally:
            connection.close()

    def _linger(self) -> None:
        """In a rush, wait for the sheets still arriving, and for a page that is being made.

        Sheets of one instant share a commit; while this thread computes, the loop reads no others. Sheets that have waited once are
        not made to wait for others again.
        """
        began, seen = time.monotonic(), max(RUSH, self._seen)
        while len(self._waiting) > seen and not self._stopping and time.monotonic() - began < LONGEST:
            seen = len(self._waiting)
            time.sleep(LULL)
        while way.is_given(len(self._waiting)) and not self._stopping:
            time.sleep(LOOK_AGAIN)
        self._seen = max(len(self._waiting) - MOST_AT_ONCE, 0)

    def _next(self) -> list[Waiting] | None:
        """The queued sheets; empty if a desk needs a message first, None if the writer must end."""
        with self._wake:
            if not self._waiting and not self._stopping:
                self._wake.wait(self._patience())
            if not self._waiting and not self._stopping and not self._untold:
                connection.close()  # a closed connection cannot go stale
                self._wake.wait_for(lambda: self._waiting or self._stopping)
        self._linger()
        with self._wake:
            if self._stopping and not self._waiting:
                return None
            return [self._waiting.popleft() for _each in range(min(len(self._waiting), MOST_AT_ONCE))]

    def _patience(self) -> float:
        due = min(self._untold.values(), default=None)
        return IDLE if due is None else max(due - time.monotonic(), 0.0)

    def _serve(self, batch: Sequence[Waiting]) -> None:
        arrivals = [arrival for arrival, _future in batch]
        try:
            receipts = store_with_retries(arrivals)
        except Exception:  # in any case the phones get an answer, and the next sheets are served
            log.exception("%s sheets could not be stored", len(batch))
            receipts = [unsaved_receipt(arrival) for arrival in arrivals]
        metrics.sheets(receipt.status.value for receipt in receipts)
        with self._wake:
            self._answered += len(batch)
            self._wake.notify_all()
        for (_arrival, answer), receipt in zip(batch, receipts, strict=True):
            try:
                answer(receipt)
            except Exception:
                log.exception("a receipt could not be handed over")
        now = time.monotonic()
        for event in events_of(arrivals, receipts):
            self._untold.setdefault(event, max(now, self._told.get(event, 0.0) + COUNT_EVERY))
        tell_seats(arrivals, receipts)

    def _tell_desks(self, now: float) -> None:
        """Tell the desks that sheets have come: at most a few times a second, and once after the last."""
        self._told = {event: at for event, at in self._told.items() if now - at < COUNT_EVERY}
        for event in [event for event, due in self._untold.items() if due <= now]:
            del self._untold[event]
            self._told[event] = time.monotonic()
            broadcast.tell_outside_journal(event, COUNTED)


def store_with_retries(arrivals: Sequence[Arrival]) -> list[Receipt]:
    """As `store`, with retries: a busy database is asked again, and clashing sheets are stored one by one."""
    pause = FIRST_PAUSE
    for _try in range(TRIES):
        try:
            return store(arrivals)
        except AlreadyThereError:
            if len(arrivals) > 1:
                return _one_by_one(arrivals)
        except (OperationalError, InterfaceError) as failed:
            log.warning("%s sheets wait: the database said %s", len(arrivals), type(failed).__name__)
            connection.close()
        except Exception:  # an unreadable event must not affect the sheets of others
            if len(arrivals) > 1:
                return _one_by_one(arrivals)
            raise
        time.sleep(pause)
        pause *= 2
    log.error("%s sheets could not be stored", len(arrivals))
    return [unsaved_receipt(arrival) for arrival in arrivals]


def _one_by_one(arrivals: Sequence[Arrival]) -> list[Receipt]:
    return [receipt for arrival in arrivals for receipt in _store_alone(arrival)]


def _store_alone(arrival: Arrival) -> list[Receipt]:
    try:
        return store_with_retries((arrival,))
    except Exception:
        log.exception("a sheet of event %s could not be stored", arrival.event_id)
        return [unsaved_receipt(arrival)]


def events_of(arrivals: Sequence[Arrival], receipts: Sequence[Receipt]) -> list[int]:
    """The events in which a sheet was stored."""
    return sorted({arrival.event_id for arrival, receipt in zip(arrivals, receipts, strict=True) if receipt.revision})


def tell_seats(arrivals: Sequence[Arrival], receipts: Sequence[Receipt]) -> None:
    """Tell the other devices of these players to refresh."""
    invalidations: dict[int, list[Invalidation]] = {}
    for arrival, receipt in zip(arrivals, receipts, strict=True):
        if receipt.revision:
            invalidations.setdefault(arrival.event_id, []).append(Invalidation(topic="sheet", to=f"seat:{arrival.seat}"))
    lines = frozenset(arrival.line for arrival in arrivals if arrival.line is not None)
    for event, each in invalidations.items():
        broadcast.tell_outside_journal(event, each, but=lines)


def tell_screens(arrivals: Sequence[Arrival], receipts: Sequence[Receipt]) -> None:
    """Tell devices and desks at once about a sheet stored without the writer."""
    tell_seats(arrivals, receipts)
    for event in events_of(arrivals, receipts):
        broadcast.tell_outside_journal(event, COUNTED)


# === submission =========================================================================================================

# Sealed sheets are no commands, because hundreds of independent one-row writes come in the last second. One thread per process
# stores all that have arrived in one transaction, so a rush costs a handful of commits. `received_at` is stamped on arrival, before
# any queue; no other time decides whether a sheet is in time.


__all__ = (
    "LARGEST",
    "Arrival",
    "Receipt",
    "Status",
    "await_writer",
    "hand_in",
    "newest_of",
    "newest_revision",
    "seats_late",
    "seats_sent",
    "stop",
    "submit",
    "submitted",
    "waiting",
)

ELSEWHERE = 0.02  # seconds for other processes to commit their latest sheets

_writer: SheetWriter | None = None
_starting = threading.Lock()


def submit(arrival: Arrival) -> Future[Receipt]:
    """Queue a sheet in this process's writer; the future gets the receipt once it is committed or refused."""
    future: Future[Receipt] = Future()
    submit_with_answer(arrival, future.set_result)
    return future


def submit_with_answer(arrival: Arrival, answer: Answer) -> None:
    """As `submit`, but `answer` gets the receipt, in the writer's thread."""
    global _writer
    with _starting:
        if _writer is None or _writer.process != os.getpid():
            _writer = SheetWriter()
        _writer.take(arrival, answer)


async def submitted(arrival: Arrival) -> Receipt:
    """As `submit`, for coroutines."""
    return await asyncio.wrap_future(submit(arrival))


def hand_in(arrival: Arrival, timeout: float = 5.0) -> Receipt:
    """As `submit`, for a view that waits. Within the caller's transaction, the sheet is stored in that transaction."""
    if connection.in_atomic_block:
        (receipt,) = store((arrival,))
        transaction.on_commit(partial(tell_screens, (arrival,), (receipt,)), robust=True)
        return receipt
    try:
        return submit(arrival).result(timeout)
    except TookTooLong:
        return unsaved_receipt(arrival)


def await_writer(timeout: float = 0.5) -> None:
    """Wait until everything that arrived before this call is committed, at most `timeout` seconds.

    Data that sockets have already read is processed first: it carries its time of arrival.
    """
    until = time.monotonic() + timeout
    for ear in [_Ear(each) for each in hub.all_hubs()]:
        ear.heard.wait(max(until - time.monotonic(), 0.0))
    if _writer is not None and _writer.process == os.getpid():
        _writer.settle(max(until - time.monotonic(), 0.0))
    if broadcast.shared_layer() is not None:
        time.sleep(ELSEWHERE)


class _Ear:
    """A marker at the end of a loop's queue of listeners; done at once if the loop is stopped or is the waiting one."""

    def __init__(self, process: Hub) -> None:
        self.heard = threading.Event()
        try:
            if not process.loop.is_running() or process.loop is asyncio._get_running_loop():
                self.heard.set()
            else:
                process.listeners.put(self)
        except RuntimeError:  # the loop has ended meanwhile
            self.heard.set()

    def listen(self) -> None:
        """Note that everything before has been processed."""
        self.heard.set()


def stop() -> None:
    """Store what has arrived and end this process's writer; the next sheet starts a new one."""
    global _writer
    with _starting:
        ending, _writer = _writer, None
    if ending is not None and ending.process == os.getpid():
        ending.stop()


def waiting() -> tuple[int, float]:
    """The number of sheets that this process has not committed yet, and the seconds that the oldest has waited."""
    return _writer.waiting() if _writer is not None and _writer.process == os.getpid() else (0, 0.0)


def newest_revision(event: Event | int, seat: str, kind: str, month: int) -> Sheet | None:
    """The newest revision, late or not, for its author's own form."""
    return rows.newest_sheet(event if isinstance(event, int) else event.pk, kind, month, seat)


def newest_of(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    """The newest revision of each sheet among these, ordered by seat; older bodies are not loaded."""
    same = {name: OuterRef(name) for name in ("event", "kind", "month", "seat")}
    return sheets.filter(~Exists(sheets.order_by().filter(**same, revision__gt=OuterRef("revision")))).order_by("seat")


def seats_sent(event: Event | int, kind: str, month: int) -> frozenset[SeatId]:
    """The seats whose sheet arrived in time; never the content."""
    return _seats(event, kind, month, late=False)


def seats_late(event: Event | int, kind: str, month: int) -> frozenset[SeatId]:
    """The seats that sent a late sheet."""
    return _seats(event, kind, month, late=True)


def _seats(event: Event | int, kind: str, month: int, *, late: bool) -> frozenset[SeatId]:
    event_id = event if isinstance(event, int) else event.pk
    return frozenset(SeatId(seat) for seat in rows.seats_with_sheet(event_id, kind, month, late=late))
