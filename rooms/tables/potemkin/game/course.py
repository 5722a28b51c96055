"""An action under way: the state so far, and the facts it has brought about."""

from __future__ import annotations

from typing import Any

from control.engine.context import Chance
from rooms.tables.game.rules import Played
from rooms.tables.potemkin.game.book import Book
from rooms.tables.potemkin.game.facts import FACTS
from rooms.tables.potemkin.game.state import PotemkinState, Side


class Course:
    """What an action leads to, one fact after the other. It is thrown away when a rule refuses, so nothing has changed then."""

    __slots__ = ("book", "chance", "facts", "state")

    def __init__(self, book: Book, state: PotemkinState, chance: Chance) -> None:
        self.book = book
        self.state = state
        self.chance = chance
        self.facts: list[Any] = []

    def happens(self, fact: Any) -> None:
        """Let a fact become part of the state."""
        self.facts.append(fact)
        self.state = FACTS.events[type(fact)].evolve(self.state, fact)

    def side(self, player: int) -> Side:
        """A player's side as it is now."""
        return self.state.sides[player]

    def played(self) -> Played:
        """Everything that has happened, and where it has led."""
        return Played(tuple(self.facts), self.state)
