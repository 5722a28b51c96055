"""The answers to sheets: received, late, refused or kept, and why; and what a player reads of one that came too late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from control.day.lateness import DRAFT, gap, grace_words, late_rule, late_words
from control.day.plan import LateRule
from control.engine.frame import Frame
from control.engine.language import later, say
from control.engine.refused import Refused, Stale
from control.journal.journal import Head
from control.models import Sheet
from control.sheets.judging import Arrival, Judged, Status

NOTHING = timedelta(0)
AGAIN = later("It counts when a second person has entered the same.")
COUNTS = later("Should nothing be sent in time, this draft counts.")
UNSAVED = later("Control’s computer could not store this sheet. Nothing is lost: it is kept on this device and can be sent again.")


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


def draft_receipt(arrival: Arrival, verdict: Judged | Refused, heads: Mapping[int, Head]) -> Receipt:
    """The answer to a draft: kept, or why not."""
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


def receipt(arrival: Arrival, stored: Stored | None, verdict: Judged | Refused, heads: Mapping[int, Head]) -> Receipt:
    """The answer to a sheet, as it is `stored`; what was not stored is refused by its `verdict`."""
    if stored is None:
        assert isinstance(verdict, Refused)
        return refusal(arrival, verdict)
    state = heads[arrival.event_id].state
    if (stored.kind, stored.month) != (arrival.kind, arrival.month):
        meant = state.frame.round_words(stored.month)
        sentence = say("This sheet was sent for {round}; load this page again and send it anew.", round=meant)
        return refusal(arrival, Stale(sentence))
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
    """Why a sheet is late, or why it counts although it came behind the deadline; nothing for one that was simply in time."""
    after = received_at - due_at if due_at is not None else None
    if late:
        # A sheet that lost the race with the taking in was stamped before it and is late all the same (see decision 6).
        return late_words(frame, rule, after=after if after is not None and after > NOTHING else None)
    return grace_words(rule, after) if after is not None and after > NOTHING else ""


def counts_instead(late: Sheet) -> str:
    """Which earlier revision counts because this one came late; "" where none had come in time."""
    earlier = Sheet.objects.filter(event=late.event_id, kind=late.kind, month=late.month, seat=late.seat, late=False, pending=False)
    revision = earlier.order_by("-revision").values_list("revision", flat=True).first()
    return say("Revision {revision}, which came in time, counts.", revision=revision) if revision else ""
