"""The table of an example, and the words that its file may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.engine.refused import Refused
from rooms.realm.examples.nodes import ExampleError, Node, text
from rooms.tables.game.rules import AnyRules, GameKind

ONLOOKER: Final = "onlooker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """An example in play. `called` is what the words of a game remember, such as the names that an example has for its pieces.

    `happened` are the facts of `when` so far, each with the state it happened in; `problems` is what no rule lets happen.
    """

    kind: GameKind
    content: Any
    rules: AnyRules
    names: tuple[str, ...]
    state: Any = None
    called: Mapping[str, Any] = field(default_factory=dict)
    happened: tuple[tuple[Any, Any], ...] = ()
    refused: Refused | None = None
    problems: tuple[str, ...] = ()


Given = Callable[[Table, Node, str], Table]
GivenSide = Callable[[Table, int, Node, str], Table]
Act = Callable[[Table, int, Node, str], Any]
Then = Callable[[Table, Node, str], Iterable[str]]
ThenSide = Callable[[Table, int, Node, str], Iterable[str]]


def _as_it_is(table: Table) -> Table:
    return table


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWords:
    """A game's vocabulary. Each word gets the table, the player it is about where it is about one, its value and where it stands.

    `given` and `then` are words about the table, those of a `side` about one player's; `acts` make actions. What is given is laid
    in the order of the vocabulary, sides first, on the table that `begin` makes of the one just set up; it gets all that is
    given. `after` lets the words take note of what has changed. `content` makes the content over which an example is played, from
    what the words in `contents` say; it too gets all that is given.
    """

    contents: tuple[str, ...] = ()
    content: Callable[[Any, Mapping[str, Node]], Any] = lambda content, _given: content
    begin: Callable[[Table, Mapping[str, Node]], Table] = lambda table, _given: table
    given_side: Mapping[str, GivenSide] = field(default_factory=dict)
    given: Mapping[str, Given] = field(default_factory=dict)
    acts: Mapping[str, Act] = field(default_factory=dict)
    then_side: Mapping[str, ThenSide] = field(default_factory=dict)
    then: Mapping[str, Then] = field(default_factory=dict)
    after: Callable[[Table], Table] = _as_it_is


def player_of(table: Table, value: Node, where: str) -> int:
    """A player by name.

    Raises:
        ExampleError: nobody at the table is called so.
    """
    word = text(value, where)
    if word not in table.names:
        raise ExampleError(f"{where}: nobody at the table is called '{word}'; there are {', '.join(table.names)}")
    return table.names.index(word)


def viewer_of(table: Table, value: Node, where: str) -> int | None:
    return None if value == ONLOOKER else player_of(table, value, where)


def listed_in(table: Table, players: Iterable[int]) -> list[str]:
    return [table.names[each] for each in players]
