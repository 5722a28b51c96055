"""An action under way: the state so far, and the facts it has brought about."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from control.engine.context import Chance
from control.engine.modules import Game
from rooms.tables.game.rules import Played

Book = TypeVar("Book")
State = TypeVar("State")


class Course(Generic[Book, State]):
    """What an action leads to, one fact after the other. It is thrown away when a rule refuses, so nothing has changed then."""

    __slots__ = ("book", "chance", "events", "facts", "state")

    def __init__(self, game: Game[Any], book: Book, state: State, chance: Chance) -> None:
        self.events = game.events
        self.book = book
        self.state = state
        self.chance = chance
        self.facts: list[Any] = []

    def happens(self, fact: Any) -> None:
        """Let a fact become part of the state."""
        self.facts.append(fact)
        self.state = self.events[type(fact)].evolve(self.state, fact)

    def played(self) -> Played:
        """Everything that has happened, and where it has led."""
        return Played(tuple(self.facts), self.state)
