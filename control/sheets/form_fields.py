"""Typed form fields of a sealed sheet, between phone, draft or plain form and the reader of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from control.engine.language import later, say
from control.engine.refusal import Refused
from control.registry import Fields, SheetKind

# === fields =============================================================================================================


Typed = list[tuple[str, str]]  # the fields in the order of their form
CONFIRM = "confirm"  # field set when the author has confirmed a question
OWN = frozenset({"csrfmiddlewaretoken", "client_key", "month", CONFIRM})  # fields of the form that are not part of the sheet
UNREADABLE = later("This sheet could not be read; load this page again.")
_decoder: msgspec.json.Decoder[Typed] = msgspec.json.Decoder(Typed)


def typed_in(body: bytes | str) -> Typed:
    """Decode a list of fields.

    Raises:
        MsgspecError: it is not a list of fields.
    """
    return _decoder.decode(body)


def grouped(typed: Iterable[tuple[str, str]]) -> Fields:
    """The fields grouped by name, as a form submits them."""
    found: dict[str, list[str]] = {}
    for name, value in typed:
        found.setdefault(name, []).append(value)
    return found


def body_of(fields: Mapping[str, list[str]]) -> bytes:
    """The fields of a plain form, encoded as a phone's script would send them."""
    return msgspec.json.encode([(name, value) for name, values in fields.items() if name not in OWN for value in values])


def sheet_in(kind: SheetKind, body: bytes) -> Any:
    """Read an arriving sheet, from its form's fields or from a stored document.

    Staff and bots send documents. So does a page that was opened before an upgrade of the console.

    Raises:
        Refused: with what is wrong in the sheet.
    """
    if not body.lstrip().startswith(b"["):
        return kind.decode(body)
    try:
        typed = typed_in(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(say(UNREADABLE), code="malformed") from wrong
    return kind.read(grouped(typed))
