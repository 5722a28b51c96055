"""What somebody typed, before it stands beside anybody else's words: no signs in it that turn, hide or break what others read."""

from __future__ import annotations

import unicodedata
from typing import Final

TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # which way text runs
LINES: Final = frozenset("\n\r\t")


def readable(words: str) -> str:
    """The words without control signs and without those that turn the way text runs; its lines stay."""
    return "".join(sign for sign in words if sign in LINES or not (sign in TURNING or unicodedata.category(sign) in ("Cc", "Cs")))


def one_line(words: str) -> str:
    """The same on one line, without needless blanks."""
    return " ".join(readable(words).split())
