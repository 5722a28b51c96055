"""Judging sealed sheets and writing them: many in one transaction, none of them twice.

The transaction holds the stream's row, so it never runs beside a command of the desk: a sheet is either read by the command that
takes the sheets in, or it finds them taken in and is late.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max

from control import journal, registry
from control.game.refused import Refused, Stale
from control.hub import Line
from control.journal import Head
from control.models import Sheet, SheetLock, Stream
from control.scenario.ids import SeatId

log = logging.getLogger(__name__)

LARGEST = 16_384  # bytes of a sheet's document
LATE_RULE = "R-16"
LATE_WORDS = {
    "refuse": "It came after the sheets of this month were taken in and will not be played.",
    "ask": "It came after the sheets of this month were taken in; Control decides whether it is played.",
}
UNSAVED = "Control’s computer could not store this sheet. Nothing is lost: it is kept on this device and can be sent again."


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


@dataclass(frozen=True, slots=True)
class Stored:
    """A sheet that is in the database."""

    kind: str
    month: int
    revision: int
    received_at: datetime
    late: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A sheet that may be written: its canonical document, and whether it is late."""

    arrival: Arrival
    body: bytes
    late: bool


Key = tuple[int, str, UUID]  # event, seat, client key: what makes a sheet sent twice one sheet
Pile = tuple[int, str, int]  # event, kind, month
_taken_in: dict[UUID, tuple[int, frozenset[tuple[str, int]]]] = {}  # by stream: as of which seq, what has been taken in


def store(arrivals: Sequence[Arrival]) -> list[Receipt]:
    """Judge and write these sheets in one transaction; the receipts are in the order of the arrivals.

    A sheet that came before gets the receipt it got then, whatever the rules would say to it now. That is rare, so it is looked
    for only among sheets that would be refused, and once the database has said that one of the others is there already.

    Raises:
        DatabaseError: nothing was written.
    """
    try:
        return _stored(arrivals, suspicious=False)
    except IntegrityError:
        return _stored(arrivals, suspicious=True)


def _stored(arrivals: Sequence[Arrival], *, suspicious: bool) -> list[Receipt]:
    with transaction.atomic():
        streams = _locked({arrival.event_id for arrival in arrivals})
        heads = {event: journal.head(stream) for event, stream in streams.items()}
        for event, stream in streams.items():
            transaction.on_commit(partial(journal.remember, stream, heads[event]))
        taken_in = {event: sheets_taken_in(stream) for event, stream in streams.items()}
        verdicts = [
            _judged(arrival, heads.get(arrival.event_id), taken_in.get(arrival.event_id, frozenset())) for arrival in arrivals
        ]
        doubtful = [each for each, no in zip(arrivals, verdicts, strict=True) if suspicious or isinstance(no, Refused)]
        known = _repeats(doubtful)
        known |= _written([verdict for verdict in verdicts if isinstance(verdict, Judged)], known)
    policies = {event: head.state.scenario.settings.late_policy for event, head in heads.items()}
    return [_receipt(arrival, known.get(_key(arrival)), no, policies) for arrival, no in zip(arrivals, verdicts, strict=True)]


def sheets_taken_in(stream: Stream) -> frozenset[tuple[str, int]]:
    """Which kinds and months have been read into the journal; they change only together with its head."""
    seq, found = _taken_in.get(stream.key, (-1, frozenset()))
    if seq != stream.head:
        found = frozenset(SheetLock.objects.filter(event__stream=stream).values_list("kind", "month"))
        _taken_in[stream.key] = (stream.head, found)
    return found


def refusal(arrival: Arrival, no: Refused) -> Receipt:
    """The receipt of a sheet that was not stored."""
    return Receipt(
        status=Status.REFUSED,
        month=arrival.month,
        received_at=arrival.received_at,
        sentence=no.sentence,
        rule=no.rule,
        code=no.code,
    )


def unsaved(arrival: Arrival) -> Receipt:
    """The receipt of a sheet that the database would not take; the phone sends it again."""
    return refusal(arrival, Refused(UNSAVED, code="unsaved"))


def _locked(events: Iterable[int]) -> dict[int, Stream]:
    """The streams of these events, under the lock that the desk takes too (on SQLite the IMMEDIATE transaction is the lock)."""
    rows = Stream.objects.select_for_update(of=("self",), no_key=True).filter(event__in=events).order_by("pk")
    return {
        event: Stream(pk=pk, key=key, engine=engine, head=head)
        for event, pk, key, engine, head in rows.values_list("event__pk", "pk", "key", "engine", "head")
    }


