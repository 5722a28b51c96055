"""Base class of all facts, and the course of an action, which collects them. Each fact is defined in its part of `rules`."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from control.engine.context import Chance
from control.engine.modules import EventHandler, Game, Module, Undo
from rooms.tables.game import actions
from rooms.tables.game.tellings import to_each
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Side, StatecraftState, Step


class StatecraftFact(msgspec.Struct, frozen=True):
    """Base class of all facts: the record that is stored, with its fold and its sentences. It holds the results of chance.

    `binding`: why a player cannot take it back, marked for translation; "" when that is possible.
    """

    binding: ClassVar[str] = ""

    def fold(self, state: StatecraftState) -> StatecraftState:
        """The state after it."""
        raise NotImplementedError

    def told(self, scene: Scene) -> str:
        """Its sentence for everybody. "" when the facts around it say everything."""
        return ""

    def told_to(self, scene: Scene, player: int | None) -> str:
        """Its sentence for one reader."""
        return self.told(scene)


def game_of_facts() -> Game[StatecraftState]:
    """All facts of the imported parts of the rules."""
    events = {
        kind: EventHandler(
            evolve=lambda state, happened: happened.fold(state),
            tell=to_each(lambda happened, scene, player: happened.told_to(scene, player)),
            undo=Undo(never_by_players=kind.binding),
        )
        for kind in StatecraftFact.__subclasses__()
    }
    return Game(name="statecraft", state_type=StatecraftState, modules=(Module(name="facts", events=events),))


class Course(actions.ActionCourse[Book, StatecraftState]):
    """An action and its consequences. `todo`: the agenda while the action runs, the next step last."""

    __slots__ = ("todo",)

    def __init__(self, facts: Game[StatecraftState], book: Book, state: StatecraftState, chance: Chance) -> None:
        super().__init__(facts, book, state, chance)
        self.todo: list[Step] = list(reversed(state.agenda))

    def happens(self, fact: StatecraftFact) -> None:
        """Append a fact and fold it into the state."""
        self.facts.append(fact)
        self.state = fact.fold(self.state)

    def side(self, player: int) -> Side:
        """The current side of a player."""
        return self.state.sides[player]

    def first(self, *steps: Step) -> None:
        """Put these steps in front of the agenda, in this order."""
        self.todo.extend(reversed(steps))
