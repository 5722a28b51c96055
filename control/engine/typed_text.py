"""Cleaning of typed text: no characters that reorder, hide or break what others read."""

from __future__ import annotations

import unicodedata
from typing import Final

from control.engine.ids import LARGEST

# === typed text =========================================================================================================


TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # set the text direction
LINES: Final = frozenset("\n\r\t")
UNSEEN: Final = frozenset("\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff")  # invisible, often pasted from web pages
JOINERS: Final = frozenset("\u200c\u200d")  # needed to spell some scripts and emoji
ACCENTED: Final = ("LATIN", "GREEK", "CYRILLIC")  # scripts whose accents people leave out; in others an accent makes another letter
LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)


def readable(words: str) -> str:
    """Remove control characters and direction characters. Lines are kept, each with a one-character ending."""
    lines = words.replace("\r\n", "\n")
    return "".join(sign for sign in lines if sign in LINES or not (sign in TURNING or unicodedata.category(sign) in ("Cc", "Cs")))


def one_line(words: str) -> str:
    """Return readable words on one line, without extra spaces."""
    return " ".join(readable(words).split())


def clean_typed_name(words: str) -> str:
    """Return a name for storage and comparison: one line, no invisible characters. Joiners stay where spelling needs them."""
    left = "".join(sign for sign in one_line(words.translate(_NO_SIGNS)) if sign not in UNSEEN)
    return " ".join("".join(sign for at, sign in enumerate(left) if sign not in JOINERS or _is_joiner_needed(left, at)).split())


def number_in(words: str, most: int = LARGEST) -> int | None:
    """Return a typed number from 0 to `most`, in digits 0 to 9; None for anything else."""
    if not (words.isascii() and words.isdigit() and len(words) <= len(str(most))):
        return None
    number = int(words)
    return number if number <= most else None


def is_printable(name: str) -> bool:
    """Can a badge show every character of a name?"""
    return all(sign.isprintable() or sign in JOINERS for sign in name)


def fold_letters(words: str) -> str:
    """Return words for search: lower case, without accents of Latin, Greek and Cyrillic letters."""
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


def _is_joiner_needed(words: str, at: int) -> bool:
    """Is a joiner between two characters that need one? These are letters of other scripts, and emoji."""
    if not 0 < at < len(words) - 1:
        return False
    return all(_is_joined(words[beside]) for beside in (at - 1, at + 1))


def _is_joined(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category in ("So", "Sk", "Mn", "Mc", "Me") or (
        category[0] == "L" and not unicodedata.name(sign, "").startswith(ACCENTED)
    )
