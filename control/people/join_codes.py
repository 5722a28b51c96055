"""Join codes: random codes, their printed form, and the reading of typed or pasted ones."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # for marks, passwords and codes; without similar characters
JOIN_ALPHABET: Final = "34679ACDEFGHJKMNPQRTWXY"  # also without pairs that people confuse: Z and 2, S and 5, B and 8, U and V
CODE_LENGTH: Final = 8
LONGEST: Final = 40  # characters kept of an unknown code

_LINK = re.compile(r"/J/([0-9A-Z]+)")  # a code in the link of a badge
_WORDS = re.compile(rf"(?<![0-9A-Z])([{ALPHABET}]{{4}})[- ]?([{ALPHABET}]{{4}})(?![0-9A-Z])")  # a code in a sentence


def new_code() -> str:
    """A random join code, eight letters and digits: "K7QM4TXD"."""
    return "".join(secrets.choice(JOIN_ALPHABET) for _each in range(CODE_LENGTH))


def shown(code: str) -> str:
    """A code for print: "K7QM-4TXD"."""
    return f"{code[:4]}-{code[4:]}"


def plain(typed: str) -> str:
    """Normalize a typed or pasted code.

    Case, width, spaces and dashes do not matter, nor does text around it: the link of a badge, "Code: K7QM-4TXD".
    """
    words = unicodedata.normalize("NFKC", typed[:1000]).upper()
    if link := _LINK.search(words):
        return link[1][:LONGEST]
    letters = _letters(words)
    if len(letters) <= CODE_LENGTH:
        return letters
    behind = _letters(words.rpartition(":")[2])
    if len(behind) == CODE_LENGTH:
        return behind
    alone = _WORDS.findall(words)
    return "".join(alone[0]) if len(alone) == 1 else letters[:LONGEST]


def _letters(words: str) -> str:
    return "".join(letter for letter in words if letter.isalnum())
