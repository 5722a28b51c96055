"""What lies on the table when an example of Scythe is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rooms.realm.examples.nodes import Node, difference, mapping, text
from rooms.tables.game.example_table import Table, Then, ThenSide
from rooms.tables.game.example_words import among, truth
from rooms.tables.scythe.game.content import CUBES, STRUCTURES
from rooms.tables.scythe.game.example_words import AT_BOTTOM, MAT, book_at, expect_these, side_at, space_of, tokens_of
from rooms.tables.scythe.game.state import FACTORY, MECHS, NONE, WORKERS, tokens_at
from rooms.tables.scythe.rules.control import controlled
from rooms.tables.scythe.rules.measures import bottom_cost
from rooms.tables.scythe.rules.scoring import score_of


def then_these(what: str, of: Callable[[Table, int], Iterable[Any]]) -> ThenSide:
    """A word for exactly what a player has, in any order, or how many."""
    return lambda table, player, value, where: expect_these(value, of(table, player), f"{what} of {table.names[player]}", where)


def then_pile(what: str, field: str) -> Then:
    """A word for the cards of a pile, in any order, or how many."""
    return lambda table, value, where: expect_these(value, getattr(table.state, field), what, where)


def then_each(what: str, of: Callable[[Table, int], Mapping[str, Any]]) -> ThenSide:
    """A word for what is named of several things that a player has."""

    def then(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
        found = of(table, player)
        for key, expected in among(value, found, where).items():
            yield from difference(expected, found[key], f"{what} {key} of {table.names[player]}")

    return then


def then_one(what: str, of: Callable[[Table, int], str]) -> ThenSide:
    """A word for a single thing that a player has."""
    return lambda table, player, value, where: difference(text(value, where), of(table, player), f"{what} of {table.names[player]}")


def on_side(field: str) -> Callable[[Table, int], Iterable[Any]]:
    """A field of a player's side."""
    return lambda table, player: getattr(table.state.sides[player], field)


def workers_at_all(table: Table, player: int) -> list[str]:
    units = side_at(table, player).units
    return [units[unit] for unit in WORKERS if units[unit]]


def mechs(table: Table, player: int) -> dict[str, str]:
    side = side_at(table, player)
    return {
        ability.value: side.units[mech] or MAT
        for ability, mech in zip(book_at(table).factions[side.faction].mechs, MECHS, strict=True)
    }


def structures(table: Table, player: int) -> dict[str, str]:
    side = side_at(table, player)
    return {each.value: space or MAT for each, space in zip(STRUCTURES, side.structures, strict=True)}


def cubes(table: Table, player: int) -> list[str]:
    return [cube.value for cube, gone in zip(CUBES, side_at(table, player).cubes, strict=True) if gone]


def recruits(table: Table, player: int) -> dict[str, str]:
    bonuses, spaces = book_at(table).content.numbers.bonuses, side_at(table, player).recruits
    return {row: MAT if spaces[at] == NONE else bonuses[spaces[at]].part.value for row, at in AT_BOTTOM.items()}


def costs(table: Table, player: int) -> dict[str, int]:
    return {row: bottom_cost(book_at(table), side_at(table, player), at) for row, at in AT_BOTTOM.items()}


def section(table: Table, player: int) -> str:
    """The section used last, by its top row."""
    side = side_at(table, player)
    if side.section == NONE:
        return "none"
    return "factory" if side.section == FACTORY else book_at(table).mats[side.mat].sections[side.section].top.value


def controls(table: Table, player: int) -> tuple[str, ...]:
    return controlled(book_at(table), table.state, player)


def points(table: Table, player: int) -> dict[str, int]:
    score = score_of(book_at(table), table.state, player)
    return {name: getattr(score, name) for name in ("coins", "stars", "territories", "tokens", "structures")}


def then_tokens(table: Table, value: Node, where: str) -> Iterator[str]:
    """Exactly what lies on the spaces that are named: `{D5: {metal: 3}, D6: none}`."""
    for key, expected in mapping(value, where).items():
        found = tokens_at(table.state, space_of(table, 0, key, where))
        if tokens_of(expected, f"{where}.{key}") != found:
            there = {name: count for name, count in zip(("wood", "oil", "food", "metal"), found, strict=True) if count}
            yield f"tokens on {key}: expected {expected}, found {there or 'none'}"


def then_marks(table: Table, value: Node, where: str) -> Iterator[str]:
    """Does an encounter token lie there? `{B4: false}`."""
    for key, expected in mapping(value, where).items():
        space = space_of(table, 0, key, where)
        yield from difference(truth(expected, where), space in table.state.marks, f"encounter token on {key}")
