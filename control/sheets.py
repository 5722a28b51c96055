"""Sealed sheets take a side door: hundreds of independent one-row writes in the last second, each answered after its commit.

One thread per process collects what has arrived and stores all of it in one transaction, so that a rush costs a handful of commits
instead of hundreds. The transaction holds the stream's row, so it never runs beside a command of the desk: a sheet is either read
by the command that closes the step, or it finds the lock and is late. `received_at` is stamped by the edge, before any queue, and
it alone decides whether a sheet is in time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from uuid import UUID

import msgspec
from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.db.models import F

from control import journal, live, registry
from control.game.engine import Poke
from control.game.refused import Refused, Stale
from control.game.state import GameState
from control.hub import Line
from control.journal import Head
from control.models import Event, Sheet, SheetLock, Stream
from control.scenario.ids import SeatId

log = logging.getLogger(__name__)

LARGEST = 16_384  # bytes of a sheet's document
MOST_AT_ONCE = 512  # sheets in one commit
TRIES = 4
FIRST_PAUSE = 0.05  # seconds before the second try; each further one waits twice as long
COUNT_EVERY = 0.25  # seconds between two pokes to the desks that count sheets
IDLE = 1.0  # seconds without a sheet after which the writer lets its database connection go


class Status(StrEnum):
    """What became of a sheet: stored in time, stored but late, or not stored."""

    RECEIVED = "received"
    LATE = "late"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A sheet at the door. `received_at` (aware) was taken before anything else was done with it.

    `line` is the socket it came over, which need not be told that it came.
    """

    event_id: int
    seat: SeatId
    kind: str
    month: int
    client_key: UUID
    body: bytes
    received_at: datetime
    line: Line | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer to an arrival. A refused sheet has revision 0 and says why; `code` is "unsaved" when trying again may help."""

    status: Status
    month: int
    received_at: datetime
    revision: int = 0
    sentence: str = ""
    rule: str = ""
    code: str = ""


LATE_WORDS = {
    "refuse": "It came after the end of Planning and will not be played.",
    "ask": "It came after the end of Planning; Control decides whether it is played.",
}
UNSAVED = "Control’s computer could not store this sheet. Nothing is lost: it is kept on this device and can be sent again."


def submit(arrival: Arrival) -> Future[Receipt]:
    """Hand a sheet to this process's writer; the future holds the receipt once the sheet is committed or refused."""
    return _the_writer().take(arrival)


async def submitted(arrival: Arrival) -> Receipt:
    """As `submit`, for coroutines."""
    return await asyncio.wrap_future(submit(arrival))


def hand_in(arrival: Arrival, timeout: float = 5.0) -> Receipt:
    """As `submit`, for a view that waits. Inside a transaction of the caller the sheet is written in that one."""
    if connection.in_atomic_block:
        (receipt,) = store((arrival,))
        transaction.on_commit(partial(_tell, (arrival,), (receipt,)), robust=True)
        return receipt
    try:
        return submit(arrival).result(timeout)
    except TookTooLong:
        return _unsaved(arrival)


def settle(timeout: float = 0.5) -> None:
    """Wait until everything that arrived before this call is committed, at most so many seconds."""
    if _writer is not None and _writer.process == os.getpid():
        _writer.settle(timeout)


def stop() -> None:
    """Store what has arrived and end this process's writer; the next sheet starts a new one."""
    global _writer
    with _starting:
        ending, _writer = _writer, None
    if ending is not None and ending.process == os.getpid():
        ending.stop()


def latest(event: Event | int, seat: str, kind: str, month: int) -> Sheet | None:
    """The newest revision, late or not: for its author's own form."""
    return Sheet.objects.filter(event=event, kind=kind, month=month, seat=seat).order_by("-revision").first()


def sent(event: Event | int, kind: str, month: int) -> frozenset[SeatId]:
    """Whose sheet is here in time; never what is in it."""
    seats = Sheet.objects.filter(event=event, kind=kind, month=month, late=False).values_list("seat", flat=True)
    return frozenset(SeatId(seat) for seat in seats.distinct())


