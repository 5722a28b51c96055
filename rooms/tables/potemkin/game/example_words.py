"""Cards and buildings as examples of Potemkin Empire name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, text
from rooms.tables.game.example_table import Table
from rooms.tables.potemkin.game.content import FACADES, Card, Facade
from rooms.tables.potemkin.game.state import Building, PotemkinState

FAKE: Final = "fake"
WITH: Final = " with "
BOARD: Final = "board"
SHIELD: Final = "shield"
GONE: Final = "gone"
NOTHING: Final = "nothing"
CONSTRUCTION, PRODUCTION = "construction", "production"
RESERVED: Final = "*"  # in `called`: the cards that an example names by their ids, which no description may take


def cards_of(table: Table) -> Mapping[str, Card]:
    return {card.id: card for card in table.content.cards}


def words_of(card: Card) -> str:
    """What a card is, as examples write it."""
    is_ = "+".join(sorted(card.real_types)) or FAKE
    return is_ if card.ability is None else f"{is_}{WITH}{card.ability}"


def is_called(card: Card, word: str) -> bool:
    return word in (card.id, card.ability, words_of(card)) or _turned(word) == words_of(card)


def _turned(word: str) -> str:
    """ "science+culture" is the same as "culture+science"."""
    types, with_, ability = word.partition(WITH)
    return "+".join(sorted(types.split("+"))) + with_ + ability


def card_word(table: Table, value: Node, where: str) -> str:
    word = text(value, where)
    if not any(is_called(card, word) for card in table.content.cards):
        raise ExampleError(
            f"{where}: no card is '{word}'; write an id, {', '.join((*FACADES, FAKE))}, two types 'culture+science', or an ability"
        )
    return word


def claimed_card(table: Table, value: Node, where: str) -> tuple[Table, str]:
    """A card for a place that is given, from those that lie nowhere else; it leaves the deck."""
    word = card_word(table, value, where)
    state: PotemkinState = table.state
    free = [card for card in state.deck if card == word] or [
        card for card in state.deck if card not in table.called[RESERVED] and is_called(cards_of(table)[card], word)
    ]
    if not free:
        raise ExampleError(f"{where}: there is no further card '{word}'")
    deck = tuple(card for card in state.deck if card != free[0])
    return replace(table, state=structs.replace(state, deck=deck)), free[0]


def claimed_cards(table: Table, value: Node, where: str) -> tuple[Table, tuple[str, ...]]:
    """The cards of a list; a number is so many of any."""
    if isinstance(value, int):
        return _any_claimed(table, number(value, where), where)
    found = []
    for each in items(value, where):
        table, card = claimed_card(table, each, where)
        found.append(card)
    return table, tuple(found)


def _any_claimed(table: Table, count: int, where: str) -> tuple[Table, tuple[str, ...]]:
    deck = table.state.deck
    free = [card for card in reversed(deck) if card not in table.called[RESERVED]][:count]
    if len(free) < count:
        raise ExampleError(f"{where}: there are only {len(free)} cards left")
    left = tuple(card for card in deck if card not in free)
    return replace(table, state=structs.replace(table.state, deck=left)), tuple(free)


def card_in(table: Table, cards: Sequence[str], value: Node, where: str) -> str:
    """The card of a hand or a pack that a word means; an id may name any card of the game, for the rules to refuse."""
    word = card_word(table, value, where)
    known = cards_of(table)
    if word in known:
        return word
    found = next((card for card in cards if is_called(known[card], word)), None)
    if found is None:
        there = ", ".join(words_of(known[card]) for card in cards) or "nothing"
        raise ExampleError(f"{where}: there is no '{word}' to choose; there is {there}")
    return found


def named(table: Table) -> Table:
    """The table with a name for every building that has come to stand: "B industry 2"."""
    names: dict[str, Any] = dict(table.called)
    known = {id_ for name, id_ in names.items() if name != RESERVED}
    for player, side in enumerate(table.state.sides):
        for building in side.village:
            if building.id not in known:
                kind = f"{table.names[player]} {building.facade.value}"
                names[f"{kind} {1 + sum(name.startswith(f'{kind} ') for name in names)}"] = building.id
    return replace(table, called=names)


def building_in(table: Table, value: Node, where: str, owner: int | None = None) -> int:
    """The number of a building, whether it still stands or not; the own ones of `owner` need no owner's name."""
    word = text(value, where)
    if owner is not None and word.split(" ")[0] in FACADES:
        word = f"{table.names[owner]} {word}"
    fitting = [name for name in table.called if name == word or name.rpartition(" ")[0] == word]
    if len(fitting) != 1:
        there = ", ".join(name for name in table.called if name != RESERVED) or "none"
        why = f"there is no building '{word}'" if not fitting else f"'{word}' may be any of {len(fitting)}"
        raise ExampleError(f"{where}: {why}; there are {there}")
    found: int = table.called[fitting[0]]
    return found


def where_stands(table: Table, id_: int) -> tuple[int, Building] | None:
    for owner, side in enumerate(table.state.sides):
        for building in side.village:
            if building.id == id_:
                return owner, building
    return None


def facade_and_card(value: Node, where: str) -> tuple[Facade, Node, dict[str, Node]]:
    """`{culture: fake, agents: 1}` as a type, a card and the rest."""
    said = dict(mapping(value, where))
    types = [key for key in said if key in FACADES]
    if len(types) != 1:
        raise ExampleError(f"{where}: write one type and its card, such as '{{culture: fake}}'; the types are {', '.join(FACADES)}")
    return Facade(types[0]), said.pop(types[0]), said
