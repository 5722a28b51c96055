"""Typed text, before it stands beside anybody else's words: no signs in it that turn, hide or break what others read."""

from __future__ import annotations

import unicodedata
from typing import Final

from control.engine.ids import LARGEST

# === typed text =========================================================================================================


TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # which way text runs
LINES: Final = frozenset("\n\r\t")
UNSEEN: Final = frozenset("\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff")  # pasted from web pages, seen by nobody
JOINERS: Final = frozenset("\u200c\u200d")  # some scripts and emoji are spelt with them
ACCENTED: Final = ("LATIN", "GREEK", "CYRILLIC")  # scripts whose accents people leave out; elsewhere a mark is another letter
LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)


def readable(words: str) -> str:
    """The words without control signs and without those that turn the way text runs; its lines stay, each ending in one sign."""
    lines = words.replace("\r\n", "\n")
    return "".join(sign for sign in lines if sign in LINES or not (sign in TURNING or unicodedata.category(sign) in ("Cc", "Cs")))


def one_line(words: str) -> str:
    """The same on one line, without needless blanks."""
    return " ".join(readable(words).split())


def name_of(words: str) -> str:
    """A name as it is kept and compared: one line, without signs that nobody sees; joiners stay where they spell."""
    left = "".join(sign for sign in one_line(words.translate(_NO_SIGNS)) if sign not in UNSEEN)
    return " ".join("".join(sign for at, sign in enumerate(left) if sign not in JOINERS or _spells(left, at)).split())


def number_in(words: str, most: int = LARGEST) -> int | None:
    """The number from 0 that somebody typed or a page carries, in the digits 0 to 9; None for anything else and for more."""
    if not (words.isascii() and words.isdigit() and len(words) <= len(str(most))):
        return None
    number = int(words)
    return number if number <= most else None


def is_printed(name: str) -> bool:
    """Whether a badge can show every sign of a name."""
    return all(sign.isprintable() or sign in JOINERS for sign in name)


def folded(words: str) -> str:
    """Words as people are looked for: small letters, without the accents of Latin, Greek and Cyrillic ones."""
    kept, accented = [], False
    for sign in unicodedata.normalize("NFKD", words.casefold().translate(LETTERS)):
        if unicodedata.combining(sign):
            if accented:
                continue
        else:
            accented = unicodedata.name(sign, "").startswith(ACCENTED)
        kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


_NO_SIGNS: Final = dict.fromkeys(map(ord, LINES), " ")


def _spells(words: str, at: int) -> bool:
    """Whether a joiner stands between two signs that are joined or kept apart by one: letters beyond Europe, emoji."""
    if not 0 < at < len(words) - 1:
        return False
    return all(_is_joined(words[beside]) for beside in (at - 1, at + 1))


def _is_joined(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category in ("So", "Sk", "Mn", "Mc", "Me") or (
        category[0] == "L" and not unicodedata.name(sign, "").startswith(ACCENTED)
    )
