"""Messages from screens to the server, over the socket or HTTP, and the receipts in reply."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import msgspec
from django.utils import timezone

from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.live.hub import SocketLine
from control.sheets.drafts import arriving_document
from control.sheets.sheets import Arrival, Receipt

# === messages ===========================================================================================================


LARGEST_SHEET = 16_384  # bytes of a message that carries a sheet
UNREADABLE = later("This message could not be read.")
NOTHING = msgspec.Raw()


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """A ping with the screen's own clock, which the pong returns."""

    c: float


class StandsAt(msgspec.Struct, tag_field="t", tag="here"):
    """The page and step that a screen of the control team shows. `claims`: its member has claimed that step."""

    page: Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{1,30}$")]
    step: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{0,40}$")] = ""
    claims: bool = False


class SheetSent(msgspec.Struct, tag_field="t", tag="sheet"):
    """A sealed sheet. `key`: the same each time it is sent. `seat`: its player, when two players share a phone.

    `fields`: the fields of its form. `body`: the sheet's document instead, from a page of an earlier release that is still open
    during an upgrade. `after`: the newest revision that the phone knew when it was written. `own`: keys of what this phone has sent
    since. The sheet may replace only revisions up to `after` and those in `own`; without `after` it replaces any.
    """

    kind: str
    month: int
    key: UUID
    fields: msgspec.Raw = NOTHING
    body: msgspec.Raw = NOTHING
    seat: str = ""
    after: int | None = None
    own: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=100)] = ()


class DraftTyped(msgspec.Struct, tag_field="t", tag="draft"):
    """A draft: a sheet as typed so far. `fields`: the fields of its form. `key`: the key under which it would be sent.

    `seconds`: how long it waited on its phone. `own`: the keys that this phone has used before.
    """

    kind: str
    month: int
    key: UUID
    fields: msgspec.Raw
    seat: str = ""
    seconds: Annotated[float, msgspec.Meta(ge=0, le=1e9)] = 0
    own: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=10)] = ()


class ClockOff(msgspec.Struct, tag_field="t", tag="off"):
    """How far the device's clock is ahead of the server's, measured by the device."""

    ms: float


class NewsAsked(msgspec.Struct, tag_field="t", tag="news"):
    """A phone's question for the regions that have changed. `number`: returned with the answer. `seen`: versions on the phone."""

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    seen: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=80)], ...], msgspec.Meta(max_length=200)]


class PressSent(msgspec.Struct, tag_field="t", tag="press"):
    """A press of a player that many give at once. `number`: returned with the answer. `address`, `fields`: those of its form.

    `at`: when it was sent, in milliseconds since 1970, by Control's time. The phone may know an older time, never a later one.
    """

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    address: Annotated[str, msgspec.Meta(max_length=80)]
    fields: Annotated[dict[str, str], msgspec.Meta(max_length=20)]
    at: Annotated[float, msgspec.Meta(ge=0, le=1e14)]


Word = ClockOff | Ping | SheetSent | DraftTyped | StandsAt | NewsAsked | PressSent
_decoder: msgspec.json.Decoder[Word] = msgspec.json.Decoder(Word)


def decode_message(text: str | bytes) -> Word:
    """Decode the message in a frame or a request.

    Raises:
        Refused: it cannot be read.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(say(UNREADABLE), code="malformed") from wrong


def arrival_of(
    word: SheetSent | DraftTyped, *, event: int, seat: SeatId | None, at: float, line: SocketLine | None = None
) -> Arrival:
    """Build the arrival of a sheet or draft that came at `at`, in seconds since 1970, from this seat's device.

    Raises:
        Refused: the device has no seat, or now belongs to another player.
    """
    if seat is None:
        raise Refused(say("This device has not joined as a player; join with your code."), code="out")
    if word.seat not in ("", seat):
        raise Refused(say("This device belongs to another player by now; join again with your code."), code="out")
    brought = (word.fields or word.body) if isinstance(word, SheetSent) else word.fields
    if not brought:
        raise Refused(say(UNREADABLE), code="malformed")
    return Arrival(
        event_id=event,
        seat=seat,
        kind=word.kind,
        month=word.month,
        client_key=word.key,
        body=bytes(brought)
        if isinstance(word, SheetSent)
        else arriving_document(bytes(brought), seconds=word.seconds, own=word.own),
        received_at=datetime.fromtimestamp(at, UTC),
        line=line,
        is_draft=isinstance(word, DraftTyped),
        after=word.after if isinstance(word, SheetSent) else None,
        own=word.own if isinstance(word, SheetSent) else (),
    )


def receipt_values(receipt: Receipt) -> dict[str, object]:
    """A receipt as JSON values for the phone."""
    return {
        "status": receipt.status,
        "revision": receipt.revision,
        "month": receipt.month,
        "at": receipt.received_at.astimezone(timezone.get_default_timezone()).strftime("%H:%M:%S"),
        "sentence": receipt.sentence,
        "rule": receipt.rule,
        "code": receipt.code,
    }
