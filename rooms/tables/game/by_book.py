"""What the rules of every game with a book have alike: how a table is laid out, and how an action is carried out and told."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from control.engine.context import Chance
from control.engine.language import say
from control.engine.modules import Game
from control.engine.refusal import Refused
from rooms.tables.game.actions import Action as ActionOfGame
from rooms.tables.game.actions import is_sound
from rooms.tables.game.rules import Played, Setup

Book = TypeVar("Book")
State = TypeVar("State")
Action = TypeVar("Action")


class Scene(Generic[Book, State]):
    """The table as what happens at it is told: the state before, the names of the players, the content."""

    __slots__ = ("book", "names", "state")

    def __init__(self, book: Book, state: State, names: tuple[str, ...]) -> None:
        self.book = book
        self.state = state
        self.names = names


@dataclass(frozen=True, slots=True)
class RulesByBook(Generic[Book, State, Action]):
    """The rules of a game, bound to its book. A game names its facts, its scene and its course, and fills in what it plays by.

    `no_action` is the rule by which there is no other action than those of the game.
    """

    book: Book
    facts: ClassVar[Game[Any]]
    no_action: ClassVar[str]
    meanwhile: ClassVar[frozenset[type]] = frozenset()
    scenes: ClassVar[type[Scene[Any, Any]]]
    courses: ClassVar[Any]  # makes a `Course` of a book, a state and chance

    @abstractmethod
    def lays_out(self, course: Any, setup: Setup) -> None:
        """Lay the table out and begin.

        Raises:
            Refused: a number of players, a first player or an option that the game does not know.
        """

    @abstractmethod
    def does(self, course: Any, player: int, action: Action) -> None:
        """Carry out one player's action, with everything that follows until somebody has to decide.

        Raises:
            Refused: with the rule.
        """

    def scene(self, state: State, names: tuple[str, ...]) -> Scene[Book, State]:
        """What the words of a fact are made from; `state` is the state before it."""
        return self.scenes(self.book, state, names)

    def blank(self) -> State:
        """An empty table."""
        empty: State = self.facts.state_type()
        return empty

    def setup(self, setup: Setup, chance: Chance) -> Played:
        """Lay the table out; refused as `lays_out` refuses."""
        course = self.courses(self.book, self.blank(), chance)
        self.lays_out(course, setup)
        return self._played(course)

    def act(self, state: State, player: int, action: Action, chance: Chance) -> Played:
        """Carry out an action; when it is refused, as `does` refuses, nothing has changed.

        An action with a value of a wrong type in it is refused before the game looks at it, by the rule that says which there are.
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
