"""Course of one action at a table of Scythe."""

from __future__ import annotations

from control.engine.context import Chance
from rooms.tables.game import actions
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.facts import FACTS
from rooms.tables.scythe.game.state import ScytheState, Side, Step


class Course(actions.ActionCourse[Book, ScytheState]):
    """An action and its consequences. `todo`: the agenda while the action runs, the next step last."""

    __slots__ = ("todo",)

    def __init__(self, book: Book, state: ScytheState, chance: Chance) -> None:
        super().__init__(FACTS, book, state, chance)
        self.todo: list[Step] = list(reversed(state.agenda))

    def side(self, player: int) -> Side:
        """The current side of a player."""
        return self.state.sides[player]

    def first(self, *steps: Step) -> None:
        """Put these steps in front of the agenda, in this order."""
        self.todo.extend(reversed(steps))