def _judged(arrival: Arrival, head: Head | None, taken_in: frozenset[tuple[str, int]]) -> Judged | Refused:
    """What the rules say to a sheet; one that they stumble over does not hold up the others."""
    try:
        return _judge(arrival, head, taken_in)
    except Refused as no:
        return no
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return Refused("This sheet could not be read; load this page again.", code="malformed")
    except Exception:
        log.exception("event %s: the rules failed on a %s sheet of month %s", arrival.event_id, arrival.kind[:20], arrival.month)
        return Refused("Control’s computer could not judge this sheet; tell Control.", code="failed")


def _judge(arrival: Arrival, head: Head | None, taken_in: frozenset[tuple[str, int]]) -> Judged:
    kind = registry.sheet_kinds().get(arrival.kind)
    if head is None or kind is None or arrival.seat not in head.state.seats:
        raise Refused("There is no such sheet; load this page again.", code="unknown")
    if len(arrival.body) > LARGEST:
        raise Refused("This sheet is far too long; shorten it.", code="malformed")
    window = kind.window(head.state, arrival.seat)
    if arrival.month != window.month:
        raise Stale(f"This sheet is for month {arrival.month}; it is now month {window.month}.")
    closed = (arrival.kind, arrival.month) in taken_in
    if not window.open and window.closes_at is None and not closed:
        raise Refused(window.sentence, rule=window.rule, code="closed")
    late = closed or (window.closes_at is not None and arrival.received_at > window.closes_at)
    sheet = kind.parse(arrival.body)
    if not late:
        kind.check(head.state, arrival.seat, sheet)
    return Judged(arrival, kind.encode(sheet), late)


def _repeats(arrivals: Sequence[Arrival]) -> dict[Key, Stored]:
    """Which of these sheets are here already."""
    if not arrivals:
        return {}
    events, keys = {each.event_id for each in arrivals}, {each.client_key for each in arrivals}
    rows = Sheet.objects.filter(event__in=events, client_key__in=keys)
    found = rows.values_list("event_id", "seat", "client_key", "kind", "month", "revision", "received_at", "late")
    return {
        (event, seat, key): Stored(kind, month, revision, received_at, late)
        for event, seat, key, kind, month, revision, received_at, late in found
    }


def _written(judged: Sequence[Judged], known: Mapping[Key, Stored]) -> dict[Key, Stored]:
    """Write what is not known, each with the next revision of its seat; returns what was written."""
    piles: dict[Pile, set[str]] = {}
    for each in judged:
        piles.setdefault(_pile(each.arrival), set()).add(each.arrival.seat)
    revisions: dict[tuple[Pile, str], int] = {}
    for pile, seats in piles.items():
        event, kind, month = pile
        rows = Sheet.objects.filter(event=event, kind=kind, month=month, seat__in=seats)
        for seat, newest in rows.values_list("seat").annotate(Max("revision")):
            revisions[pile, seat] = newest
    written: dict[Key, Stored] = {}
    fresh = []
    for each in judged:
        arrival, key = each.arrival, _key(each.arrival)
        if key not in known and key not in written:
            place = (_pile(arrival), arrival.seat)
            revisions[place] = revisions.get(place, 0) + 1
            written[key] = Stored(arrival.kind, arrival.month, revisions[place], arrival.received_at, each.late)
            fresh.append(_row(each, revisions[place]))
    if fresh:
        Sheet.objects.bulk_create(fresh)
    return written


def _row(judged: Judged, revision: int) -> Sheet:
    arrival = judged.arrival
    return Sheet(
        event_id=arrival.event_id,
        seat=arrival.seat,
        kind=arrival.kind,
        month=arrival.month,
        revision=revision,
        client_key=arrival.client_key,
        received_at=arrival.received_at,
        late=judged.late,
        body=judged.body.decode(),
    )


def _receipt(arrival: Arrival, stored: Stored | None, verdict: Judged | Refused, policies: Mapping[int, str]) -> Receipt:
    if stored is None:
        assert isinstance(verdict, Refused)
        return refusal(arrival, verdict)
    if (stored.kind, stored.month) != (arrival.kind, arrival.month):
        return refusal(arrival, Stale(f"This sheet was sent for month {stored.month}; load this page again and send it anew."))
    return Receipt(
        status=Status.LATE if stored.late else Status.RECEIVED,
        month=stored.month,
        received_at=stored.received_at,
        revision=stored.revision,
        sentence=LATE_WORDS[policies[arrival.event_id]] if stored.late else "",
        rule=LATE_RULE if stored.late else "",
    )


def _key(arrival: Arrival) -> Key:
    return arrival.event_id, arrival.seat, arrival.client_key


def _pile(arrival: Arrival) -> Pile:
    return arrival.event_id, arrival.kind, arrival.month