def came_late(event: Event | int, kind: str, month: int) -> frozenset[SeatId]:
    """Who has sent a sheet that was late."""
    seats = Sheet.objects.filter(event=event, kind=kind, month=month, late=True).values_list("seat", flat=True)
    return frozenset(SeatId(seat) for seat in seats.distinct())


# --- storing ------------------------------------------------------------------------------------------------------------


def store(arrivals: Sequence[Arrival]) -> list[Receipt]:
    """Judge and write these sheets in one transaction; the receipts are in the order of the arrivals.

    Raises:
        DatabaseError: nothing was written.
    """
    receipts: dict[int, Receipt] = {}
    with transaction.atomic():
        heads = _locked_heads({arrival.event_id for arrival in arrivals})
        locks = set(SheetLock.objects.filter(event__in=heads).values_list("event_id", "kind", "month"))
        good: list[tuple[int, bytes, bool]] = []
        for number, arrival in enumerate(arrivals):
            try:
                body, late = _judged(arrival, heads.get(arrival.event_id), locks)
            except Refused as no:
                receipts[number] = _refusal(arrival, no)
            else:
                good.append((number, body, late))
        _find_repeats(arrivals, receipts, heads)
        rows = _rows(arrivals, good, receipts, heads)
        Sheet.objects.bulk_create(rows)
    return [receipts[number] for number in range(len(arrivals))]


def _locked_heads(events: Iterable[int]) -> dict[int, Head]:
    """The state of each event under the lock that the desk takes too (on SQLite the IMMEDIATE transaction is the lock)."""
    streams = (
        Stream.objects.select_for_update(of=("self",), no_key=True)
        .filter(event__in=events)
        .annotate(event_key=F("event__pk"))
        .defer("state")
        .order_by("pk")
    )
    heads = {}
    for stream in streams:
        heads[stream.event_key] = found = journal.head(stream)
        transaction.on_commit(partial(journal.remember, stream, found))
    return heads


def _judged(arrival: Arrival, head: Head | None, locks: set[tuple[int, str, int]]) -> tuple[bytes, bool]:
    """The canonical document of a sheet that may be stored, and whether it is late.

    Raises:
        Refused: why it may not.
    """
    kind = registry.sheet_kinds().get(arrival.kind)
    if head is None or kind is None or arrival.seat not in head.state.seats:
        raise Refused("There is no such sheet; load this page again.", code="unknown")
    if len(arrival.body) > LARGEST:
        raise Refused("This sheet is far too long.", code="malformed")
    state = head.state
    window = kind.window(state, arrival.seat)
    if arrival.month != window.month:
        raise Stale(f"This sheet is for month {arrival.month}; it is now month {window.month}.")
    in_time = window.closes_at is None or arrival.received_at <= window.closes_at
    late = not in_time or (arrival.event_id, arrival.kind, arrival.month) in locks
    if not window.open and window.closes_at is None:
        raise Refused(window.sentence, code="closed")
    try:
        parsed = kind.parse(arrival.body)
        if not late:
            kind.check(state, arrival.seat, parsed)
        return kind.encode(parsed), late
    except Refused:
        raise
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise Refused("This sheet could not be read; load this page again.", code="malformed") from wrong
    except Exception as wrong:  # one sheet that a rule stumbles over must not hold up the others
        log.exception("event %s: the rules failed on a %s sheet of month %s", arrival.event_id, arrival.kind, arrival.month)
        raise Refused("Control’s computer could not judge this sheet; tell Control.", code="failed") from wrong


def _refusal(arrival: Arrival, no: Refused) -> Receipt:
    return Receipt(
        status=Status.REFUSED,
        month=arrival.month,
        received_at=arrival.received_at,
        sentence=no.sentence,
        rule=no.rule,
        code=no.code,
    )


def _unsaved(arrival: Arrival) -> Receipt:
    return _refusal(arrival, Refused(UNSAVED, code="unsaved"))


