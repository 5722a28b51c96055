"""Tables of examples, and a vocabulary that several games share: turns, holdings, numbers, and cards in any place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct, field, structs

from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.game.rules import AnyRules, GameKind

# === table ==============================================================================================================

# The table of an example, and the vocabulary of its file.


ONLOOKER: Final = "onlooker"


class ExampleTable(Struct, frozen=True, kw_only=True):
    """An example in play.

    `called`: what a game's words remember, such as the names that an example gives to pieces. `happened`: the facts of `when` so
    far, each with the state before it. `problems`: breaches of the contract of games.
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


Given = Callable[[ExampleTable, Node, str], ExampleTable]
GivenSide = Callable[[ExampleTable, int, Node, str], ExampleTable]
Act = Callable[[ExampleTable, int, Node, str], Any]
Then = Callable[[ExampleTable, Node, str], Iterable[str]]
ThenSide = Callable[[ExampleTable, int, Node, str], Iterable[str]]


def _unchanged(table: ExampleTable) -> ExampleTable:
    return table


class TableWords(Struct, frozen=True, kw_only=True):
    """A game's vocabulary. Each word gets the table, the player if it is about one, its value and its place in the file.

    `contents`: words that change the content of the example. `content`: makes that content; it gets all that is given. `begin`:
    prepares the table that was just set up; it gets all that is given too. `given_side` and `given`: words that lay things out for
    a player and on the table, in the order of the vocabulary, sides first. `acts`: words that make actions. `then_side` and `then`:
    words that expect something of a player and of the table. `after`: lets the words note what has changed.
    """

    contents: tuple[str, ...] = ()
    content: Callable[[Any, Mapping[str, Node]], Any] = lambda content, _given: content
    begin: Callable[[ExampleTable, Mapping[str, Node]], ExampleTable] = lambda table, _given: table
    given_side: Mapping[str, GivenSide] = field(default_factory=dict)
    given: Mapping[str, Given] = field(default_factory=dict)
    acts: Mapping[str, Act] = field(default_factory=dict)
    then_side: Mapping[str, ThenSide] = field(default_factory=dict)
    then: Mapping[str, Then] = field(default_factory=dict)
    after: Callable[[ExampleTable], ExampleTable] = _unchanged


def player_of(table: ExampleTable, value: Node, where: str) -> int:
    """A player by name.

    Raises:
        ExampleError: nobody at the table has this name.
    """
    word = text(value, where)
    if word not in table.names:
        raise ExampleError(f"{where}: nobody at the table is called '{word}'; there are {', '.join(table.names)}")
    return table.names.index(word)


def viewer_of(table: ExampleTable, value: Node, where: str) -> int | None:
    return None if value == ONLOOKER else player_of(table, value, where)


def player_names_of(table: ExampleTable, players: Iterable[int]) -> list[str]:
    return [table.names[each] for each in players]


# === words ==============================================================================================================

# Vocabulary that several games share: whose turn it is, who holds a thing, what the table waits for, numbers.
# Each word is made for a field of a game's state or of a player's side (`state.sides`).


def with_state(table: ExampleTable, **changed: Any) -> ExampleTable:
    """The table with fields of its state changed."""
    return replace(table, state=structs.replace(table.state, **changed))


def with_side(table: ExampleTable, player: int, **changed: Any) -> ExampleTable:
    """The table with fields of a player's side changed."""
    sides = table.state.sides
    return with_state(table, sides=with_replaced(sides, player, structs.replace(sides[player], **changed)))


def yes_or_no(value: Node, where: str) -> bool:
    """True or false.

    Raises:
        ExampleError: it is something else.
    """
    if not isinstance(value, bool):
        raise ExampleError(f"{where}: write true or false here, not {value!r}")
    return value


def mapping_of_known(value: Node, known: Mapping[str, Any], where: str) -> Mapping[str, Node]:
    """A mapping whose keys are all known.

    Raises:
        ExampleError: a key is unknown.
    """
    said = mapping(value, where)
    for key in said:
        one_of(key, known, where)
    return said


