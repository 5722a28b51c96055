"""What the rules say to a sheet at the door: whether it may be written, and whether it is late."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

import msgspec

from control import registry
from control.day.lateness import grace_of, is_late
from control.day.seals import is_sealed
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refused import Refused, Stale
from control.journal.journal import Head
from control.journal.memory import Memory
from control.live.hub import Line
from control.models import SheetLock, Stream
from control.sheets import trace_mark
from control.sheets.drafts import LARGEST_DRAFT, fields_in
from control.sheets.forms import UNREADABLE, sheet_in
from control.watch import rungs

log = logging.getLogger(__name__)

LARGEST = 16_384  # bytes of a sheet's document
SENT, DRAFT, PAPER = "sent", "draft", "paper"  # how a sheet came; see `Sheet`


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


@dataclass(frozen=True, slots=True)
class Judged:
    """A sheet that may be written: its canonical document, whether it is late, and the deadline that says so."""

    arrival: Arrival
    body: bytes
    late: bool
    due_at: datetime | None


TakenIn = Mapping[tuple[str, int], datetime]  # kind and month, when
MOST_EVENTS = 256
_taken_in: Memory[UUID, tuple[tuple[int, str], TakenIn]] = Memory(MOST_EVENTS)  # by stream: what, as of which head


def sheets_taken_in(stream: Stream) -> TakenIn:
    """Which kinds and months have been read into the journal, and when; they change only together with its head."""
    now, (as_of, found) = (stream.head, stream.hash), _taken_in.get(stream.memory_key) or ((-1, ""), {})
    if as_of != now:
        locks = SheetLock.objects.filter(event__stream=stream).values_list("kind", "month", "at")
        found = {(kind, month): at for kind, month, at in locks}
        _taken_in.put(stream.memory_key, (now, found))
    return found


def judged(arrival: Arrival, head: Head | None, taken_in: TakenIn, refused: Collection[int] = ()) -> Judged | Refused:
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
