"""Course of one action at a table of Statecraft."""

from __future__ import annotations

from control.engine.context import Chance
from rooms.tables.game import actions
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.facts import FACTS
from rooms.tables.statecraft.game.state import Side, StatecraftState, Step


class Course(actions.ActionCourse[Book, StatecraftState]):
    """An action and its consequences. `todo`: the agenda while the action runs, the next step last."""

    __slots__ = ("todo",)

    def __init__(self, book: Book, state: StatecraftState, chance: Chance) -> None:
        super().__init__(FACTS, book, state, chance)
        self.todo: list[Step] = list(reversed(state.agenda))

    def side(self, player: int) -> Side:
        """The current side of a player."""
        return self.state.sides[player]

    def first(self, *steps: Step) -> None:
        """Put these steps in front of the agenda, in this order."""
        self.todo.extend(reversed(steps))
