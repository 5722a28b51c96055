"""Words for what the console has a name for: a table of them says each word when it is looked up, in the language of the hall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from control.engine.language import say

K = TypeVar("K")


class Spoken(Mapping[K, str]):
    """A table of words that were marked with `later`; whoever looks one up gets it said."""

    __slots__ = ("_words",)

    def __init__(self, words: Mapping[K, str]) -> None:
        self._words = words

    def __getitem__(self, key: K) -> str:
        return say(self._words[key])

    def __iter__(self) -> Iterator[K]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def capital(words: str) -> str:
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:]
