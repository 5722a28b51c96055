"""Course of one action at a table of Potemkin Empire."""

from __future__ import annotations

from control.engine.context import Chance
from rooms.tables.game import actions
from rooms.tables.potemkin.game.book import Book
from rooms.tables.potemkin.game.facts import FACTS
from rooms.tables.potemkin.game.state import PotemkinState, Side


class Course(actions.ActionCourse[Book, PotemkinState]):
    """An action and its consequences."""

    __slots__ = ()

    def __init__(self, book: Book, state: PotemkinState, chance: Chance) -> None:
        super().__init__(FACTS, book, state, chance)

    def side(self, player: int) -> Side:
        """The current side of a player."""
        return self.state.sides[player]
