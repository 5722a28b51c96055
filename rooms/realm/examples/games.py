"""What plays the examples of a game that has its own table, beside the game of the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from rooms.realm.examples.runner import Example, Played

Play = Callable[[Example], Played]


class ExampleGame(Protocol):
    """A game whose examples lie in a folder called as its id. An app offers it as `GAME` of its module `examples`."""

    @property
    def id(self) -> str:
        """What the game and its folder are called."""
        ...

    def over(self, texts: Mapping[str, str]) -> Play:
        """What plays an example over the content that these texts give, by file name.

        Raises:
            ValueError: the content is wrong, with every problem.
        """
        ...
