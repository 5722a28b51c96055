"""Drafts on the server: what was typed last before the deadline, and behind it; as secret as the sheet that it may become.

A draft is a list of the form's fields as typed, `[["allies","wolf"],["betray","1"]]`, for half a sheet is no sheet. It
becomes one only at the lock, and only where the event lets the last draft count. One that waited on its device says for how long,
and never takes the place of what was typed on another one since.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID, uuid4

import msgspec
from django.db.models import Max

from control.day.state import DayState
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refusal import Refused
from control.models import Draft, Event, Sheet
from control.registry import SheetKind
from control.sheets.form_fields import Typed, grouped, typed_in

log = logging.getLogger(__name__)

LARGEST_DRAFT = 4_608  # bytes
MOST_FIELDS = 120
LONGEST_FIELD = 600  # letters


class Waited(msgspec.Struct):
    """A draft that waited on its device: for so many seconds, and the keys that this device has said before."""

    fields: Typed
    seconds: Annotated[float, msgspec.Meta(ge=0, le=1e9)] = 0
    own: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=10)] = ()


_way: msgspec.json.Decoder[Typed | Waited] = msgspec.json.Decoder(Typed | Waited)


def on_its_way(fields: bytes, *, seconds: float, own: Sequence[UUID]) -> bytes:
    """The document of a draft as it arrives; `keep` writes down the fields alone."""
    return msgspec.json.encode({"fields": msgspec.Raw(fields), "seconds": seconds, "own": own}) if seconds > 0 else fields


def fields_in(body: bytes) -> bytes:
    """The draft's canonical document.

    Raises:
        Refused: it is no list of fields, or far too long a one.
    """
    try:
        draft = _way.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(say("This draft cannot be read; load the page again."), code="malformed") from wrong
    fields = draft.fields if isinstance(draft, Waited) else draft
    if len(fields) > MOST_FIELDS or any(len(name) > 60 or len(value) > LONGEST_FIELD for name, value in fields):
        raise Refused(say("This draft is far too long; shorten it."), code="malformed")
    return msgspec.json.encode(draft)


def typed(draft: Draft) -> Typed:
    """The fields of a draft, in the order of its form."""
    return typed_in(draft.body)


def keep(drafts: Sequence[Draft]) -> None:
    """Write each draft over the one before it, newest last; called in the writer's transaction, which holds the stream.

    One that was here before, or has been sent since, is no news, however often a phone that comes back says it again; nor is one
    that waited on its phone while something newer was typed on another one.
    """
    waited = {each.client_key: found for each in drafts if isinstance(found := _way.decode(each.body), Waited)}
    for each in drafts:
        if each.client_key in waited:
            each.body = msgspec.json.encode(waited[each.client_key].fields).decode()
    newest: dict[tuple[object, ...], Draft] = {}
    for each in sorted(drafts, key=lambda draft: _typed_at(draft, waited)):
        newest[_place(each)] = each
    if not newest:
        return
    rows = Draft.objects.filter(
        event__in={each.event_id for each in newest.values()},
        seat__in={each.seat for each in newest.values()},
        month__in={each.month for each in newest.values()},
    )
    known = {_place(row): row for row in rows.defer("body")}
    keys = {_own_key(row) for row in known.values()} | _sent(list(newest.values()))
    # A frame that a slow line delivered twice, or late, never takes the place of what was typed after it.
    fresh = [
        each
        for place, each in newest.items()
        if _own_key(each) not in keys and (place not in known or _is_newer(each, known[place], waited))
    ]
    Draft.objects.bulk_create(
        fresh,
        update_conflicts=True,
        unique_fields=("event", "kind", "month", "seat", "late"),
        update_fields=("client_key", "received_at", "due_at", "body"),
    )


def _typed_at(draft: Draft, waited: Mapping[UUID, Waited]) -> datetime:
    found = waited.get(draft.client_key)
    return draft.received_at - timedelta(seconds=found.seconds) if found else draft.received_at


def _is_newer(draft: Draft, known: Draft, waited: Mapping[UUID, Waited]) -> bool:
    """Was it typed behind what is known, as far as that came from another device?"""
    found = waited.get(draft.client_key)
    own = found is not None and known.client_key in found.own
    return (draft.received_at if own else _typed_at(draft, waited)) > known.received_at


def _own_key(draft: Draft | Sheet) -> tuple[int, str, UUID]:
    return draft.event_id, draft.seat, draft.client_key


def _sent(drafts: Sequence[Draft]) -> set[tuple[int, str, UUID]]:
    """Which of these drafts are sheets by now."""
    rows = Sheet.objects.filter(
        event__in={each.event_id for each in drafts},
        seat__in={each.seat for each in drafts},
        client_key__in={each.client_key for each in drafts},
    )
    return set(rows.values_list("event_id", "seat", "client_key"))


def _place(draft: Draft) -> tuple[object, ...]:
    return draft.event_id, draft.kind, draft.month, draft.seat, draft.late


def offered(event: int, seat: SeatId, month: int) -> list[Draft]:
    """The drafts of this month that are younger than anything their author has sent: for the author's other devices."""
    newest: dict[str, Draft] = {}
    for draft in Draft.objects.filter(event=event, seat=seat, month=month).order_by("received_at"):
        newest[draft.kind] = draft
    sent, keys = dict[str, datetime](), set[UUID]()
    rows = Sheet.objects.filter(event=event, seat=seat, month=month).order_by("received_at")
    for kind, received_at, key in rows.values_list("kind", "received_at", "client_key"):
        sent[kind] = received_at
        keys.add(key)
    return [
        draft
        for kind, draft in sorted(newest.items())
        if draft.client_key not in keys and (kind not in sent or draft.received_at > sent[kind])
    ]


def become_sheets(event: Event, state: DayState, kind: SheetKind, month: int) -> list[Sheet]:
    """The last drafts in time of those who sent nothing in time, as sheets that have been written; called at the lock.

    A draft that could not have been sent as it stands is no sheet. It keeps its key, so a phone that still tries to send it is told
    that it counts; unless a sheet has that key, as one that was sent too late: then it has a key that nobody knows.
    """
    rows = Sheet.objects.filter(event=event, kind=kind.kind, month=month)
    in_time = rows.filter(late=False, pending=False).values("seat")
    revisions = dict(rows.values_list("seat").annotate(Max("revision")))
    drafts = list(
        Draft.objects.filter(event=event, kind=kind.kind, month=month, late=False).exclude(seat__in=in_time).order_by("seat")
    )
    sent = _sent(drafts)  # of any kind and month: a key is a seat's once
    made = []
    for draft in drafts:
        body = document_of(draft, state, kind)
        if body is not None:
            made.append(
                Sheet(
                    event=event,
                    seat=draft.seat,
                    kind=draft.kind,
                    month=draft.month,
                    revision=revisions.get(draft.seat, 0) + 1,
                    client_key=uuid4() if _own_key(draft) in sent else draft.client_key,
                    received_at=draft.received_at,
                    due_at=draft.due_at,
                    body=body.decode(),
                    source="draft",
                )
            )
    return Sheet.objects.bulk_create(made)


def document_of(draft: Draft, state: DayState, kind: SheetKind) -> bytes | None:
    """The sheet that a draft would be; None when it could not have been sent like that."""
    try:
        sheet = kind.read(grouped(typed(draft)))
        kind.check(state, SeatId(draft.seat), sheet)
        body: bytes = kind.encode(sheet)
    except Refused:
        return None
    except Exception:
        log.exception("event %s: the rules failed on a %s draft of month %s", draft.event_id, draft.kind, draft.month)
        return None
    return body
