"""Spaces, units, sections, tokens and combat cards as examples of Scythe name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec.structs import replace

from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.tables.game.example_cards import Cards
from rooms.tables.game.example_table import Table
from rooms.tables.game.example_words import among
from rooms.tables.game.parts import without
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import BOTTOMS, RESOURCES, Cube, Structure
from rooms.tables.scythe.game.sides import without_cards
from rooms.tables.scythe.game.state import CHARACTER, FACTORY, MECHS, Move, Side, Tokens
from rooms.tables.scythe.rules.control import workers_at
from rooms.tables.scythe.rules.measures import section_with

HOME: Final = "home"
MAT: Final = "mat"
Read = Callable[[Table, int, Node, str], Any]  # what a word means at a table, for a player
AT_BOTTOM: Final[Mapping[str, int]] = {row.value: section for section, row in enumerate(BOTTOMS)}


def book_at(table: Table) -> Book:
    """The content of the example, ready to be looked up in."""
    found: Book = table.rules.book  # type: ignore[attr-defined]
    return found


def side_at(table: Table, player: int) -> Side:
    """A player's side."""
    found: Side = table.state.sides[player]
    return found


def space_of(table: Table, player: int, value: Node, where: str) -> str:
    """A territory or home base by id; "home" is the player's own.

    Raises:
        ExampleError: there is none.
    """
    book = book_at(table)
    if value == HOME:
        return book.factions[side_at(table, player).faction].home
    if text(value, where) not in book.order:
        raise ExampleError(f"{where}: no space is '{value}'; write an id of the map, such as D5, or {HOME}")
    return str(value)


def section_of(table: Table, player: int, value: Node, where: str) -> int:
    """A section by one of its rows, "move" or "build"; or "factory"."""
    book, side = book_at(table), side_at(table, player)
    tops = {section.top.value: section_with(book, side, section.top) for section in book.mats[side.mat].sections}
    known = {**AT_BOTTOM, **tops, "factory": FACTORY}
    return known[one_of(text(value, where), known, where)]


def _mech(table: Table, player: int, value: Node, where: str) -> int:
    """A mech by the ability that it covers on the faction mat."""
    mechs = book_at(table).factions[side_at(table, player).faction].mechs
    known = {ability.value: mech for ability, mech in zip(mechs, MECHS, strict=True)}
    return known[one_of(text(value, where), known, where)]


def unit_of(table: Table, player: int, value: Node, where: str) -> int:
    """The character, a mech by its ability, or "worker D5": the one under way, or one that has not moved, where there are several.

    Raises:
        ExampleError: no worker stands there.
    """
    word, move = text(value, where), table.state.move or Move()
    if word == "character":
        return CHARACTER
    if not word.startswith("worker "):
        return _mech(table, player, value, where)
    there = workers_at(side_at(table, player), space_of(table, player, word.removeprefix("worker "), where))
    if not there:
        raise ExampleError(f"{where}: {table.names[player]} has no {word}")
    if move.unit in there and move.steps:
        return move.unit
    return next((each for each in there if each not in (move.unit, *move.moved)), there[0])


def one(kind: type[StrEnum], value: Node, where: str) -> Any:
    """A member of a vocabulary such as the structures."""
    return kind(one_of(text(value, where), dict.fromkeys([each.value for each in kind]), where))


def some(kind: type[StrEnum], value: Node, where: str) -> tuple[Any, ...]:
    """A list of them."""
    return tuple([one(kind, each, where) for each in items(value, where)])


def plain(read: Callable[[Node, str], Any]) -> Read:
    """What is read without a look at the table."""
    return lambda _table, _player, value, where: read(value, where)


def known(which: str, *, several: bool = False) -> Read:
    """A card of the book by its id, or several."""

    def read(table: Table, _player: int, value: Node, where: str) -> Any:
        cards = tuple([one_of(text(each, where), getattr(book_at(table), which), where) for each in items(value, where)])
        return cards if several or len(cards) != 1 else cards[0]

    return read