def only_item(value: Node, where: str, such_as: str) -> tuple[str, Node]:
    """The one key of a mapping and its value; for a plain word the value is None.

    Raises:
        ExampleError: there are more keys.
    """
    said = mapping(value, where) if isinstance(value, Mapping) else {text(value, where): None}
    if len(said) != 1:
        raise ExampleError(f"{where}: write one thing here, such as '{such_as}'")
    ((key, each),) = said.items()
    return key, each


def number_within(value: Node, least: int, most: int, where: str) -> int:
    """A number within the limits of a tracker.

    Raises:
        ExampleError: it is outside them.
    """
    if not least <= (found := number(value, where)) <= most:
        raise ExampleError(f"{where}: the tracker goes from {least} to {most}, not to {found}")
    return found


def given_number(field: str, least: int = 0, most: int | None = None) -> GivenSide:
    """A word that sets a number on a player's side."""

    def given(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
        return with_side(
            table, player, **{field: number(value, where) if most is None else number_within(value, least, most, where)}
        )

    return given


def then_number(what: str, count: Callable[[Any], int]) -> ThenSide:
    """A word that expects a count on a player's side."""

    def then(table: ExampleTable, player: int, value: Node, where: str) -> Iterable[str]:
        return difference(number(value, where), count(table.state.sides[player]), f"{what} of {table.names[player]}")

    return then


def given_player(field: str, nobody: str | None = None) -> Given:
    """A word that sets a player in the state, such as whose turn it is. `nobody`: how the file writes None."""

    def given(table: ExampleTable, value: Node, where: str) -> ExampleTable:
        return with_state(table, **{field: None if nobody is not None and value == nobody else player_of(table, value, where)})

    return given


def then_player(what: str, of: Callable[[Any], int | None], nobody: str = "nobody") -> Then:
    """A word that expects a player in the state."""

    def then(table: ExampleTable, value: Node, where: str) -> Iterable[str]:
        expected, found = nobody if value == nobody else table.names[player_of(table, value, where)], of(table.state)
        return difference(expected, nobody if found is None else table.names[found], what)

    return then


def then_phase(phases: type[StrEnum]) -> Then:
    """A word that expects the current phase."""

    def then(table: ExampleTable, value: Node, where: str) -> Iterable[str]:
        phase = one_of(text(value, where), dict.fromkeys(each.value for each in phases), where)
        return difference(phase, table.state.phase.value, "phase")

    return then


# === cards ==============================================================================================================

# Cards in the examples of any game: what a word means, which card fills a given place, what a pile is expected to hold.
# An example names a card by its id or by a description; the game says which words mean it. A place gets the first free card
# that its word means. A card that an example names by its id is reserved for the place that names it.


RESERVED: Final = "*"  # key in `called`: cards named by their ids, which no description may take


class Cards(Struct, frozen=True, kw_only=True):
    """One kind of cards.

    `called`: whether a word means this card. `words`: its description. `hint`: what an example may write. `free`: cards that lie
    nowhere yet; a number takes from the end. `taken`: the state without one free card.
    """

    ids: Callable[[ExampleTable], Collection[str]]
    called: Callable[[ExampleTable, str, str], bool]
    words: Callable[[ExampleTable, str], str]
    hint: str
    free: Callable[[Any], tuple[str, ...]]
    taken: Callable[[Any, str], Any]
    one: str = "card"

    def word(self, table: ExampleTable, value: Node, where: str) -> str:
        """A word that means some card of the game.

        Raises:
            ExampleError: no card matches.
        """
        word = text(value, where)
        if not any(self.called(table, card, word) for card in self.ids(table)):
            raise ExampleError(f"{where}: no {self.one} is '{word}'; write {self.hint}")
        return word

    def claim(self, table: ExampleTable, value: Node, where: str) -> tuple[ExampleTable, str]:
        """Take a free card for a given place.

        Raises:
            ExampleError: no free card matches.
        """
        word = self.word(table, value, where)
        cards = self.free(table.state)
        free = [card for card in cards if card == word] or [
            card for card in cards if card not in table.called[RESERVED] and self.called(table, card, word)
        ]
        if not free:
            raise ExampleError(f"{where}: there is no further {self.one} '{word}'")
        return replace(table, state=self.taken(table.state, free[0])), free[0]

    def claim_all(self, table: ExampleTable, value: Node, where: str) -> tuple[ExampleTable, tuple[str, ...]]:
        """Take the cards of a list, or any cards if the value is a number."""
        if isinstance(value, int):
            return self._any(table, number(value, where), where)
        found = []
        for each in items(value, where):
            table, card = self.claim(table, each, where)
            found.append(card)
        return table, tuple(found)

    def _any(self, table: ExampleTable, count: int, where: str) -> tuple[ExampleTable, tuple[str, ...]]:
        free = [card for card in reversed(self.free(table.state)) if card not in table.called[RESERVED]][:count]
        if len(free) < count:
            raise ExampleError(f"{where}: there are only {len(free)} {self.one}s left")
        state = table.state
        for card in free:
            state = self.taken(state, card)
        return replace(table, state=state), tuple(free)

    def choose(self, table: ExampleTable, cards: Sequence[str], value: Node, where: str) -> str:
        """The card that a word means among these. An id may name any card of the game, so that the rules can refuse it.

        Raises:
            ExampleError: none of these matches.
        """
        word = self.word(table, value, where)
        if word in self.ids(table):
            return word
        found = next((card for card in cards if self.called(table, card, word)), None)
        if found is None:
            there = ", ".join(self.words(table, card) for card in cards) or "nothing"
            raise ExampleError(f"{where}: there is no '{word}' to choose; there is {there}")
        return found

    def choose_all(self, table: ExampleTable, cards: Sequence[str], value: Node, where: str) -> tuple[str, ...]:
        """Several of these cards. A described card is used once."""
        left, found = list(cards), []
        for each in items(value, where):
            found.append(self.choose(table, left, each, where))
            left = [card for card in left if card != found[-1]]
        return tuple(found)

    def expect(self, table: ExampleTable, expected: Node, found: Sequence[str], what: str, where: str) -> Iterator[str]:
        """Expect a number of cards, or exactly these in any order."""
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
        """A word that fills a pile of the state: exactly these cards, or a number of any."""

        def given(table: ExampleTable, value: Node, where: str) -> ExampleTable:
            table, cards = self.claim_all(table, value, where)
            return with_state(table, **{name: cards})

        return given

    def given_deck(self, name: str) -> Given:
        """A word that lays the top of a deck, all others below. `{only: [...]}` or a number makes it the whole deck."""

        def given(table: ExampleTable, value: Node, where: str) -> ExampleTable:
            only = isinstance(value, Mapping)
            if isinstance(value, Mapping):
                for key in value:
                    one_of(str(key), {"only": None}, where)
            table, cards = self.claim_all(table, value.get("only", 0) if isinstance(value, Mapping) else value, where)
            below = () if only or isinstance(value, int) else getattr(table.state, name)
            return with_state(table, **{name: cards + below})

        return given

    def given_side(self, name: str) -> GivenSide:
        """A word that puts cards on a player's side: exactly these, or a number of any."""

        def given(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
            table, cards = self.claim_all(table, value, where)
            return with_side(table, player, **{name: cards})

        return given

    def then_side(self, name: str) -> ThenSide:
        """A word that expects cards on a player's side."""

        def then(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
            found = getattr(table.state.sides[player], name)
            return self.expect(table, value, found, f"{name} of {table.names[player]}", where)

        return then

    def then_pile(self, name: str) -> Then:
        """A word that expects cards in a pile of the state."""

        def then(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
            return self.expect(table, value, getattr(table.state, name), name, where)

        return then


def reserved_cards(given: Node, known: Collection[str]) -> Mapping[str, Any]:
    """The start of `called`: all cards that the given words name by their ids.

    A suffix after a space may say something about the card, such as the option of a policy.
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
