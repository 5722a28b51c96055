"""Store of sealed sheets: judges and writes many in one transaction, none of them twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import journal, rows
from control.journal.rows import ModelRows
from control.models import Draft, Sheet
from control.sheets import drafts as draft_rows
from control.sheets.receipts import (
    PAPER,
    SENT,
    Arrival,
    Judged,
    Receipt,
    Stored,
    draft_receipt,
    judged,
    sheet_receipt,
    sheets_taken_in,
)
from control.watch import rungs

# === new rows ===========================================================================================================

# New sheets for the database: many at once, in one statement.


_sheets = ModelRows(Sheet)


class NewSheet(Struct, frozen=True, kw_only=True):
    """A new revision for the database, with the attributes of a `Sheet`, which takes ten times as long to create."""

    event_id: int
    seat: str
    kind: str
    month: int
    revision: int
    client_key: UUID
    received_at: datetime
    late: bool
    body: str
    source: str
    entered_by: str
    pending: bool
    due_at: datetime | None
    salt: str = ""
    leaf: str = ""  # always "" here: names are removed only from stored sheets


def add_sheets(sheets: Sequence[NewSheet]) -> None:
    """Insert sheets.

    Raises:
        AlreadyThereError: one of them, or its revision, exists.
    """
    _sheets.put(sheets)


# === transaction ========================================================================================================

# Judging and writing many sheets in one transaction, none of them twice. The transaction locks the stream's row, so it never runs
# at the same time as a command. A sheet is either read by the command that locks the sheets, or it comes after the lock and is
# late.


MOST_SENT = 120  # revisions of one sheet within WITHIN
WITHIN = timedelta(minutes=10)
TOO_OFTEN = later("This sheet was sent {most} times in ten minutes. What you typed stays here. Send it again later.")
STORED = ("kind", "month", "revision", "received_at", "late", "due_at", "pending")  # columns for `Stored`
Key = tuple[int, str, UUID]  # event, seat, client key: identifies a sheet that is sent again
Pile = tuple[int, str, int]  # event, kind, month
Place = tuple[Pile, str]  # a seat's sheet in a pile
Newest = tuple[str, Stored]  # body and facts of the newest revision of a sheet
Recent = deque[tuple[datetime, UUID]]  # times and keys of the newest revisions of a sheet


def store(arrivals: Sequence[Arrival]) -> list[Receipt]:
    """Judge and write these sheets in one transaction; the receipts are in the order of the arrivals.

    A sheet sent again gets its first receipt, whatever the rules would say now. This is rare. So repeats are looked up only among
    sheets that get no new row, or after an insert has failed because a row exists. A sheet with a new key and the content of the
    newest revision gets that revision's receipt: a double tap.

    Raises:
        DatabaseError: nothing was written.
    """
    try:
        return _store_once(arrivals, suspicious=False)
    except rows.AlreadyThereError:
        return _store_once(arrivals, suspicious=True)


def _store_once(arrivals: Sequence[Arrival], *, suspicious: bool) -> list[Receipt]:
    with transaction.atomic():
        streams = rows.lock_streams({arrival.event_id for arrival in arrivals})
        heads = {event: journal.head(stream) for event, stream in streams.items()}
        for event, stream in streams.items():
            transaction.on_commit(partial(journal.remember, stream, heads[event]))
        taken_in = {event: sheets_taken_in(stream) for event, stream in streams.items()}
        refused = {event for event, stream in streams.items() if rungs.stores_no_sheets(stream)}
        verdicts = [
            judged(arrival, heads.get(arrival.event_id), taken_in.get(arrival.event_id, {}), refused) for arrival in arrivals
        ]
        pairs = [(each, no) for each, no in zip(arrivals, verdicts, strict=True) if not each.is_draft]
        known = _stored_already([each for each, no in pairs if suspicious or isinstance(no, Refused)])
        written, held_back = _write_new([verdict for _each, verdict in pairs if isinstance(verdict, Judged)], known)
        known |= written
        draft_rows.store_drafts([_draft(each) for each in verdicts if isinstance(each, Judged) and each.arrival.is_draft])
    return [
        draft_receipt(arrival, verdict, heads)
        if arrival.is_draft
        else sheet_receipt(arrival, known.get(_key(arrival)), held_back.get(_key(arrival), verdict), heads)
        for arrival, verdict in zip(arrivals, verdicts, strict=True)
    ]


def _stored_already(arrivals: Sequence[Arrival]) -> dict[Key, Stored]:
    """Those of these sheets that are stored already."""
    if not arrivals:
        return {}
    events, keys = {each.event_id for each in arrivals}, {each.client_key for each in arrivals}
    there = Sheet.objects.filter(event__in=events, client_key__in=keys)
    found = there.values_list("event_id", "seat", "client_key", *STORED)
    return {(event, seat, key): Stored(*rest) for event, seat, key, *rest in found}


def _write_new(judged: Sequence[Judged], known: Mapping[Key, Stored]) -> tuple[dict[Key, Stored], dict[Key, Refused]]:
    """Write the unknown sheets, each with its seat's next revision. Return those with a row and the held back ones."""
    piles: dict[Pile, set[str]] = {}
    for each in judged:
        piles.setdefault(_pile(each.arrival), set()).add(each.arrival.seat)
    revisions: dict[Place, int] = {}
    newest: dict[Place, Newest] = {}
    for pile, seats in piles.items():
        there = rows.newest_revisions(*pile, seats)
        revisions |= {(pile, seat): revision for seat, revision in there.items()}
        newest |= _newest(pile, there)
    written: dict[Key, Stored] = {}
    held_back: dict[Key, Refused] = {}
    without_row: list[Arrival] = []  # they may be repeats of any earlier revision
    recent: dict[Place, Recent] = {}
    fresh: list[NewSheet] = []
    for each in judged:
        arrival, key = each.arrival, _key(each.arrival)
        if key not in known and key not in written:
            place = (_pile(arrival), arrival.seat)
            if (same := _same_content(each, newest.get(place))) is not None:
                written[key] = same
                without_row.append(arrival)
                continue
            if not each.late and arrival.after is not None and revisions.get(place, 0) > arrival.after:
                no = _overtaken_refusal(arrival, fresh)
                if no is not None:
                    held_back[key] = no
                    without_row.append(arrival)
                    continue
            if revisions.get(place, 0) >= MOST_SENT and not arrival.entered_by:
                if place not in recent:
                    recent[place] = _recent(arrival, revisions[place], fresh)
                if _is_too_often(arrival, recent[place]):
                    held_back[key] = Refused(say(TOO_OFTEN, most=MOST_SENT), code="often")
                    without_row.append(arrival)
                    continue
            revisions[place] = revisions.get(place, 0) + 1
            written[key] = Stored(
                arrival.kind, arrival.month, revisions[place], arrival.received_at, each.late, each.due_at, arrival.pending
            )
            fresh.append(_row(each, revisions[place]))
            newest[place] = (fresh[-1].body if fresh[-1].source == SENT else "", written[key])
            if place in recent:
                recent[place].append((arrival.received_at, arrival.client_key))
    if fresh:
        add_sheets(fresh)
    return written | _stored_already(without_row), held_back


