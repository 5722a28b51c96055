"""Words for what the console has a name for: a table of them says each word when it is looked up, in the language of the hall.

The words of an enumeration stand in one table each: phases here, rooms in `clock` (bare) and `people` ("the War Room"), desks in
`asked`, marks of check-in in `people`, ceremonies in `ceremonies`, titles in `view`, calls in `notices`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from control.engine.language import later, say
from rooms.realm.scenario.ids import Phase

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


PHASE_NAMES: Final[Mapping[Phase, str]] = Spoken(
    {
        Phase.CEREMONY: later("Ceremony"),
        Phase.PLANNING: later("Planning"),
        Phase.MOVEMENT: later("Movement"),
        Phase.ACTION: later("Action"),
        Phase.RETURN: later("Return"),
    }
)


def capital(words: str) -> str:
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:]
