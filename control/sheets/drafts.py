"""Drafts on the server: the last typed state before and after the deadline. A draft is as secret as a sheet.

A draft is a list of form fields as typed, `[["allies","wolf"],["betray","1"]]`, because half a sheet is not valid. It becomes a
sheet only at the lock, and only if the event counts the last draft. A draft that waited on its device says for how long; it never
replaces something typed later on another device.
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
LONGEST_FIELD = 600  # characters


class Waited(msgspec.Struct):
    """A draft that waited on its device: for how many seconds, and the keys that this device used before."""

    fields: Typed
    seconds: Annotated[float, msgspec.Meta(ge=0, le=1e9)] = 0
    own: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=10)] = ()


_way: msgspec.json.Decoder[Typed | Waited] = msgspec.json.Decoder(Typed | Waited)


def arriving_document(fields: bytes, *, seconds: float, own: Sequence[UUID]) -> bytes:
    """The document of a draft on arrival; `store_drafts` stores only its fields."""
    return msgspec.json.encode({"fields": msgspec.Raw(fields), "seconds": seconds, "own": own}) if seconds > 0 else fields


def fields_in(body: bytes) -> bytes:
    """The canonical document of a draft.

    Raises:
        Refused: it is not a list of fields, or it is far too long.
    """
    try:
        draft = _way.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(say("This draft cannot be read; load the page again."), code="malformed") from wrong
    fields = draft.fields if isinstance(draft, Waited) else draft
    if len(fields) > MOST_FIELDS or any(len(name) > 60 or len(value) > LONGEST_FIELD for name, value in fields):
        raise Refused(say("This draft is far too long; shorten it."), code="malformed")
    return msgspec.json.encode(draft)


def fields_of(draft: Draft) -> Typed:
    """The fields of a draft, in the order of its form."""
    return typed_in(draft.body)


def store_drafts(drafts: Sequence[Draft]) -> None:
    """Store each draft over the previous one; call it in the writer's transaction, which locks the stream.

    Drafts stored before or sent since are ignored, however often a reconnecting phone repeats them. So is a draft that waited on
    its phone while something newer was typed on another one.
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
    keys = {_own_key(row) for row in known.values()} | _drafts_sent(list(newest.values()))
    # A frame delivered twice or late by a slow connection must not replace newer text.
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
    """Was it typed after the known draft? Among drafts of one device, the time of arrival counts."""
    found = waited.get(draft.client_key)
    own = found is not None and known.client_key in found.own
    return (draft.received_at if own else _typed_at(draft, waited)) > known.received_at


def _own_key(draft: Draft | Sheet) -> tuple[int, str, UUID]:
    return draft.event_id, draft.seat, draft.client_key


def _drafts_sent(drafts: Sequence[Draft]) -> set[tuple[int, str, UUID]]:
    """The keys of these drafts that have become sheets."""
    rows = Sheet.objects.filter(
        event__in={each.event_id for each in drafts},
        seat__in={each.seat for each in drafts},
        client_key__in={each.client_key for each in drafts},
    )
    return set(rows.values_list("event_id", "seat", "client_key"))


def _place(draft: Draft) -> tuple[object, ...]:
    return draft.event_id, draft.kind, draft.month, draft.seat, draft.late


def newer_drafts(event: int, seat: SeatId, month: int) -> list[Draft]:
    """The drafts of this month that are newer than anything their author has sent, for the author's other devices."""
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


def turn_into_sheets(event: Event, state: DayState, kind: SheetKind, month: int) -> list[Sheet]:
    """Store the last drafts of authors without a sheet in time as sheets; called at the lock.

    A draft that the rules would refuse becomes no sheet. A sheet keeps its draft's key, so a phone that still sends it learns that
    it counts. If a sheet with that key exists, such as a late one, the new sheet gets a key that nobody knows.
    """
    rows = Sheet.objects.filter(event=event, kind=kind.kind, month=month)
    in_time = rows.filter(late=False, pending=False).values("seat")
    revisions = dict(rows.values_list("seat").annotate(Max("revision")))
    drafts = list(
        Draft.objects.filter(event=event, kind=kind.kind, month=month, late=False).exclude(seat__in=in_time).order_by("seat")
    )
    sent = _drafts_sent(drafts)  # of any kind and month: a seat uses a key once
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
    """The sheet that a draft would be; None if it could not have been sent like that."""
    try:
        sheet = kind.read(grouped(fields_of(draft)))
        kind.check(state, SeatId(draft.seat), sheet)
        body: bytes = kind.encode(sheet)
    except Refused:
        return None
    except Exception:
        log.exception("event %s: the rules failed on a %s draft of month %s", draft.event_id, draft.kind, draft.month)
        return None
    return body