def _newest(pile: Pile, there: Mapping[str, int]) -> dict[Place, Newest]:
    """Content of those newest revisions that their authors sent; counted drafts and papers are left out."""
    if not there:
        return {}
    event, kind, month = pile
    sent = Sheet.objects.filter(event=event, kind=kind, month=month, seat__in=there, revision__in=set(there.values()), source=SENT)
    found = sent.values_list("seat", "body", *STORED)
    stored = [(seat, body, Stored(*rest)) for seat, body, *rest in found]
    return {(pile, seat): (body, each) for seat, body, each in stored if each.revision == there[seat]}


def _same_content(judged: Judged, newest: Newest | None) -> Stored | None:
    """The newest revision if this sheet has the same content, else None. A late revision never matches a sheet in time."""
    if newest is None or judged.arrival.entered_by:
        return None
    body, stored = newest
    is_same = body == judged.body.decode() and (judged.late or not stored.late)
    return stored if is_same else None


def _recent(arrival: Arrival, newest: int, fresh: Sequence[NewSheet]) -> Recent:
    """The newest revisions of a sheet, oldest first: stored ones and those of this commit. Rarely called, so it makes a query."""
    (event, kind, month), seat = _pile(arrival), arrival.seat
    there = Sheet.objects.filter(event=event, kind=kind, month=month, seat=seat, revision__gt=newest - MOST_SENT)
    found = deque(there.order_by("revision").values_list("received_at", "client_key"), maxlen=MOST_SENT)
    found.extend((row.received_at, row.client_key) for row in fresh if _is_same_sheet(row, arrival))
    return found


def _is_too_often(arrival: Arrival, recent: Recent) -> bool:
    """Did MOST_SENT others come within WITHIN before it, and none of them under its key?"""
    soon = len(recent) == MOST_SENT and arrival.received_at - recent[0][0] < WITHIN
    return soon and all(key != arrival.client_key for _at, key in recent)


def _is_same_sheet(row: NewSheet, arrival: Arrival) -> bool:
    return ((row.event_id, row.kind, row.month), row.seat) == (_pile(arrival), arrival.seat)


def _overtaken_refusal(arrival: Arrival, fresh: Sequence[NewSheet]) -> Refused | None:
    """The refusal of a sheet that waited for a connection while a newer one came from elsewhere; None if it may be stored."""
    there = (
        Sheet.objects.filter(
            event=arrival.event_id, kind=arrival.kind, month=arrival.month, seat=arrival.seat, revision__gt=arrival.after
        )
        .exclude(late=True)
        .exclude(pending=True)
    )
    beside = [row for row in fresh if _is_same_sheet(row, arrival) and not (row.late or row.pending)]
    stored: list[Sheet | NewSheet] = [*there.order_by("revision").defer("body"), *beside]
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


def _row(judged: Judged, revision: int) -> NewSheet:
    arrival = judged.arrival
    return NewSheet(
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


def _key(arrival: Arrival) -> Key:
    return arrival.event_id, arrival.seat, arrival.client_key


def _pile(arrival: Arrival) -> Pile:
    return arrival.event_id, arrival.kind, arrival.month
