"""Cards in the examples of any game: what a word means, what is taken for a place that is given, what is expected of a pile.

A card is written by its id or by what it is; the game says which words mean it. Whoever needs a card gets the first free one that
is called so. A card that an example names by its id is left for the place that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rooms.realm.examples.nodes import ExampleError, Node, difference, items, number, one_of, text
from rooms.tables.game.example_table import Given, GivenSide, Table, Then, ThenSide
from rooms.tables.game.example_words import with_side, with_state

RESERVED: Final = "*"  # in `called`: the cards that an example names by their ids, which no description may take


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """One kind of cards. `called`: does a word mean this card; `words`: what it is; `hint`: what may be written.

    `free` are those that lie nowhere yet, and a number takes from their end; `taken` is the state without one of them.
    """

    ids: Callable[[Table], Collection[str]]
    called: Callable[[Table, str, str], bool]
    words: Callable[[Table, str], str]
    hint: str
    free: Callable[[Any], tuple[str, ...]]
    taken: Callable[[Any, str], Any]
    one: str = "card"

    def word(self, table: Table, value: Node, where: str) -> str:
        """A word that means some card of the game.

        Raises:
            ExampleError: it means none.
        """
        word = text(value, where)
        if not any(self.called(table, card, word) for card in self.ids(table)):
            raise ExampleError(f"{where}: no {self.one} is '{word}'; write {self.hint}")
        return word

    def claim(self, table: Table, value: Node, where: str) -> tuple[Table, str]:
        """A card for a place that is given, from those that lie nowhere else.

        Raises:
            ExampleError: there is none, or no further one.
        """
        word = self.word(table, value, where)
        cards = self.free(table.state)
        free = [card for card in cards if card == word] or [
            card for card in cards if card not in table.called[RESERVED] and self.called(table, card, word)
        ]
        if not free:
            raise ExampleError(f"{where}: there is no further {self.one} '{word}'")
        return replace(table, state=self.taken(table.state, free[0])), free[0]

    def claim_all(self, table: Table, value: Node, where: str) -> tuple[Table, tuple[str, ...]]:
        """The cards of a list; a number is so many of any."""
        if isinstance(value, int):
            return self._any(table, number(value, where), where)
        found = []
        for each in items(value, where):
            table, card = self.claim(table, each, where)
            found.append(card)
        return table, tuple(found)

    def _any(self, table: Table, count: int, where: str) -> tuple[Table, tuple[str, ...]]:
        free = [card for card in reversed(self.free(table.state)) if card not in table.called[RESERVED]][:count]
        if len(free) < count:
            raise ExampleError(f"{where}: there are only {len(free)} {self.one}s left")
        state = table.state
        for card in free:
            state = self.taken(state, card)
        return replace(table, state=state), tuple(free)

    def choose(self, table: Table, cards: Sequence[str], value: Node, where: str) -> str:
        """The card that a word means of those that are there; an id may name any card of the game, for the rules to refuse.

        Raises:
            ExampleError: none of them is called so.
        """
        word = self.word(table, value, where)
        if word in self.ids(table):
            return word
        found = next((card for card in cards if self.called(table, card, word)), None)
        if found is None:
            there = ", ".join(self.words(table, card) for card in cards) or "nothing"
            raise ExampleError(f"{where}: there is no '{word}' to choose; there is {there}")
        return found

    def choose_all(self, table: Table, cards: Sequence[str], value: Node, where: str) -> tuple[str, ...]:
        """Some of the cards that are there; one that is described goes once."""
        left, found = list(cards), []
        for each in items(value, where):
            found.append(self.choose(table, left, each, where))
            left = [card for card in left if card != found[-1]]
        return tuple(found)

    def expect(self, table: Table, expected: Node, found: Sequence[str], what: str, where: str) -> Iterator[str]:
        """A number of cards, or exactly these in any order."""
        if isinstance(expected, int):
            yield from difference(number(expected, where), len(found), what)
            return
        known, left = self.ids(table), list(found)
        words = sorted((self.word(table, each, where) for each in items(expected, where)), key=lambda word: word not in known)
        missing = []
        for word in words:
            fitting = next((card for card in left if self.called(table, card, word)), None)
            left.remove(fitting) if fitting is not None else missing.append(word)
        if missing or left:
            yield f"{what}: expected {words or 'none'}, found {[self.words(table, card) for card in found] or 'none'}"

    def given_pile(self, name: str) -> Given:
        """A word for a pile of the state: exactly these cards, or so many of any."""

        def given(table: Table, value: Node, where: str) -> Table:
            table, cards = self.claim_all(table, value, where)
            return with_state(table, **{name: cards})

        return given

    def given_deck(self, name: str) -> Given:
        """A word for a deck: its top, all others below; `{only: [...]}` or a number is all of it, others are out of the game."""

        def given(table: Table, value: Node, where: str) -> Table:
            only = isinstance(value, Mapping)
            if isinstance(value, Mapping):
                for key in value:
                    one_of(str(key), {"only": None}, where)
            table, cards = self.claim_all(table, value.get("only", 0) if isinstance(value, Mapping) else value, where)
            below = () if only or isinstance(value, int) else getattr(table.state, name)
            return with_state(table, **{name: cards + below})

        return given

    def given_side(self, name: str) -> GivenSide:
        """A word for cards on a player's side: exactly these, or so many of any."""

        def given(table: Table, player: int, value: Node, where: str) -> Table:
            table, cards = self.claim_all(table, value, where)
            return with_side(table, player, **{name: cards})

        return given

    def then_side(self, name: str) -> ThenSide:
        """A word for what cards lie on a player's side."""

        def then(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
            found = getattr(table.state.sides[player], name)
            return self.expect(table, value, found, f"{name} of {table.names[player]}", where)

        return then

    def then_pile(self, name: str) -> Then:
        """A word for what lies in a pile of the state."""

        def then(table: Table, value: Node, where: str) -> Iterator[str]:
            return self.expect(table, value, getattr(table.state, name), name, where)

        return then


def reserved(given: Node, known: Collection[str]) -> Mapping[str, Any]:
    """What a table is to remember as `called`: the cards that are named by their ids anywhere in what is given.

    Something may be said of a card behind a blank, such as the option of a policy.
    """
    return {RESERVED: frozenset([word for each in _texts(given) for word in (each, each.rpartition(" ")[0])]) & frozenset(known)}


def _texts(value: Node) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
