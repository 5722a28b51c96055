"""Form fields of a sealed sheet as typed, on their way from phone, draft or plain form to the reader of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from control.engine.language import later, say
from control.engine.refusal import Refused
from control.registry import Fields, SheetKind

# === fields =============================================================================================================


Typed = list[tuple[str, str]]  # the fields in the order of their form
CONFIRM = "confirm"  # the field that says: its author was asked, and means it
OWN = frozenset({"csrfmiddlewaretoken", "client_key", "month", CONFIRM})  # of the form, not of the sheet
UNREADABLE = later("This sheet could not be read; load this page again.")
_decoder: msgspec.json.Decoder[Typed] = msgspec.json.Decoder(Typed)


def typed_in(body: bytes | str) -> Typed:
    """The fields in a list of them.

    Raises:
        MsgspecError: it is none.
    """
    return _decoder.decode(body)


def grouped(typed: Iterable[tuple[str, str]]) -> Fields:
    """The fields by their names, as a form hands them in."""
    found: dict[str, list[str]] = {}
    for name, value in typed:
        found.setdefault(name, []).append(value)
    return found


def body_of(fields: Mapping[str, list[str]]) -> bytes:
    """The fields of a plain form as a phone's script would have sent them."""
    return msgspec.json.encode([(name, value) for name, values in fields.items() if name not in OWN for value in values])


def sheet_in(kind: SheetKind, body: bytes) -> Any:
    """The sheet that arrived: its form's fields, or the document that is stored of one.

    Staff and bots hand in the document; so does a page that was opened before the console was renewed and sends once more.

    Raises:
        Refused: what is wrong with it.
    """
    if not body.lstrip().startswith(b"["):
        return kind.decode(body)
    try:
        typed = typed_in(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(say(UNREADABLE), code="malformed") from wrong
    return kind.read(grouped(typed))
