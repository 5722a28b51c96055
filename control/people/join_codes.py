"""Join codes as people read, type and paste them."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # of marks, passwords and codes; nothing that reads like something else
JOIN_ALPHABET: Final = "34679ACDEFGHJKMNPQRTWXY"  # no two that are taken for each other: Z and 2, S and 5, B and 8, U and V
CODE_LENGTH: Final = 8
LONGEST: Final = 40  # letters of a code that is nobody's

_LINK = re.compile(r"/J/([0-9A-Z]+)")  # where a code stands in the link of a badge
_WORDS = re.compile(rf"(?<![0-9A-Z])([{ALPHABET}]{{4}})[- ]?([{ALPHABET}]{{4}})(?![0-9A-Z])")  # and in a sentence


def new_code() -> str:
    """A random join code, eight letters and digits: "K7QM4TXD"."""
    return "".join(secrets.choice(JOIN_ALPHABET) for _each in range(CODE_LENGTH))


def shown(code: str) -> str:
    """A code as it is printed: "K7QM-4TXD"."""
    return f"{code[:4]}-{code[4:]}"


def plain(typed: str) -> str:
    """A code as typed by a thumb or pasted, made plain.

    Case, width, spaces and dashes do not matter, nor what stands around it: the link of a badge, "Code: K7QM-4TXD".
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
