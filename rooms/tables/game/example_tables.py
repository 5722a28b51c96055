"""The table of an example, and words that several games have alike: turns, holdings, numbers, and cards in any place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from msgspec import structs

from control.engine.refusal import Refused
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.parts import with_one
from rooms.tables.game.rules import AnyRules, GameKind

# === table ==============================================================================================================

# The table of an example, and the words that its file may use.


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


# === words ==============================================================================================================

# Words that the examples of several games have alike: whose turn it is, who holds a thing, what the table waits for, numbers.
# Each is made for a field of a game's state or of a player's side, `state.sides`.


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


# === cards ==============================================================================================================

# Cards in the examples of any game: what a word means, what is taken for a place that is given, what is expected of a pile. A
# card is written by its id or by what it is; the game says which words mean it. Whoever needs a card gets the first free one
# that is called so. A card that an example names by its id is left for the place that names it.


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