def _find_repeats(arrivals: Sequence[Arrival], receipts: dict[int, Receipt], heads: Mapping[int, Head]) -> None:
    """Give a sheet that would be refused now the receipt it got when it first came."""
    if not receipts:
        return
    keys = {arrivals[number].client_key for number in receipts}
    rows = Sheet.objects.filter(event__in=heads, client_key__in=keys).defer("body")
    known = {(row.event_id, row.seat, row.client_key): row for row in rows}
    for number in receipts:
        row = known.get((arrivals[number].event_id, arrivals[number].seat, arrivals[number].client_key))
        if row is not None:
            receipts[number] = _receipt(row, heads[row.event_id].state)


def _rows(
    arrivals: Sequence[Arrival],
    good: Sequence[tuple[int, bytes, bool]],
    receipts: dict[int, Receipt],
    heads: Mapping[int, Head],
) -> list[Sheet]:
    """The rows to write, each with the next revision of its seat; fills in the receipts of these sheets."""
    piles: dict[tuple[int, str, int], set[str]] = {}
    for number, _body, _late in good:
        arrival = arrivals[number]
        piles.setdefault((arrival.event_id, arrival.kind, arrival.month), set()).add(arrival.seat)
    revisions: dict[tuple[int, str, int, str], int] = {}
    known: dict[tuple[int, str, UUID], Sheet] = {}
    for (event, kind, month), seats in piles.items():
        for row in Sheet.objects.filter(event=event, kind=kind, month=month, seat__in=seats).defer("body"):
            place = (event, kind, month, row.seat)
            revisions[place] = max(revisions.get(place, 0), row.revision)
            known[event, row.seat, row.client_key] = row
    fresh = []
    for number, body, late in good:
        arrival = arrivals[number]
        found = known.get((arrival.event_id, arrival.seat, arrival.client_key))
        if found is None:
            place = (arrival.event_id, arrival.kind, arrival.month, arrival.seat)
            revisions[place] = revisions.get(place, 0) + 1
            found = Sheet(
                event_id=arrival.event_id,
                seat=arrival.seat,
                kind=arrival.kind,
                month=arrival.month,
                revision=revisions[place],
                client_key=arrival.client_key,
                received_at=arrival.received_at,
                late=late,
                body=body.decode(),
            )
            known[arrival.event_id, arrival.seat, arrival.client_key] = found
            fresh.append(found)
        receipts[number] = _receipt(found, heads[arrival.event_id].state)
    return fresh


def _receipt(row: Sheet, state: GameState) -> Receipt:
    return Receipt(
        status=Status.LATE if row.late else Status.RECEIVED,
        month=row.month,
        received_at=row.received_at,
        revision=row.revision,
        sentence=LATE_WORDS[state.scenario.settings.late_policy] if row.late else "",
        rule="R-16" if row.late else "",
    )


# --- the writer ---------------------------------------------------------------------------------------------------------


