"""Words that the examples of several games have alike: whose turn it is, who holds a thing, what the table waits for, numbers.

Each is made for a field of a game's state or of a player's side, `state.sides`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from msgspec import structs

from rooms.realm.examples.nodes import ExampleError, Node, difference, mapping, number, one_of, text
from rooms.tables.game.example_table import Given, GivenSide, Table, Then, ThenSide, player_of
from rooms.tables.game.parts import with_one


def with_state(table: Table, **changed: Any) -> Table:
    """The table with something else in its state."""
    return replace(table, state=structs.replace(table.state, **changed))


def with_side(table: Table, player: int, **changed: Any) -> Table:
    """The table with something else on a player's side."""
    sides = table.state.sides
    return with_state(table, sides=with_one(sides, player, structs.replace(sides[player], **changed)))


def truth(value: Node, where: str) -> bool:
    """Yes or no.

    Raises:
        ExampleError: it is something else.
    """
    if not isinstance(value, bool):
        raise ExampleError(f"{where}: write true or false here, not {value!r}")
    return value


def among(value: Node, known: Mapping[str, Any], where: str) -> Mapping[str, Node]:
    """What is said by keys of which each is known.

    Raises:
        ExampleError: a key is not.
    """
    said = mapping(value, where)
    for key in said:
        one_of(key, known, where)
    return said


def the_only(value: Node, where: str, such_as: str) -> tuple[str, Node]:
    """The one key of a mapping with its value; a word alone has none.

    Raises:
        ExampleError: there are more.
    """
    said = mapping(value, where) if isinstance(value, Mapping) else {text(value, where): None}
    if len(said) != 1:
        raise ExampleError(f"{where}: write one thing here, such as '{such_as}'")
    ((key, each),) = said.items()
    return key, each


def within(value: Node, least: int, most: int, where: str) -> int:
    """The number that a tracker shows.

    Raises:
        ExampleError: it does not go so far.
    """
    if not least <= (found := number(value, where)) <= most:
        raise ExampleError(f"{where}: the tracker goes from {least} to {most}, not to {found}")
    return found


def given_number(field: str, least: int = 0, most: int | None = None) -> GivenSide:
    """A word for a number on a player's side."""

    def given(table: Table, player: int, value: Node, where: str) -> Table:
        return with_side(table, player, **{field: number(value, where) if most is None else within(value, least, most, where)})

    return given


def then_number(what: str, count: Callable[[Any], int]) -> ThenSide:
    """A word for what is counted on a player's side."""

    def then(table: Table, player: int, value: Node, where: str) -> Iterable[str]:
        return difference(number(value, where), count(table.state.sides[player]), f"{what} of {table.names[player]}")

    return then


def given_player(field: str, nobody: str | None = None) -> Given:
    """A word for a player whom the state names, such as whose turn it is; `nobody` is what is written for None."""

    def given(table: Table, value: Node, where: str) -> Table:
        return with_state(table, **{field: None if nobody is not None and value == nobody else player_of(table, value, where)})

    return given


def then_player(what: str, of: Callable[[Any], int | None], nobody: str = "nobody") -> Then:
    """A word for a player whom the state names."""

    def then(table: Table, value: Node, where: str) -> Iterable[str]:
        expected, found = nobody if value == nobody else table.names[player_of(table, value, where)], of(table.state)
        return difference(expected, nobody if found is None else table.names[found], what)

    return then


def then_phase(phases: type[StrEnum]) -> Then:
    """A word for what the table waits for."""

    def then(table: Table, value: Node, where: str) -> Iterable[str]:
        phase = one_of(text(value, where), dict.fromkeys(each.value for each in phases), where)
        return difference(phase, table.state.phase.value, "phase")

    return then