def cube_to(_table: Table, _player: int, cube: str, row: Node, where: str) -> tuple[Cube, int]:
    """A cube by its green box, and the bottom row whose red box it goes to: `coin: build`."""
    return one(Cube, cube, where), AT_BOTTOM[one_of(text(row, where), AT_BOTTOM, where)]


def mech_to(table: Table, player: int, ability: str, space: Node, where: str) -> tuple[int, str]:
    """A mech by its ability, and where it goes: `speed: D5`."""
    return _mech(table, player, ability, where), space_of(table, player, space, where)


def structure_to(table: Table, player: int, structure: str, space: Node, where: str) -> tuple[Structure, str]:
    """A structure and where it goes: `mine: D5`."""
    return one(Structure, structure, where), space_of(table, player, space, where)


def recruit_to(table: Table, _player: int, row: str, part: Node, where: str) -> tuple[int, int]:
    """A recruit by its bottom row, and the one-time bonus it goes to: `build: pop`."""
    known = {each.part.value: at for at, each in enumerate(book_at(table).content.numbers.bonuses)}
    return AT_BOTTOM[one_of(row, AT_BOTTOM, where)], known[one_of(text(part, where), known, where)]


def tokens_of(value: Node, where: str) -> Tokens:
    """`{metal: 3, oil: 1}`, or none."""
    said = among(value, dict.fromkeys([each.value for each in RESOURCES]), where)
    wood, oil, food, metal = [number(said.get(each.value, 0), f"{where}.{each.value}") for each in RESOURCES]
    return wood, oil, food, metal


def tokens_by_space(table: Table, player: int, value: Node, where: str) -> dict[str, Tokens]:
    """`{D5: {metal: 3}}`, in the order of the ids."""
    return {
        space_of(table, player, key, where): tokens_of(each, f"{where}.{key}")
        for key, each in sorted(mapping(value, where).items())
    }


def counts_by_space(table: Table, player: int, value: Node, where: str) -> tuple[tuple[str, int], ...]:
    """`{D5: 2}`, in the order of the ids."""
    return tuple(
        [
            (space_of(table, player, key, where), number(each, f"{where}.{key}"))
            for key, each in sorted(mapping(value, where).items())
        ]
    )


def values_of(value: Node, where: str) -> tuple[int, ...]:
    """Combat cards by their values, in rising order."""
    return tuple(sorted([number(each, where) for each in items(value, where)]))


def claimed(deck: tuple[int, ...], value: Node, where: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Combat cards that are given, and the deck without them; a number is so many of the lowest.

    Raises:
        ExampleError: there are not so many.
    """
    cards = deck[:value] if isinstance(value, int) else tuple([number(each, where) for each in items(value, where)])
    left = without_cards(deck, cards)
    if len(left) + len(cards) != len(deck) or (isinstance(value, int) and len(cards) != value):
        raise ExampleError(f"{where}: there are no further combat cards {value}")
    return cards, left


def expect_these(expected: Node, found: Iterable[Any], what: str, where: str) -> Iterator[str]:
    """So many, or exactly these in any order."""
    there = sorted([str(each) for each in found])
    wanted = sorted([str(each) for each in items(expected, where)])
    if len(there) != expected if isinstance(expected, int) else there != wanted:
        yield f"{what}: expected {expected if isinstance(expected, int) else wanted or 'none'}, found {there or 'none'}"


def _pile(name: str, ids: str) -> Cards:
    """Cards that are written by their ids and lie in a deck until they are given."""
    return Cards(
        ids=lambda table: getattr(book_at(table), ids),
        called=lambda _table, card, word: card == word,
        words=lambda _table, card: card,
        hint="an id",
        free=lambda state: getattr(state, name),
        taken=lambda state, card: replace(state, **{name: without(getattr(state, name), card)}),
    )


ENCOUNTERS: Final = _pile("encounters", "encounters")
OBJECTIVES: Final = _pile("objectives", "objectives")
