"""Problems of a scenario as its author is told of them, and the word or number that was probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from typing import Final

from msgspec import Struct

# === problems ===========================================================================================================

# What a scenario's author is told when something in the files is wrong.


class Problem(Struct, frozen=True, kw_only=True, order=True):
    """One mistake: where it is, what is so, and how to mend it. Sorts by place.

    A warning is advice: the scenario can be played as it is, and the author should know what it will be like.
    """

    file: str
    line: int
    field: str  # "houses[cat].color"; empty when a whole file is meant
    what: str
    mend: str
    warning: bool = False

    def __str__(self) -> str:
        """One line of a terminal: file, line and field, the mistake, the mend."""
        field = f"{self.field}: " if self.field else ""
        sort = "warning: " if self.warning else ""
        return f"{self.file}:{self.line}: {sort}{field}{self.what} Mend: {self.mend}"


# === mends ==============================================================================================================

# How a problem may be mended: the word or the number that was probably meant.


TYPE_NAMES: Final[dict[type, str]] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
QUOTED: Final = 40  # letters of what the author wrote that a message repeats


def quoted(word: str) -> str:
    """What the author wrote, in quotation marks and not too long."""
    return f"'{word}'" if len(word) <= QUOTED else f"'{word[:QUOTED]}…'"


def nearest(word: str, words: Sequence[str]) -> str | None:
    """The one of some words that was probably meant."""
    letters = sorted(word.lower())
    close = get_close_matches(word.lower(), words, n=3, cutoff=0.6)
    return next((each for each in close if sorted(each) == letters), close[0] if close else None)


def is_slip(word: str, meant: str) -> bool:
    """Whether a word differs from the one that was probably meant by no more than a slip of the hand."""
    return sorted(word) == sorted(meant) or SequenceMatcher(None, word, meant).ratio() > 0.75


def one_of(word: str, words: Sequence[str]) -> str:
    """The mend for a word that is none of some words."""
    meant = nearest(word, words)
    if meant:
        return f"Write '{meant}'."
    return f"Write one of: {', '.join(words)}." if words else "Leave it out."


def mend_of_number(kind: type, text: str) -> str:
    """The mend for what should have been a number: the number that was probably meant."""
    meant = text.strip().replace(",", ".")
    if time := re.fullmatch(r"(\d{1,3}):([0-5]\d)", meant):
        meant = f"{int(time[1]) + int(time[2]) / 60:.4g}"
    plain = re.fullmatch(r"(-?\d+(\.\d+)?) ?(min\w*\.?|sec\w*\.?|m|s)?", meant)
    if not plain or (kind is int and plain[2]):
        return f"Write {TYPE_NAMES[kind]}."
    return f"Write {plain[1]}, without quotation marks." if plain[1] == text else f"Write {plain[1]}."
