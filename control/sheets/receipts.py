"""Judgement and receipts of sheets: whether a sheet is accepted, late or refused, and the answer to its author."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

import msgspec
from msgspec import Struct

from control import registry
from control.day.lateness import DRAFT, gap_words, grace_of, grace_words, is_late, late_rule, late_words
from control.day.plan import LateRule
from control.day.seals import is_sealed
from control.engine.frame import Frame
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused, Stale
from control.journal.journal import StreamHead
from control.journal.memory import Memory
from control.live.hub import SocketLine
from control.models import Sheet, SheetLock, Stream
from control.sheets import tracer_order
from control.sheets.drafts import LARGEST_DRAFT, fields_in
from control.sheets.form_fields import UNREADABLE, sheet_in
from control.watch import rungs

# === judgement ==========================================================================================================

# The judgement of an arriving sheet: may it be stored, and is it late?


log = logging.getLogger(__name__)

LARGEST = 16_384  # bytes of a sheet's document
SENT, FROM_DRAFT, PAPER = "sent", "draft", "paper"  # sources of a sheet; see `Sheet`


class Status(StrEnum):
    """The outcome: RECEIVED in time, LATE, REFUSED, KEPT (a draft), or PENDING (a paper that must be entered again)."""

    RECEIVED = "received"
    LATE = "late"
    REFUSED = "refused"
    KEPT = "kept"
    PENDING = "pending"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """An arriving sheet or draft. `received_at` (aware): stamped before anything else was done.

    `body`: the form's fields as sent, or the document of a decoded sheet. `line`: the socket it came over, which needs no notice of
    it. `after`, `own`: what the device knew of its seat's sheets: the newest revision, and its own keys. Without `after`, it knew
    everything. `entered_by`: the member of staff who typed it in from paper. `pending`: it counts only when a second person has
    entered the same.
    """

    event_id: int
    seat: SeatId
    kind: str
    month: int
    client_key: UUID
    body: bytes = field(repr=False)  # kept out of logs
    received_at: datetime
    line: SocketLine | None = field(default=None, compare=False)
    is_draft: bool = False
    entered_by: str = ""
    pending: bool = False
    after: int | None = None
    own: tuple[UUID, ...] = ()


class Judged(Struct, frozen=True):
    """A sheet that may be stored: its canonical document, whether it is late, and the deadline used."""

    arrival: Arrival
    body: bytes
    late: bool
    due_at: datetime | None


TakenIn = Mapping[tuple[str, int], datetime]  # kind and month, when
MOST_EVENTS = 256
_taken_in: Memory[UUID, tuple[tuple[int, str], TakenIn]] = Memory(MOST_EVENTS)  # by stream: the head when it was read; the result


def sheets_taken_in(stream: Stream) -> TakenIn:
    """The kinds and months whose sheets have been read into the journal, and when. They change only with its head."""
    now, (as_of, found) = (stream.head, stream.hash), _taken_in.get(stream.memory_key) or ((-1, ""), {})
    if as_of != now:
        locks = SheetLock.objects.filter(event__stream=stream).values_list("kind", "month", "at")
        found = {(kind, month): at for kind, month, at in locks}
        _taken_in.put(stream.memory_key, (now, found))
    return found


def judged(arrival: Arrival, head: StreamHead | None, taken_in: TakenIn, refused: Collection[int] = ()) -> Judged | Refused:
    """Judge an arriving sheet. If the rules raise an error on one sheet, only that sheet is refused."""
    if arrival.event_id in refused and not tracer_order.is_tracer(arrival.kind, arrival.seat):
        return rungs.no_sheet_refusal()
    try:
        return _judge(arrival, head, taken_in)
    except Refused as no:
        return no
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return Refused(say(UNREADABLE), code="malformed")
    except Exception:
        log.exception("event %s: the rules failed on a %s sheet of month %s", arrival.event_id, arrival.kind[:20], arrival.month)
        return Refused(say("Control’s computer could not judge this sheet; tell Control."), code="failed")


def _judge(arrival: Arrival, head: StreamHead | None, taken_in: TakenIn) -> Judged:
    if head is not None and tracer_order.is_tracer(arrival.kind, arrival.seat):
        return Judged(arrival, tracer_order.canonical(arrival.body), False, None)
    kind = registry.sheet_kinds(head.state.REALM).get(arrival.kind) if head is not None else None
    if head is None or kind is None or arrival.seat not in head.state.seats:
        raise Refused(say("There is no such sheet; load this page again."), code="unknown")
    if len(arrival.body) > (LARGEST_DRAFT if arrival.is_draft else LARGEST):
        raise Refused(say("This sheet is far too long; shorten it."), code="malformed")
    window = kind.window(head.state, arrival.seat)
    if arrival.month != window.month:
        meant, now = (head.state.frame.round_words(each) for each in (arrival.month, window.month))
        raise Stale(say("This sheet is for {round}; it is now {now}.", round=meant, now=now))
    taken_at = taken_in.get((arrival.kind, arrival.month))
    if not window.open and window.closes_at is None and taken_at is None:
        raise Refused(window.sentence, rule=window.rule, code="closed")
    closed = taken_at is not None or is_sealed(head.state, arrival.kind, arrival.month)
    late = closed or is_late(arrival.received_at, window.closes_at, grace_of(head.state, arrival.kind))
    due_at = window.closes_at or taken_at
    if arrival.is_draft:
        return Judged(arrival, fields_in(arrival.body), late, due_at)
    sheet = sheet_in(kind, arrival.body)
    if not late:
        on_paper = kind.by_hand.check if arrival.entered_by and kind.by_hand is not None else None
        (on_paper or kind.check)(head.state, arrival.seat, sheet)
    return Judged(arrival, kind.encode(sheet), late, due_at)


# === receipts ===========================================================================================================

# Receipts: received, late, refused or kept, and why; and the words about a late sheet.


NOTHING = timedelta(0)
AGAIN = later("It counts when a second person has entered the same.")
COUNTS = later("Should nothing be sent in time, this draft counts.")
UNSAVED = later("Control’s computer could not store this sheet. Nothing is lost: it is kept on this device and can be sent again.")


class Receipt(Struct, frozen=True, kw_only=True):
    """The answer to an arrival. A refused sheet has revision 0 and a reason; `code` is "unsaved" if a retry may help."""

    status: Status
    month: int
    received_at: datetime
    revision: int = 0
    sentence: str = ""
    rule: str = ""
    code: str = ""


class Stored(Struct, frozen=True):
    """The stored facts of a sheet in the database."""

    kind: str
    month: int
    revision: int
    received_at: datetime
    late: bool
    due_at: datetime | None = None
    pending: bool = False


def refused_receipt(arrival: Arrival, no: Refused) -> Receipt:
    """The receipt of a refused sheet."""
    return Receipt(
        status=Status.REFUSED,
        month=arrival.month,
        received_at=arrival.received_at,
        sentence=no.sentence,
        rule=no.rule,
        code=no.code,
    )


def unsaved_receipt(arrival: Arrival) -> Receipt:
    """The receipt of a sheet that the database did not store; the phone sends it again."""
    return refused_receipt(arrival, Refused(say(UNSAVED), code="unsaved"))


def draft_receipt(arrival: Arrival, verdict: Judged | Refused, heads: Mapping[int, StreamHead]) -> Receipt:
    """The answer to a draft: kept, late, or why it is refused."""
    if isinstance(verdict, Refused):
        return refused_receipt(arrival, verdict)
    state = heads[arrival.event_id].state
    status, rule = Status.LATE if verdict.late else Status.KEPT, late_rule(state, arrival.kind)
    sentence = ""
    if verdict.late and verdict.due_at:
        sentence = say("It came {time} after the deadline.", time=gap_words(arrival.received_at - verdict.due_at))
    counts = rule.policy == DRAFT and not verdict.late
    return Receipt(
        status=status,
        month=arrival.month,
        received_at=arrival.received_at,
        sentence=sentence or (say(COUNTS) if counts else ""),
        rule=state.frame.rule("late") if verdict.late or counts else "",
    )


def sheet_receipt(arrival: Arrival, stored: Stored | None, verdict: Judged | Refused, heads: Mapping[int, StreamHead]) -> Receipt:
    """The answer to a sheet: from its `stored` row, or, if there is none, from the refusal in `verdict`."""
    if stored is None:
        assert isinstance(verdict, Refused)
        return refused_receipt(arrival, verdict)
    state = heads[arrival.event_id].state
    if (stored.kind, stored.month) != (arrival.kind, arrival.month):
        meant = state.frame.round_words(stored.month)
        sentence = say("This sheet was sent for {round}; load this page again and send it anew.", round=meant)
        return refused_receipt(arrival, Stale(sentence))
    rule = late_rule(state, stored.kind)
    sentence = why_words(state.frame, stored.received_at, stored.due_at, late=stored.late, rule=rule)
    status = Status.LATE if stored.late else Status.PENDING if stored.pending else Status.RECEIVED
    return Receipt(
        status=status,
        month=stored.month,
        received_at=stored.received_at,
        revision=stored.revision,
        sentence=say(AGAIN) if status is Status.PENDING else sentence,
        rule=state.frame.rule("late") if sentence else "",
    )


def why_words(frame: Frame, received_at: datetime, due_at: datetime | None, *, late: bool, rule: LateRule) -> str:
    """The reason why a sheet is late, or counts although it came after the deadline; "" if it was simply in time."""
    after = received_at - due_at if due_at is not None else None
    if late:
        # A sheet stamped before the lock but stored after it is late, too (see decision 6).
        return late_words(frame, rule, after=after if after is not None and after > NOTHING else None)
    return grace_words(rule, after) if after is not None and after > NOTHING else ""


def counts_instead(late: Sheet) -> str:
    """The sentence on the earlier revision that counts instead of this late one; "" if none came in time."""
    earlier = Sheet.objects.filter(event=late.event_id, kind=late.kind, month=late.month, seat=late.seat, late=False, pending=False)
    revision = earlier.order_by("-revision").values_list("revision", flat=True).first()
    return say("Revision {revision}, which came in time, counts.", revision=revision) if revision else ""
