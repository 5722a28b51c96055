"""Base class for rules of a game with a book: setup, actions and the scene for sentences."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from control.engine.context import Chance
from control.engine.language import say
from control.engine.modules import Game
from control.engine.refusal import Refused
from rooms.tables.game.actions import Action as ActionOfGame
from rooms.tables.game.actions import is_sound
from rooms.tables.game.facts import ActionCourse
from rooms.tables.game.rules import Played, Setup

Book = TypeVar("Book")
State = TypeVar("State")
Action = TypeVar("Action")


class TableScene(Generic[Book, State]):
    """What the sentences of a fact are made from: the state before it, the players' names, the content."""

    __slots__ = ("book", "names", "state")

    def __init__(self, book: Book, state: State, names: tuple[str, ...]) -> None:
        self.book = book
        self.state = state
        self.names = names


class RulesByBook(Struct, Generic[Book, State, Action], frozen=True):
    """The rules of a game, bound to its book. A subclass names its facts, scene and course, and implements the rules.

    `no_action`: the rule that is cited for an action that the game does not have.
    """

    book: Book
    facts: ClassVar[Game[Any]]
    no_action: ClassVar[str]
    meanwhile: ClassVar[frozenset[type]] = frozenset()
    scenes: ClassVar[type[TableScene[Any, Any]]]
    courses: ClassVar[type[ActionCourse[Any, Any, Any]]]  # the class itself: a call of an alias with its types takes longer

    @abstractmethod
    def lays_out(self, course: Any, setup: Setup) -> None:
        """Set the table up and begin.

        Raises:
            Refused: the game does not have such a number of players, first player or option.
        """

    @abstractmethod
    def does(self, course: Any, player: int, action: Action) -> None:
        """Carry out one player's action and everything that follows until somebody has to decide.

        Raises:
            Refused: with the rule.
        """

    def scene(self, state: State, names: tuple[str, ...]) -> TableScene[Book, State]:
        """What the sentences of a fact are made from. `state`: the state before the fact."""
        return self.scenes(self.book, state, names)

    def blank(self) -> State:
        """An empty table."""
        empty: State = self.facts.state_type()
        return empty

    def setup(self, setup: Setup, chance: Chance) -> Played:
        """Set the table up.

        Raises:
            Refused: as in `lays_out`.
        """
        course = self.courses(self.book, self.blank(), chance)
        self.lays_out(course, setup)
        return self._played(course)

    def act(self, state: State, player: int, action: Action, chance: Chance) -> Played:
        """Carry out an action. A refusal changes nothing.

        Raises:
            Refused: as in `does`, or `no_action` for a field with a value of the wrong type, before the game sees it.
        """
        if isinstance(action, ActionOfGame) and not is_sound(action):
            raise Refused(say("There is no such action in this game."), rule=self.no_action, code="malformed")
        course = self.courses(self.book, state, chance)
        self.does(course, player, action)
        return self._played(course)

    @staticmethod
    def _played(course: Any) -> Played:
        played: Played = course.played()
        return played
