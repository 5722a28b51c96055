"""Starting tables of Potemkin Empire examples, and the names of cards and buildings in examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import structs

from control.engine.records import replace
from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.tables.game.example_tables import (
    RESERVED,
    Cards,
    ExampleTable,
    Given,
    given_player,
    mapping_of_known,
    player_of,
    reserved_cards,
    with_side,
    with_state,
    yes_or_no,
)
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.content import FACADES, Card, Facade
from rooms.tables.potemkin.game.state import MONTHS, Building, Meeple, Phase, PotemkinState, Side

FAKE: Final = "fake"
WITH: Final = " with "
BOARD: Final = "board"
SHIELD: Final = "shield"
GONE: Final = "gone"
NOTHING: Final = "nothing"
CONSTRUCTION, PRODUCTION = "construction", "production"


def cards_of(table: ExampleTable) -> Mapping[str, Card]:
    return {card.id: card for card in table.content.cards}


def words_of(card: Card) -> str:
    """A card as examples write it: its types and its ability."""
    is_ = "+".join(sorted(card.real_types)) or FAKE
    return is_ if card.ability is None else f"{is_}{WITH}{card.ability}"


def is_called(card: Card, word: str) -> bool:
    return word in (card.id, card.ability, words_of(card)) or _turned(word) == words_of(card)


def _turned(word: str) -> str:
    """A word with its types sorted: "science+culture" becomes "culture+science"."""
    types, with_, ability = word.partition(WITH)
    return "+".join(sorted(types.split("+"))) + with_ + ability


CARDS: Final = Cards(
    ids=cards_of,
    called=lambda table, card, word: is_called(cards_of(table)[card], word),
    words=lambda table, card: words_of(cards_of(table)[card]),
    hint=f"an id, {', '.join((*FACADES, FAKE))}, two types 'culture+science', or an ability",
    free=lambda state: state.deck,
    taken=lambda state, card: structs.replace(state, deck=without_card(state.deck, card)),
)


def named(table: ExampleTable) -> ExampleTable:
    """The table with a name for every building ever built: "B industry 2"."""
    names: dict[str, Any] = dict(table.called)
    known = {id_ for name, id_ in names.items() if name != RESERVED}
    for player, side in enumerate(table.state.sides):
        for building in side.village:
            if building.id not in known:
                kind = f"{table.names[player]} {building.facade.value}"
                names[f"{kind} {1 + sum(name.startswith(f'{kind} ') for name in names)}"] = building.id
    return replace(table, called=names)


def building_in(table: ExampleTable, value: Node, where: str, owner: int | None = None) -> int:
    """The number of a building, standing or not. Buildings of `owner` need no owner's name."""
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


def where_stands(table: ExampleTable, id_: int) -> tuple[int, Building] | None:
    for owner, side in enumerate(table.state.sides):
        for building in side.village:
            if building.id == id_:
                return owner, building
    return None


def facade_and_card(value: Node, where: str) -> tuple[Facade, Node, dict[str, Node]]:
    """Read `{culture: fake, agents: 1}` as a type, a card and the other fields."""
    said = dict(mapping(value, where))
    types = [key for key in said if key in FACADES]
    if len(types) != 1:
        raise ExampleError(f"{where}: write one type and its card, such as '{{culture: fake}}'; the types are {', '.join(FACADES)}")
    return Facade(types[0]), said.pop(types[0]), said


def begin(table: ExampleTable, given: Mapping[str, Node]) -> ExampleTable:
    """The middle of an Action phase in month 1, without villages. All cards are in the deck, in the order of the files.

    A player without a given hand holds a flat fake, because turns without a card often play themselves (PE-R-12). With given
    packs, hands are empty.
    """
    known = cards_of(table)
    called = reserved_cards(given, known)
    said = {name: side for name, side in given.items() if name in table.names and isinstance(side, Mapping)}
    plain = [id_ for id_, card in known.items() if words_of(card) == FAKE and id_ not in called[RESERVED]]
    drafting = any("pack" in side for side in said.values())
    hands = [() if drafting or "hand" in said.get(name, ()) else (plain.pop(),) for name in table.names]
    held = {card for hand in hands for card in hand}
    state: PotemkinState = structs.replace(
        table.state,
        phase=Phase.TURN,
        sides=tuple([Side(hand=hand) for hand in hands]),
        deck=tuple([card for card in known if card not in held]),
        turn=0,
    )
    return replace(table, state=state, called=called)


def given_pack(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the pack in front of the player, and the phase to drafting."""
    table, cards = CARDS.claim_all(table, value, where)
    table = with_state(table, phase=Phase.DRAFT)
    return with_side(table, player, pack=cards)


def given_village(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the buildings in their order: `{industry: fake, cubes: 3, agents: 1, shown: true}`."""
    for at, each in enumerate(items(value, where) if not isinstance(value, Mapping) else (value,)):
        inner = f"{where}[{at}]"
        facade, card, more = facade_and_card(each, inner)
        table, id_ = CARDS.claim(table, card, f"{inner}.{facade.value}")
        mapping_of_known(more, dict.fromkeys(("cubes", "agents", "shown", "inspected by")), inner)
        built = table.state.built + 1
        building = Building(
            id=built,
            facade=facade,
            card=id_,
            cubes=number(more.get("cubes", 0), f"{inner}.cubes"),
            agents=number(more.get("agents", 0), f"{inner}.agents"),
            shown=yes_or_no(more.get("shown", False), f"{inner}.shown"),
            inspected_by=tuple(
                sorted(player_of(table, by, f"{inner}.inspected by") for by in items(more.get("inspected by"), inner))
            ),
        )
        table = with_side(table, player, village=(*table.state.sides[player].village, building))
        table = with_state(table, built=built)
    return table


def given_mode(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the mode of the player."""
    mode = one_of(text(value, where), dict.fromkeys((CONSTRUCTION, PRODUCTION)), where)
    return with_side(table, player, producing=mode == PRODUCTION)


def given_month(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Set the current month."""
    month = number(value, where)
    if not 1 <= month <= MONTHS:
        raise ExampleError(f"{where}: a game has {MONTHS} months, and {month} is none of them")
    return with_state(table, months=tuple(range(month, MONTHS + 1)))


def given_meeple(meeple: Meeple) -> Given:
    """Set the holder of a meeple, or the board. The capitol always has a holder."""
    return given_player(meeple.value, None if meeple is Meeple.CAPITOL else BOARD)
