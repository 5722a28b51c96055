"""What lies on the table when an example of Potemkin Empire begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import structs

from rooms.realm.examples.nodes import ExampleError, Node, items, number, one_of, text
from rooms.tables.game.example_cards import RESERVED, reserved
from rooms.tables.game.example_table import Given, Table, player_of
from rooms.tables.game.example_words import among, given_player, truth, with_side, with_state
from rooms.tables.potemkin.game.example_words import (
    BOARD,
    CARDS,
    CONSTRUCTION,
    FAKE,
    PRODUCTION,
    cards_of,
    facade_and_card,
    words_of,
)
from rooms.tables.potemkin.game.state import MONTHS, Building, Meeple, Phase, PotemkinState, Side


def begin(table: Table, given: Mapping[str, Node]) -> Table:
    """The middle of an Action phase in month 1: no village, all cards in the deck in the order of the files.

    Whose hand is not given holds a flat fake, for without a card many a turn plays itself (PE-R-12); not where packs are given.
    """
    known = cards_of(table)
    called = reserved(given, known)
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


def given_pack(table: Table, player: int, value: Node, where: str) -> Table:
    """The pack in front of the player; the table drafts then."""
    table, cards = CARDS.claim_all(table, value, where)
    table = with_state(table, phase=Phase.DRAFT)
    return with_side(table, player, pack=cards)


def given_village(table: Table, player: int, value: Node, where: str) -> Table:
    """The buildings in their order: `{industry: fake, cubes: 3, agents: 1, shown: true}`."""
    for at, each in enumerate(items(value, where) if not isinstance(value, Mapping) else (value,)):
        inner = f"{where}[{at}]"
        facade, card, more = facade_and_card(each, inner)
        table, id_ = CARDS.claim(table, card, f"{inner}.{facade.value}")
        among(more, dict.fromkeys(("cubes", "agents", "shown", "inspected by")), inner)
        built = table.state.built + 1
        building = Building(
            id=built,
            facade=facade,
            card=id_,
            cubes=number(more.get("cubes", 0), f"{inner}.cubes"),
            agents=number(more.get("agents", 0), f"{inner}.agents"),
            shown=truth(more.get("shown", False), f"{inner}.shown"),
            inspected_by=tuple(
                sorted(player_of(table, by, f"{inner}.inspected by") for by in items(more.get("inspected by"), inner))
            ),
        )
        table = with_side(table, player, village=(*table.state.sides[player].village, building))
        table = with_state(table, built=built)
    return table


def given_mode(table: Table, player: int, value: Node, where: str) -> Table:
    """The side of the mode token that is up."""
    mode = one_of(text(value, where), dict.fromkeys((CONSTRUCTION, PRODUCTION)), where)
    return with_side(table, player, producing=mode == PRODUCTION)


def given_month(table: Table, value: Node, where: str) -> Table:
    """The current month."""
    month = number(value, where)
    if not 1 <= month <= MONTHS:
        raise ExampleError(f"{where}: a game has {MONTHS} months, and {month} is none of them")
    return with_state(table, months=tuple(range(month, MONTHS + 1)))


def given_meeple(meeple: Meeple) -> Given:
    """Who holds a meeple, or the board; the capitol stands with a player always."""
    return given_player(meeple.value, None if meeple is Meeple.CAPITOL else BOARD)