class _Writer:
    """The thread that stores sheets: everything that has arrived while the last commit was made goes into the next one."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._wake = threading.Condition()
        self._waiting: deque[tuple[Arrival, Future[Receipt]]] = deque()
        self._taken = 0
        self._answered = 0
        self._stopping = False
        self._uncounted: dict[int, float] = {}  # events whose desks have not been told yet, and when they may be
        self._told: dict[int, float] = {}
        self._thread = threading.Thread(target=self._run, name="sheet-writer", daemon=True)
        self._thread.start()

    def take(self, arrival: Arrival) -> Future[Receipt]:
        future: Future[Receipt] = Future()
        with self._wake:
            if self._stopping:
                future.set_result(_unsaved(arrival))
                return future
            self._waiting.append((arrival, future))
            self._taken += 1
            self._wake.notify_all()
        return future

    def settle(self, timeout: float) -> None:
        with self._wake:
            until = self._taken
            self._wake.wait_for(lambda: self._answered >= until, timeout)

    def stop(self) -> None:
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

    def _next(self) -> list[tuple[Arrival, Future[Receipt]]] | None:
        """What is waiting now; nothing when it is time to tell a desk, None when the writer shall end."""
        with self._wake:
            if not self._waiting and not self._stopping:
                self._wake.wait(self._patience())
            if not self._waiting and not self._stopping and not self._uncounted:
                # Nothing for a while: a connection that is not kept cannot go stale.
                connection.close()
                self._wake.wait_for(lambda: self._waiting or self._stopping)
            if self._stopping and not self._waiting:
                return None
            return [self._waiting.popleft() for _each in range(min(len(self._waiting), MOST_AT_ONCE))]

    def _patience(self) -> float:
        due = min(self._uncounted.values(), default=None)
        return IDLE if due is None else max(due - time.monotonic(), 0.0)

    def _serve(self, batch: Sequence[tuple[Arrival, Future[Receipt]]]) -> None:
        arrivals = [arrival for arrival, _future in batch]
        try:
            receipts = _stored(arrivals)
        except Exception:  # whatever it was, the phones get an answer and the next sheets are served
            log.exception("%s sheets could not be stored", len(batch))
            receipts = [_unsaved(arrival) for arrival in arrivals]
        with self._wake:
            self._answered += len(batch)
            self._wake.notify_all()
        for (_arrival, future), receipt in zip(batch, receipts, strict=True):
            future.set_result(receipt)
        now = time.monotonic()
        for event in {arrival.event_id for arrival, receipt in zip(arrivals, receipts, strict=True) if receipt.revision}:
            self._uncounted.setdefault(event, max(now, self._told.get(event, 0.0) + COUNT_EVERY))
        _tell_seats(arrivals, receipts)

    def _tell_desks(self, now: float) -> None:
        """Tell the desks that sheets have come, a few times a second at most, and once more after the last."""
        for event in [event for event, due in self._uncounted.items() if due <= now]:
            del self._uncounted[event]
            self._told[event] = time.monotonic()
            live.nudge(event, COUNTED)


COUNTED = (Poke(topic="sheets", to="staff"),)

_writer: _Writer | None = None
_starting = threading.Lock()


def _the_writer() -> _Writer:
    global _writer
    with _starting:
        if _writer is None or _writer.process != os.getpid():
            _writer = _Writer()
        return _writer


def _stored(arrivals: Sequence[Arrival]) -> list[Receipt]:
    """As `store`, but stubborn: a busy database is asked again, and a sheet that clashes is tried alone."""
    pause = FIRST_PAUSE
    for _try in range(TRIES):
        try:
            return store(arrivals)
        except IntegrityError:
            if len(arrivals) > 1:
                return [receipt for arrival in arrivals for receipt in _stored((arrival,))]
        except (OperationalError, InterfaceError) as failed:
            log.warning("%s sheets wait: the database said %s", len(arrivals), type(failed).__name__)
            connection.close()
        time.sleep(pause)
        pause *= 2
    log.error("%s sheets could not be stored", len(arrivals))
    return [_unsaved(arrival) for arrival in arrivals]


def _tell(arrivals: Sequence[Arrival], receipts: Sequence[Receipt]) -> None:
    _tell_seats(arrivals, receipts)
    for event in {arrival.event_id for arrival, receipt in zip(arrivals, receipts, strict=True) if receipt.revision}:
        live.nudge(event, COUNTED)


def _tell_seats(arrivals: Sequence[Arrival], receipts: Sequence[Receipt]) -> None:
    """Let the other devices of these players look again."""
    seats: dict[int, list[Poke]] = {}
    for arrival, receipt in zip(arrivals, receipts, strict=True):
        if receipt.revision:
            seats.setdefault(arrival.event_id, []).append(Poke(topic="sheet", to=f"seat:{arrival.seat}"))
    lines = frozenset(arrival.line for arrival in arrivals if arrival.line is not None)
    for event, pokes in seats.items():
        live.nudge(event, pokes, but=lines)
