"""An action under way at a table of Statecraft."""

from __future__ import annotations

from control.engine.context import Chance
from rooms.tables.game import actions
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.facts import FACTS
from rooms.tables.statecraft.game.state import Side, StatecraftState, Step


class Course(actions.Course[Book, StatecraftState]):
    """What an action leads to. `todo` is the agenda while things are on the move, the next thing last."""

    __slots__ = ("todo",)

    def __init__(self, book: Book, state: StatecraftState, chance: Chance) -> None:
        super().__init__(FACTS, book, state, chance)
        self.todo: list[Step] = list(reversed(state.agenda))

    def side(self, player: int) -> Side:
        """A player's side as it is now."""
        return self.state.sides[player]

    def first(self, *steps: Step) -> None:
        """Before anything else these come, in this order."""
        self.todo.extend(reversed(steps))
