"""English words as a search compares them: without capitals, accents and the endings of their forms."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

FORM = re.compile(r"^(?P<rest>.*[aeiouy].*)(?:ed|ing)$")
# What a question has besides what it asks about.
LEFT_OUT: Final = frozenset(
    re.findall(
        r"\w+",
        "a an and are at be but by can could did do does for from had has have how i if in is it its may me my of on or our should"
        " so than that the their them then there they this to was we what when where which who why will with would you your",
    )
)


@lru_cache(maxsize=8192)
def stem_of(word: str) -> str:
    """What the forms of an English word have in common: "alli" of ally, allies and allied; no word of its own."""
    if len(word) < 3 or not word.isalpha():
        return word
    if word.endswith(("ies", "ied")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    elif not word.endswith("eed") and (found := FORM.match(word)):
        word = found["rest"]
    if word.endswith("e"):
        word = word[:-1]
    if len(word) > 2 and word[-1] == word[-2]:
        word = word[:-1]
    return f"{word[:-1]}i" if word.endswith("y") and len(word) > 1 else word


def plain(word: str) -> str:
    """A word as a search has it, a number without the zeros before it."""
    word = folded(word)
    return (word.lstrip("0") or "0") if word.isdigit() else word


def folded(text: str) -> str:
    """A text without capitals and accents: "Führt" as "fuhrt"."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
