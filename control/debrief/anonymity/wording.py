"""Names in texts: found however they are written there, and replaced by what people are called instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

POSSESSIVE = r"(?=['’]?s(?!\w))"  # "Anna’s", and in German "Annas"


class Wording:
    """What takes names out of a text. `instead` says what stands for each; the names of `others` stay, whole.

    A name is found as a word of its own, whatever blanks are in it and with a possessive s behind it; one of several words in
    capital and small letters alike, one of a single word as it is written or all in capitals, for "Will" is not "will".
    """

    def __init__(self, instead: Mapping[str, str], others: Iterable[str] = ()) -> None:
        self._instead = {_plain(name): new for name, new in instead.items()}
        names = sorted({*instead, *others}, key=lambda name: (-len(name), name))
        # At each place the longest name is tried first, so that "Anna" is not found in "Anna Berg", who is somebody else.
        self._pattern = re.compile("|".join(_found_as(name) for name in names)) if instead else None

    def __call__(self, text: str) -> str:
        """The text without these names."""
        return self._pattern.sub(self._replaced, text) if self._pattern is not None else text

    def touches(self, text: str) -> bool:
        """Is one of these names in the text?"""
        return self(text) != text

    def _replaced(self, found: re.Match[str]) -> str:
        return self._instead.get(_plain(found.group()), found.group())


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _found_as(name: str) -> str:
    words = name.split()
    either = [name] if len(words) > 1 else list(dict.fromkeys((name, name.upper())))
    flags = "(?i:{})" if len(words) > 1 else "(?:{})"
    found = flags.format("|".join(r"\s+".join(re.escape(word) for word in each.split()) for each in either))
    before = r"(?<!\w)" if _is_letter(name[0]) else ""
    behind = rf"(?:{POSSESSIVE}|(?!\w))" if _is_letter(name[-1]) else ""
    return f"{before}{found}{behind}"


def _is_letter(letter: str) -> bool:
    """Is it of a script that has blanks between words?"""
    return letter.isdigit() or letter.lower() != letter.upper()
