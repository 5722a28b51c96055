"""Facts of a game as records: fields, the state after them and their sentence. The course of an action with an agenda."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

from control.engine.context import Chance
from control.engine.modules import EventHandler, Game, Module, Undo
from rooms.tables.game.rules import Played
from rooms.tables.game.tellings import to_each

# === facts ==============================================================================================================


class GameFact(msgspec.Struct, frozen=True):
    """Something that happened, stored under the name of its type. By default it changes nothing and has no sentence.

    `binding`: why players cannot undo it, marked with `later`.
    """

    binding: ClassVar[str] = ""

    def after(self, state: Any) -> Any:
        """The state after it."""
        return state

    def words(self, _scene: Any) -> str:
        """Its sentence, from the scene before it."""
        return ""

    def words_for(self, scene: Any, _player: int | None) -> str:
        """Its sentence for one reader, None for an onlooker."""
        return self.words(scene)


TELL: Final = to_each(lambda happened, scene, player: happened.words_for(scene, player))


def game_of(name: str, state: type, facts: Iterable[type[GameFact]]) -> Game[Any]:
    """All facts of a game as one engine."""
    events = {
        kind: EventHandler(
            evolve=lambda state, happened: happened.after(state),
            tell=TELL,
            undo=Undo(never_by_players=kind.binding),
        )
        for kind in facts
    }
    return Game(name=name, state_type=state, modules=(Module(name=name, events=events),))


# === course =============================================================================================================


class TableWithAgenda(Protocol):
    """A state with a side for each player, and with the steps to be resolved, the next one first."""

    @property
    def sides(self) -> tuple[Any, ...]: ...

    @property
    def agenda(self) -> tuple[Any, ...]: ...


Book = TypeVar("Book")
State = TypeVar("State", bound=TableWithAgenda)
Side = TypeVar("Side")
Step = TypeVar("Step")


class AgendaCourse(Generic[Book, State, Side, Step]):
    """An action in progress: its facts and the state after them. A refusal discards it, so nothing has changed.

    `todo`: the agenda while the action runs, the next step last.
    """

    __slots__ = ("book", "chance", "facts", "state", "todo")

    def __init__(self, book: Book, state: State, chance: Chance) -> None:
        self.book, self.state, self.chance = book, state, chance
        self.facts: list[GameFact] = []
        self.todo: list[Step] = list(reversed(state.agenda))

    def side(self, player: int) -> Side:
        """The current side of a player."""
        found: Side = self.state.sides[player]
        return found

    def first(self, *steps: Step) -> None:
        """Put these steps in front of the agenda, in this order."""
        self.todo.extend(reversed(steps))

    def happens(self, fact: GameFact) -> None:
        """Append a fact and fold it into the state."""
        self.facts.append(fact)
        self.state = fact.after(self.state)

    def played(self) -> Played:
        """All facts and the state after them."""
        return Played(tuple(self.facts), self.state)
