"""Judging sealed sheets and writing them: many in one transaction, none of them twice.

The transaction holds the stream's row, so it never runs beside a command of the desk: a sheet is either read by the command that
takes the sheets in, or it finds them taken in and is late.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone

from control import registry
from control.day.lateness import gap, grace_of, grace_words, is_late, late_rule, late_words
from control.day.plan import LateRule
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refused import Refused, Stale
from control.journal import journal, rows
from control.journal.journal import Head
from control.journal.memory import Memory
from control.live.hub import Line
from control.models import Draft, Sheet, SheetLock, Stream
from control.sheets import drafts as draft_rows
from control.sheets import trace_mark
from control.sheets.drafts import LARGEST_DRAFT, fields_in
from control.sheets.forms import UNREADABLE, sheet_in
from control.watch import rungs

log = logging.getLogger(__name__)

LARGEST = 16_384  # bytes of a sheet's document
NOTHING = timedelta(0)
SENT, DRAFT, PAPER = "sent", "draft", "paper"  # how a sheet came; see `Sheet`
AGAIN = later("It counts when a second person has entered the same.")
COUNTS = later("Should nothing be sent in time, this draft counts.")
UNSAVED = later("Control’s computer could not store this sheet. Nothing is lost: it is kept on this device and can be sent again.")


class Status(StrEnum):
    """What became of a sheet: stored in time, or late, or not. A draft is kept; a paper may wait to be entered again."""

    RECEIVED = "received"
    LATE = "late"
    REFUSED = "refused"
    KEPT = "kept"
    PENDING = "pending"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A sheet, or the draft of one, at the door. `received_at` (aware) was taken before anything else was done with it.

    `body` is what stands in its form, as `sheet_forms` has it on its way, or the document of a sheet that has been read already.
    `line` is the socket it came over, which need not be told that it came. `after` and `own` are what its device knew of its seat's
    sheets when it was written: a newest revision, and keys of its own; without `after` it knew everything. With `entered_by`
    somebody of the control team has read it from paper; such a sheet is `pending` until a second person has entered the same.
    """

    event_id: int
    seat: SeatId
    kind: str
    month: int
    client_key: UUID
    body: bytes = field(repr=False)  # nobody sees it in a log
    received_at: datetime
    line: Line | None = field(default=None, compare=False)
    is_draft: bool = False
    entered_by: str = ""
    pending: bool = False
    after: int | None = None
    own: tuple[UUID, ...] = ()


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
    due_at: datetime | None = None
    pending: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A sheet that may be written: its canonical document, whether it is late, and the deadline that says so."""

    arrival: Arrival
    body: bytes
    late: bool
    due_at: datetime | None


Key = tuple[int, str, UUID]  # event, seat, client key: what makes a sheet sent twice one sheet
Pile = tuple[int, str, int]  # event, kind, month
TakenIn = Mapping[tuple[str, int], datetime]  # kind and month, when
MOST_EVENTS = 256
_taken_in: Memory[UUID, tuple[int, TakenIn]] = Memory(MOST_EVENTS)  # by stream: as of which seq, what has been taken in


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
        streams = rows.locked_for({arrival.event_id for arrival in arrivals})
        heads = {event: journal.head(stream) for event, stream in streams.items()}
        for event, stream in streams.items():
            transaction.on_commit(partial(journal.remember, stream, heads[event]))
        taken_in = {event: sheets_taken_in(stream) for event, stream in streams.items()}
        refused = {event for event, stream in streams.items() if rungs.stores_no_sheets(stream.event)}
        verdicts = [
            _judged(arrival, heads.get(arrival.event_id), taken_in.get(arrival.event_id, {}), refused) for arrival in arrivals
        ]
        pairs = [(each, no) for each, no in zip(arrivals, verdicts, strict=True) if not each.is_draft]
        known = _repeats([each for each, no in pairs if suspicious or isinstance(no, Refused)])
        written, overtaken = _written([verdict for _each, verdict in pairs if isinstance(verdict, Judged)], known)
        known |= written
        draft_rows.keep([_draft(each) for each in verdicts if isinstance(each, Judged) and each.arrival.is_draft])
    return [
        _draft_receipt(arrival, verdict, heads)
        if arrival.is_draft
        else _receipt(arrival, known.get(_key(arrival)), overtaken.get(_key(arrival), verdict), heads)
        for arrival, verdict in zip(arrivals, verdicts, strict=True)
    ]


def sheets_taken_in(stream: Stream) -> TakenIn:
    """Which kinds and months have been read into the journal, and when; they change only together with its head."""
    seq, found = _taken_in.get(stream.key) or (-1, {})
    if seq != stream.head:
        locks = SheetLock.objects.filter(event__stream=stream).values_list("kind", "month", "at")
        found = {(kind, month): at for kind, month, at in locks}
        _taken_in.put(stream.key, (stream.head, found))
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
    return refusal(arrival, Refused(say(UNSAVED), code="unsaved"))


def _judged(arrival: Arrival, head: Head | None, taken_in: TakenIn, refused: Collection[int] = ()) -> Judged | Refused:
    """What the rules say to a sheet; one that they stumble over does not hold up the others."""
    if arrival.event_id in refused and not trace_mark.is_tracer(arrival.kind, arrival.seat):
        return rungs.no_sheet()
    try:
        return _judge(arrival, head, taken_in)
    except Refused as no:
        return no
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return Refused(say(UNREADABLE), code="malformed")
    except Exception:
        log.exception("event %s: the rules failed on a %s sheet of month %s", arrival.event_id, arrival.kind[:20], arrival.month)
        return Refused(say("Control’s computer could not judge this sheet; tell Control."), code="failed")


def _judge(arrival: Arrival, head: Head | None, taken_in: TakenIn) -> Judged:
    if head is not None and trace_mark.is_tracer(arrival.kind, arrival.seat):
        return Judged(arrival, trace_mark.canonical(arrival.body), False, None)
    kind = registry.sheet_kinds(head.state.REALM).get(arrival.kind) if head is not None else None
    if head is None or kind is None or arrival.seat not in head.state.seats:
        raise Refused(say("There is no such sheet; load this page again."), code="unknown")
    if len(arrival.body) > (LARGEST_DRAFT if arrival.is_draft else LARGEST):
        raise Refused(say("This sheet is far too long; shorten it."), code="malformed")
    window = kind.window(head.state, arrival.seat)
    if arrival.month != window.month:
        raise Stale(say("This sheet is for month {month}; it is now month {now}.", month=arrival.month, now=window.month))
    taken_at = taken_in.get((arrival.kind, arrival.month))
    if not window.open and window.closes_at is None and taken_at is None:
        raise Refused(window.sentence, rule=window.rule, code="closed")
    late = taken_at is not None or is_late(arrival.received_at, window.closes_at, grace_of(head.state, arrival.kind))
    due_at = window.closes_at or taken_at
    if arrival.is_draft:
        return Judged(arrival, fields_in(arrival.body), late, due_at)
    sheet = sheet_in(kind, arrival.body)
    if not late:
        kind.check(head.state, arrival.seat, sheet)
    return Judged(arrival, kind.encode(sheet), late, due_at)


def _repeats(arrivals: Sequence[Arrival]) -> dict[Key, Stored]:
    """Which of these sheets are here already."""
    if not arrivals:
        return {}
    events, keys = {each.event_id for each in arrivals}, {each.client_key for each in arrivals}
    there = Sheet.objects.filter(event__in=events, client_key__in=keys)
    found = there.values_list(
        "event_id", "seat", "client_key", "kind", "month", "revision", "received_at", "late", "due_at", "pending"
    )
    return {
        (event, seat, key): Stored(kind, month, revision, received_at, late, due_at, pending)
        for event, seat, key, kind, month, revision, received_at, late, due_at, pending in found
    }


def _written(judged: Sequence[Judged], known: Mapping[Key, Stored]) -> tuple[dict[Key, Stored], dict[Key, Refused]]:
    """Write what is not known, each with the next revision of its seat; returns what was written, and what was overtaken."""
    piles: dict[Pile, set[str]] = {}
    for each in judged:
        piles.setdefault(_pile(each.arrival), set()).add(each.arrival.seat)
    revisions: dict[tuple[Pile, str], int] = {}
    for pile, seats in piles.items():
        event, kind, month = pile
        for seat, newest in rows.newest_revisions(event, kind, month, seats).items():
            revisions[pile, seat] = newest
    written: dict[Key, Stored] = {}
    overtaken: dict[Key, Refused] = {}
    fresh: list[rows.NewSheet] = []
    for each in judged:
        arrival, key = each.arrival, _key(each.arrival)
        if key not in known and key not in written:
            place = (_pile(arrival), arrival.seat)
            if not each.late and arrival.after is not None and revisions.get(place, 0) > arrival.after:
                no = _overtaken(arrival, fresh)
                if no is not None:
                    overtaken[key] = no
                    continue
            revisions[place] = revisions.get(place, 0) + 1
            written[key] = Stored(
                arrival.kind, arrival.month, revisions[place], arrival.received_at, each.late, each.due_at, arrival.pending
            )
            fresh.append(_row(each, revisions[place]))
    if fresh:
        rows.add_sheets(fresh)
    return written, overtaken


def _overtaken(arrival: Arrival, fresh: Sequence[rows.NewSheet]) -> Refused | None:
    """Why a sheet that waited for its signal is not to replace what came meanwhile from elsewhere. Rare, so it asks."""
    if Sheet.objects.filter(event=arrival.event_id, seat=arrival.seat, client_key=arrival.client_key).exists():
        return None  # it is here already, and gets its receipt again
    there = (
        Sheet.objects.filter(
            event=arrival.event_id, kind=arrival.kind, month=arrival.month, seat=arrival.seat, revision__gt=arrival.after
        )
        .exclude(late=True)
        .exclude(pending=True)
    )
    place = (_pile(arrival), arrival.seat)
    beside = [row for row in fresh if ((row.event_id, row.kind, row.month), row.seat) == place and not (row.late or row.pending)]
    stored: list[Sheet | rows.NewSheet] = [*there.order_by("revision").defer("body"), *beside]
    others = [row for row in stored if row.client_key not in arrival.own]
    if not others:
        return None
    at = timezone.localtime(others[-1].received_at).strftime("%H:%M:%S")
    if others[-1].source == PAPER:
        sentence = say(
            "At {time} Control entered a newer one from paper, which stays. To replace it, send this one again.", time=at
        )
    else:
        sentence = say("A newer one came from another device at {time} and stays. To replace it, send this one again.", time=at)
    return Refused(sentence, code="overtaken")


def _row(judged: Judged, revision: int) -> rows.NewSheet:
    arrival = judged.arrival
    return rows.NewSheet(
        event_id=arrival.event_id,
        seat=arrival.seat,
        kind=arrival.kind,
        month=arrival.month,
        revision=revision,
        client_key=arrival.client_key,
        received_at=arrival.received_at,
        late=judged.late,
        body=judged.body.decode(),
        source=PAPER if arrival.entered_by else SENT,
        entered_by=arrival.entered_by,
        pending=arrival.pending,
        due_at=judged.due_at,
    )


def _draft(judged: Judged) -> Draft:
    arrival = judged.arrival
    return Draft(
        event_id=arrival.event_id,
        seat=arrival.seat,
        kind=arrival.kind,
        month=arrival.month,
        late=judged.late,
        client_key=arrival.client_key,
        received_at=arrival.received_at,
        due_at=judged.due_at,
        body=judged.body.decode(),
    )


def _draft_receipt(arrival: Arrival, verdict: Judged | Refused, heads: Mapping[int, Head]) -> Receipt:
    if isinstance(verdict, Refused):
        return refusal(arrival, verdict)
    state = heads[arrival.event_id].state
    status, rule = Status.LATE if verdict.late else Status.KEPT, late_rule(state, arrival.kind)
    sentence = ""
    if verdict.late and verdict.due_at:
        sentence = say("It came {time} after the deadline.", time=gap(arrival.received_at - verdict.due_at))
    counts = rule.policy == DRAFT and not verdict.late
    return Receipt(
        status=status,
        month=arrival.month,
        received_at=arrival.received_at,
        sentence=sentence or (say(COUNTS) if counts else ""),
        rule=state.frame.rule("late") if verdict.late or counts else "",
    )


def _receipt(arrival: Arrival, stored: Stored | None, verdict: Judged | Refused, heads: Mapping[int, Head]) -> Receipt:
    if stored is None:
        assert isinstance(verdict, Refused)
        return refusal(arrival, verdict)
    if (stored.kind, stored.month) != (arrival.kind, arrival.month):
        sentence = say("This sheet was sent for month {month}; load this page again and send it anew.", month=stored.month)
        return refusal(arrival, Stale(sentence))
    state = heads[arrival.event_id].state
    rule = late_rule(state, stored.kind)
    sentence = why_words(stored.received_at, stored.due_at, late=stored.late, rule=rule)
    status = Status.LATE if stored.late else Status.PENDING if stored.pending else Status.RECEIVED
    return Receipt(
        status=status,
        month=stored.month,
        received_at=stored.received_at,
        revision=stored.revision,
        sentence=say(AGAIN) if status is Status.PENDING else sentence,
        rule=state.frame.rule("late") if sentence else "",
    )


def why_words(received_at: datetime, due_at: datetime | None, *, late: bool, rule: LateRule) -> str:
    """Why a sheet is late, or why it counts although it came behind the deadline; nothing for one that was simply in time."""
    after = received_at - due_at if due_at is not None else None
    if late:
        # A sheet that lost the race with the taking in was stamped before it and is late all the same (see decision 6).
        return late_words(rule, after=after if after is not None and after > NOTHING else None)
    return grace_words(rule, after) if after is not None and after > NOTHING else ""


def _key(arrival: Arrival) -> Key:
    return arrival.event_id, arrival.seat, arrival.client_key


def _pile(arrival: Arrival) -> Pile:
    return arrival.event_id, arrival.kind, arrival.month
