"""Messages of screens to the server, over the socket or over HTTP, and how they are told what became of a sheet."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import msgspec
from django.utils import timezone

from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.live.hub import Line
from control.sheets.drafts import on_its_way
from control.sheets.sheets import Arrival, Receipt

# === messages ===========================================================================================================


LARGEST_SHEET = 16_384  # bytes of a message that carries a sheet
UNREADABLE = later("This message could not be read.")
NOTHING = msgspec.Raw()


class Hello(msgspec.Struct, tag_field="t", tag="hello"):
    """The newest seq that the screen has seen."""

    seq: int


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """The screen's own clock, to be sent back."""

    c: float


class StandsAt(msgspec.Struct, tag_field="t", tag="here"):
    """Which page of the control team a screen shows, which step is looked at there, and whether its owner has taken that on."""

    page: Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{1,30}$")]
    step: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{0,40}$")] = ""
    claims: bool = False


class SheetSent(msgspec.Struct, tag_field="t", tag="sheet"):
    """A sealed sheet; `key` is the same however often it is sent, `seat` whose it is when two players share a phone.

    It brings the `fields` of its form. A page of an earlier release, which may still send while the console is renewed, brings the
    document of the sheet in `body` instead.
    `after` is the newest revision that the phone had seen when it was written, `own` the keys of what it has sent since: only these
    may it replace. Without `after` it replaces whatever is there.
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
    """A sheet as far as it has been typed: the fields of its form. `key` is what it would be sent under.

    One that waited on its phone says for how many `seconds`, and the keys that this phone has said before: `own`.
    """

    kind: str
    month: int
    key: UUID
    fields: msgspec.Raw
    seat: str = ""
    seconds: Annotated[float, msgspec.Meta(ge=0, le=1e9)] = 0
    own: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=10)] = ()


class ClockOff(msgspec.Struct, tag_field="t", tag="off"):
    """How far the device's own clock is ahead of the server's, as it has measured it."""

    ms: float


Word = Hello | ClockOff | Ping | SheetSent | DraftTyped | StandsAt
_decoder: msgspec.json.Decoder[Word] = msgspec.json.Decoder(Word)


def word_in(text: str | bytes) -> Word:
    """The message in a frame or a request.

    Raises:
        Refused: it makes no sense.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(say(UNREADABLE), code="malformed") from wrong


def arrival_of(word: SheetSent | DraftTyped, *, event: int, seat: SeatId | None, at: float, line: Line | None = None) -> Arrival:
    """A sheet or draft that came at `at`, in seconds since 1970, from the device of this seat.

    Raises:
        Refused: the device is nobody's, or somebody else's by now.
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
        body=bytes(brought) if isinstance(word, SheetSent) else on_its_way(bytes(brought), seconds=word.seconds, own=word.own),
        received_at=datetime.fromtimestamp(at, UTC),
        line=line,
        is_draft=isinstance(word, DraftTyped),
        after=word.after if isinstance(word, SheetSent) else None,
        own=word.own if isinstance(word, SheetSent) else (),
    )


def told(receipt: Receipt) -> dict[str, object]:
    """A receipt as a phone reads it."""
    return {
        "status": receipt.status,
        "revision": receipt.revision,
        "month": receipt.month,
        "at": receipt.received_at.astimezone(timezone.get_default_timezone()).strftime("%H:%M:%S"),
        "sentence": receipt.sentence,
        "rule": receipt.rule,
        "code": receipt.code,
    }
