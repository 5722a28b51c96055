"""Cards and buildings as examples of Potemkin Empire name them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from rooms.realm.examples.nodes import ExampleError, Node, mapping, text
from rooms.tables.game.example_cards import RESERVED, Cards
from rooms.tables.game.example_table import Table
from rooms.tables.game.parts import without
from rooms.tables.potemkin.game.content import FACADES, Card, Facade
from rooms.tables.potemkin.game.state import Building

FAKE: Final = "fake"
WITH: Final = " with "
BOARD: Final = "board"
SHIELD: Final = "shield"
GONE: Final = "gone"
NOTHING: Final = "nothing"
CONSTRUCTION, PRODUCTION = "construction", "production"


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


CARDS: Final = Cards(
    ids=cards_of,
    called=lambda table, card, word: is_called(cards_of(table)[card], word),
    words=lambda table, card: words_of(cards_of(table)[card]),
    hint=f"an id, {', '.join((*FACADES, FAKE))}, two types 'culture+science', or an ability",
    free=lambda state: state.deck,
    taken=lambda state, card: structs.replace(state, deck=without(state.deck, card)),
)


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
