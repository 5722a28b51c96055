"""The mark of a printed sheet: which event, month, seat and kind a piece of paper was made for, short enough to type and to scan.

A mark reads "MG.12.3.CAT-1.ORDERS.K7QM4TXD": all of it are signs that a QR code packs tightly, and nobody needs a shift key. The
last part is signed with the console's own key, so that a mark can be neither misread by a sign nor written by a player. It proves
where a sheet comes from, not what stands on it, and it opens nothing: it is no secret.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass

from django.conf import settings

from control.people.join_codes import ALPHABET

SIGNED_WITH = 8  # signs of the signature: 31 to the 8th, about 40 bits
ANYBODY = "-"  # a spare sheet stands for no seat; the player's name is written on it by hand
FORM = re.compile(
    r"(?<![\w.])MG\.(\d{1,9})\.(\d{1,2})\.([a-z0-9-]{1,60})\.([a-z0-9-]{1,20})\.([a-z0-9]{8})(?![\w.])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperMark:
    """What a sheet of paper was printed for. `seat` is empty on a spare sheet, which any player may write on."""

    event: int
    month: int
    seat: str
    kind: str


def mark(event: int, month: int, seat: str, kind: str) -> str:
    """The mark to print on a sheet of this event, month (0 to 99), seat ("" for a spare) and kind of sheet.

    Raises:
        ValueError: something that no mark can hold; a sheet with a mark that cannot be read must not be printed.
    """
    plain = f"MG.{event}.{month}.{seat or ANYBODY}.{kind}".upper()
    whole = f"{plain}.{_signature(plain)}"
    if seat == ANYBODY or read_mark(whole) != PaperMark(event=event, month=month, seat=seat, kind=kind):
        raise ValueError(f"no mark can hold event {event}, month {month}, seat {seat!r}, kind {kind!r}")
    return whole


def read_mark(text: str) -> PaperMark | None:
    """The mark in a scanned or typed text, wherever it stands in it (such as at the end of a link), in small or capital letters.

    None when there is no mark, more than one, or one that this console did not sign.
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
