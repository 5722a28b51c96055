"""Names in texts: found however they are written there, and replaced by what people are called instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from unicodedata import normalize

POSSESSIVE = r"(?=['’]?s(?!\w))"  # "Anna’s", and in German "Annas"
GOES_ON = r"(?![\w\u0300-\u036f])"  # an accent that stands by itself is of the letter before it
ALIKE: Final = {"'": "['’‘ʼ`´]", "-": "[-‐‑]", "ß": "(?:ß|ẞ|ss)"} | dict.fromkeys("’‘ʼ", "['’‘ʼ`´]") | dict.fromkeys("‐‑", "[-‐‑]")


class Wording:
    """What takes names out of a text. `instead` says what stands for each; the names of `others` stay, whole.

    A name is found as a word of its own, whatever blanks are in it and with a possessive s behind it; one of several words in
    capital and small letters alike, one of a single word as it is written or all in capitals, for "Will" is not "will".
    Apostrophes, hyphens and accents count as they look: a phone writes another sign than a list that came out of a spreadsheet.
    """

    def __init__(self, instead: Mapping[str, str], others: Iterable[str] = ()) -> None:
        names = sorted({name for name in (*instead, *others) if name.split()}, key=lambda name: (-len(name), name))
        self._instead = tuple(instead.get(name) for name in names)
        # At each place the longest name is tried first, so that "Anna" is not found in "Anna Berg", who is somebody else.
        self._pattern = re.compile("|".join(f"({_found_as(name)})" for name in names)) if instead and names else None

    def __call__(self, text: str) -> str:
        """The text without these names."""
        return self._pattern.sub(self._replaced, text) if self._pattern is not None else text

    def touches(self, text: str) -> bool:
        """Is one of these names in the text?"""
        return self(text) != text

    def _replaced(self, found: re.Match[str]) -> str:
        new = self._instead[(found.lastindex or 1) - 1]
        return found.group() if new is None else new


def _found_as(name: str) -> str:
    words = normalize("NFC", name).split()
    either = [words] if len(words) > 1 else [[word] for word in dict.fromkeys((words[0], words[0].upper()))]
    flags = "(?i:{})" if len(words) > 1 else "(?:{})"
    found = flags.format("|".join(r"\s+".join("".join(map(_letter, word)) for word in each) for each in either))
    before = r"(?<!\w)" if _is_letter(words[0][0]) else ""
    behind = rf"(?:{POSSESSIVE}|{GOES_ON})" if _is_letter(words[-1][-1]) else ""
    return f"{before}{found}{behind}"


def _letter(letter: str) -> str:
    """A letter or sign in all the ways in which it is stored."""
    apart = normalize("NFD", letter)
    return ALIKE.get(letter) or (f"(?:{re.escape(letter)}|{re.escape(apart)})" if apart != letter else re.escape(letter))


def _is_letter(letter: str) -> bool:
    """Is it of a script that has blanks between words?"""
    return letter.isdigit() or letter.lower() != letter.upper()
