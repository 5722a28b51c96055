"""Paper sheets: the printed mark, and sheets that staff enter from paper, once or twice."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction
from msgspec import Struct

from control import registry
from control.day.people.room_choice import SeatInRoom
from control.day.sheets import month_now, players_in_order
from control.day.state import DayState
from control.engine.ids import RoomId, SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import desk
from control.journal.withdrawals import marks_of
from control.models import Sheet, SheetLock, Stream
from control.people.access import DeskPass
from control.people.join_codes import ALPHABET
from control.regions.sight import Sight
from control.registry import SheetKind
from control.sheets import sheets
from control.sheets.sheets import Arrival, Receipt, Status

# === mark ===============================================================================================================

# The mark of a printed sheet names the event, month, seat and kind that it was made for. It is short enough to type and scan. It
# reads "MG.12.3.CAT-1.ORDERS.K7QM4TXD": a QR code packs these characters tightly, and typing needs no shift key. The last part is a
# signature with the console's own key, so misread or forged marks are rejected. A mark proves where a sheet comes from, not its
# content. It gives no access and is no secret.


SIGNED_WITH = 8  # characters of the signature: 31 to the 8th, about 40 bits
ANYBODY = "-"  # a spare sheet has no seat; its player's name is written on by hand
FORM = re.compile(
    r"(?<![\w.])MG\.(\d{1,9})\.(\d{1,2})\.([a-z0-9-]{1,60})\.([a-z0-9-]{1,20})\.([a-z0-9]{8})(?![\w.])", re.IGNORECASE
)


class PaperMark(Struct, frozen=True, kw_only=True):
    """What a paper sheet was printed for. `seat`: "" on a spare sheet, which any player may use."""

    event: int
    month: int
    seat: str
    kind: str


def mark(event: int, month: int, seat: str, kind: str) -> str:
    """The mark to print on a sheet of this event, month (0 to 99), seat ("" for a spare) and kind.

    Raises:
        ValueError: a mark cannot hold one of these; do not print such a sheet.
    """
    plain = f"MG.{event}.{month}.{seat or ANYBODY}.{kind}".upper()
    whole = f"{plain}.{_signature(plain)}"
    if seat == ANYBODY or read_mark(whole) != PaperMark(event=event, month=month, seat=seat, kind=kind):
        raise ValueError(f"no mark can hold event {event}, month {month}, seat {seat!r}, kind {kind!r}")
    return whole


def read_mark(text: str) -> PaperMark | None:
    """Find the mark anywhere in a scanned or typed text (such as at the end of a link), in small or capital letters.

    None if there is no mark, more than one, or one that this console did not sign.
    """
    found = {match.group(0).upper(): match for match in FORM.finditer(text[:1000])}
    if len(found) != 1:
        return None
    whole, match = found.popitem()
    plain, _dot, signature = whole.rpartition(".")
    if not whole.isascii() or not hmac.compare_digest(signature, _signature(plain)):
        return None
    event, month, seat, kind = (match.group(at).lower() for at in range(1, 5))
    return PaperMark(event=int(event), month=int(month), seat="" if seat == ANYBODY else seat, kind=kind)


def _signature(plain: str) -> str:
    digest = hmac.new(settings.SECRET_KEY.encode(), f"control.paper:{plain}".encode(), hashlib.sha256).digest()
    number = int.from_bytes(digest[:16], "big")
    signs = []
    for _each in range(SIGNED_WITH):
        number, at = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[at])
    return "".join(signs)


# === sheet from paper ===================================================================================================

# A sheet that staff enter from paper: for which player and month, once or twice, and whether it counts without a command. It is a
# normal sheet with the name of the person who entered it; sheets that its author sent from a phone are kept.


BROKEN_MARK = later("This is no mark of ours; scan it again, or type it as it stands below the square.")
TWICE = later("You have entered this one already; somebody else enters it a second time, from the paper.")


class Entered(Struct, frozen=True, kw_only=True):
    """The result of entering a paper sheet: the `receipt` of its row."""

    receipt: Receipt
    differs_from: str = ""  # the person whose earlier entry differs


def require_mark(text: str, *, event: int, sight: Sight[DayState], kind: SheetKind) -> PaperMark:
    """Read a scanned or typed mark, if its sheet belongs here and now.

    Raises:
        Refused: it is no mark, or one of another event, kind or month, or its player is not in this event.
    """
    found = read_mark(text)
    if found is None:
        raise Refused(say(BROKEN_MARK), code="malformed")
    if found.event != event:
        raise Refused(say("This sheet was printed for another event."), code="unknown")
    if found.kind != kind.kind:
        other = registry.sheet_kinds(sight.realm).get(found.kind)
        word = say(other.words.word) if other else found.kind
        raise Refused(say("This is a {kind} sheet; take it to that desk.", kind=word), code="unknown")
    month = sight.public(month_now)
    if found.month != month:
        raise Refused(  # a refusal, not Stale: the paper is old, but the screen is up to date
            say(
                "This sheet is for {round}; it is {now} now. Let its player write a new one.",
                round=sight.frame.round_words(found.month),
                now=sight.frame.round_words(month),
            ),
            code="month",
        )
    if found.seat and not any(each.seat == found.seat for each in sight.public(players_in_order)):
        raise Refused(say("The player whose sheet this is plays no more."), code="unknown")
    return found


def is_taken_in(event: int, kind: str, month: int) -> bool:
    """Have the sheets of this kind been read? Then a further one counts only by a command, with a reason."""
    return SheetLock.objects.filter(event=event, kind=kind, month=month).exists()


def accepted_late(event: int, rows: Iterable[Sheet]) -> frozenset[UUID]:
    """Keys of the sheets that a desk accepted after the others were read, without those whose command was withdrawn."""
    keys = [row.client_key for row in rows if row.late and row.entered_by and not row.pending]
    if not keys:
        return frozenset()
    stream = Stream.objects.defer("state").get(event=event)
    gone = marks_of(stream).skipped(until=stream.head)
    done = stream.entries.filter(command_id__in=keys, part=0).values_list("command_id", "seq")
    return frozenset(key for key, seq in done if seq not in gone)


def all_versions(event: int, kind: str, month: int, seat: SeatId | None = None) -> list[Sheet]:
    """Every sheet of a month, of one player or of all, oldest first: from phones, drafts and paper."""
    rows = Sheet.objects.filter(event=event, kind=kind, month=month).order_by("seat", "revision")
    return list(rows if seat is None else rows.filter(seat=seat))


def enter(
    door: DeskPass,
    kind: SheetKind,
    *,
    twice: bool,
    seat: SeatId,
    sheet: Any,
    reason: str,
    key: UUID,
    received_at: datetime,
    month: int,
    seats: bool = False,
) -> Entered:
    """Enter one paper sheet. Before the lock it is sealed like others; after it, the room's command makes it count.

    `twice`: it waits until somebody else has entered the same. `seats`: an entry that counts also seats its author in the room of
    the sheet; both happen or neither.

    Raises:
        Refused: a rule said no, or the same person has entered it twice; nothing was written.
    """
    assert kind.by_hand is not None
    event, body = door.event.pk, kind.encode(sheet)
    own = uuid5(key, body.decode())  # a changed form is a new entry
    with transaction.atomic():
        known = Sheet.objects.filter(event=event, seat=seat, client_key=own).exists()
        pending, differs_from = _second_look(door, kind, seat, body, month) if twice and not known else (False, "")
        if seats and not pending and not known:
            there = SeatInRoom(player=seat, month=month, room=RoomId(kind.room))
            desk.perform(stream_id=door.event.stream_id, command=there, by=door.actor, command_id=uuid5(own, "seats"))
        if not pending and not known and is_taken_in(event, kind.kind, month):
            command = kind.by_hand.command(seat, month, sheet, reason)
            desk.perform(stream_id=door.event.stream_id, command=command, by=door.actor, command_id=own)
        arrival = Arrival(
            event_id=event,
            seat=seat,
            kind=kind.kind,
            month=month,
            client_key=own,
            body=body,
            received_at=received_at,
            entered_by=door.name,
            pending=pending,
        )
        receipt = sheets.hand_in(arrival)
        if receipt.status is Status.REFUSED:
            raise Refused(receipt.sentence, rule=receipt.rule, code=receipt.code)
    return Entered(receipt=receipt, differs_from=differs_from)


def _second_look(door: DeskPass, kind: SheetKind, seat: SeatId, body: bytes, month: int) -> tuple[bool, str]:
    """Must somebody else enter it too? Also returns whose earlier entry differs; "" for nobody."""
    newest: dict[str, str] = {}
    rows = Sheet.objects.filter(event=door.event, kind=kind.kind, month=month, seat=seat, pending=True).order_by("revision")
    for by, written in rows.values_list("entered_by", "body"):
        newest[by] = written
    mine = newest.pop(door.name, None)
    if body.decode() in newest.values():
        return False, ""
    if mine == body.decode():
        raise Refused(say(TWICE), code="twice")
    return True, next(iter(sorted(newest)), "")
