"""Facts of a game as records: fields, the state after them and their sentence. The course of an action, which collects them."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

from control.engine.context import Chance
from control.engine.modules import EventHandler, Game, Module, Undo
from control.engine.reports import Tell, one_sentence
from rooms.tables.game.rules import Played
from rooms.tables.game.tellings import to_each

# === facts ==============================================================================================================


class GameFact(msgspec.Struct, frozen=True):
    """Something that happened, stored under the name of its type. By default it changes nothing and has no sentence.

    It holds the results of chance. `binding`: why players cannot undo it, marked with `later`.
    """

    binding: ClassVar[str] = ""

    def after(self, state: Any) -> Any:
        """The state after it."""
        return state

    def words(self, _scene: Any) -> str:
        """Its sentence, from the scene before it. "" when the facts around it say everything."""
        return ""

    def words_for(self, scene: Any, _player: int | None) -> str:
        """Its sentence for one reader, None for an onlooker. Only for a fact that one player may read more of than others."""
        return self.words(scene)


TO_ALL: Final = one_sentence(lambda happened, scene: happened.words(scene))
TO_EACH: Final = to_each(lambda happened, scene, player: happened.words_for(scene, player))


def game_of(name: str, state: type, pages: Iterable[ModuleType]) -> Game[Any]:
    """All facts that these pages of the rules define, as one engine."""
    events = {
        kind: EventHandler(
            evolve=lambda state, happened: happened.after(state),
            tell=_tell_of(kind),
            undo=Undo(never_by_players=kind.binding),
        )
        for page in pages
        for kind in vars(page).values()
        if isinstance(kind, type) and issubclass(kind, GameFact) and kind.__module__ == page.__name__
    }
    return Game(name=name, state_type=state, modules=(Module(name=name, events=events),))


def _tell_of(kind: type[GameFact]) -> Tell:
    return TO_ALL if kind.words_for is GameFact.words_for else TO_EACH


# === course =============================================================================================================


class TableWithSides(Protocol):
    """A state with a side for each player."""

    @property
    def sides(self) -> tuple[Any, ...]: ...


class TableWithAgenda(TableWithSides, Protocol):
    """A state with sides, and with the steps to be resolved, the next one first."""

    @property
    def agenda(self) -> tuple[Any, ...]: ...


Book = TypeVar("Book")
State = TypeVar("State", bound=TableWithSides)
StateWithAgenda = TypeVar("StateWithAgenda", bound=TableWithAgenda)
Side = TypeVar("Side")
Step = TypeVar("Step")


class ActionCourse(Generic[Book, State, Side]):
    """An action in progress: its facts and the state after them. A refusal discards it, so nothing has changed."""

    __slots__ = ("book", "chance", "facts", "state")

    def __init__(self, book: Book, state: State, chance: Chance) -> None:
        self.book, self.state, self.chance = book, state, chance
        self.facts: list[GameFact] = []

    def side(self, player: int) -> Side:
        """The current side of a player."""
        found: Side = self.state.sides[player]
        return found

    def happens(self, fact: GameFact) -> None:
        """Append a fact and fold it into the state."""
        self.facts.append(fact)
        self.state = fact.after(self.state)

    def played(self) -> Played:
        """All facts and the state after them."""
        return Played(tuple(self.facts), self.state)


class AgendaCourse(ActionCourse[Book, StateWithAgenda, Side], Generic[Book, StateWithAgenda, Side, Step]):
    """An action in progress at a table with an agenda. `todo`: the agenda while the action runs, the next step last."""

    __slots__ = ("todo",)

    def __init__(self, book: Book, state: StateWithAgenda, chance: Chance) -> None:
        super().__init__(book, state, chance)
        self.todo: list[Step] = list(reversed(state.agenda))

    def first(self, *steps: Step) -> None:
        """Put these steps in front of the agenda, in this order."""
        self.todo.extend(reversed(steps))
