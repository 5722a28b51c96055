"""Outcomes of the commonest actions as a bot imagines them: its side and the tokens afterwards, without facts (SY-HID).

Stars are not placed here, and what others gain is left out. Tests compare every outcome with that of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.scythe.game.actions import (
    Bolster,
    Build,
    Deploy,
    Enlist,
    GainCoins,
    Payment,
    Produce,
    ScytheAction,
    Trade,
    Upgrade,
)
from rooms.tables.scythe.game.content import CUBES, STRUCTURES, Amount, Book, Cube, Part, Structure, Terrain
from rooms.tables.scythe.game.state import (
    NO_TOKENS,
    NONE,
    WORKERS,
    ScytheState,
    Side,
    Tokens,
    minus,
    plus,
    tokens_of_type,
    with_tokens,
    with_units,
    without_cards,
)
from rooms.tables.scythe.rules.bolster_and_trade import ARMORY, MONUMENT, PRICE
from rooms.tables.scythe.rules.player_mats import place_of, section_of, upgraded
from rooms.tables.scythe.rules.production import PRODUCES, produce_cost

UNKNOWN: Final = 0  # a combat card that is not drawn yet
Outcome = tuple[Side, dict[str, Tokens]]


def gained(book: Book, side: Side, amounts: Iterable[Amount], sign: int = 1) -> Side:
    """The side with these coins, power, popularity and cards, within the tracks. `sign` -1: the side without them."""
    coins, power, popularity, cards, numbers = side.coins, side.power, side.popularity, side.cards, book.content.numbers
    for each in amounts:
        count = sign * each.count
        if each.part is Part.COIN:
            coins += count
        elif each.part is Part.POWER:
            power = min(power + count, max(power, numbers.power))
        elif each.part is Part.POPULARITY:
            popularity = min(popularity + count, max(popularity, numbers.popularity))
        elif each.part is Part.CARD:
            cards += (UNKNOWN,) * count
    return replace(side, coins=coins, power=power, popularity=popularity, cards=cards)


def _coins(book: Book, state: ScytheState, side: Side, _action: GainCoins) -> Outcome:
    """SY-MOV-02."""
    return replace(side, coins=side.coins + book.content.numbers.coins + upgraded(side, Cube.COIN)), state.tokens


def _bolster(book: Book, state: ScytheState, side: Side, action: Bolster) -> Outcome:
    """SY-BOL-01, SY-BOL-02, SY-BOL-05."""
    numbers = book.content.numbers
    bonus = (MONUMENT,) if place_of(side, Structure.MONUMENT) else ()
    if action.cards:
        count = min(numbers.bolster_cards + upgraded(side, Cube.CARD), len(state.deck) + len(state.discard))
        gain = Amount(Part.CARD, count)
    else:
        gain = Amount(Part.POWER, numbers.bolster_power + upgraded(side, Cube.POWER))
    return gained(book, gained(book, side, PRICE, -1), (gain, *bonus)), state.tokens


def _trade(book: Book, state: ScytheState, side: Side, action: Trade) -> Outcome:
    """SY-TRD-01, SY-TRD-02, SY-TRD-07."""
    bonus = (ARMORY,) if place_of(side, Structure.ARMORY) else ()
    paid = gained(book, side, PRICE, -1)
    if action.placed is not None:
        after = gained(book, paid, bonus) if bonus else paid
        return after, with_tokens(state.tokens, dict(action.placed)) if action.placed else state.tokens
    gain = Amount(Part.POPULARITY, book.content.numbers.trade_popularity + upgraded(side, Cube.POPULARITY))
    return gained(book, paid, (gain, *bonus)), state.tokens


def _produce(book: Book, state: ScytheState, side: Side, action: Produce) -> Outcome:
    """SY-PRD-01, SY-PRD-05, SY-PRD-08, SY-PRD-09."""
    tokens: dict[str, Tokens] = {}
    places: list[str] = []
    for space, count in action.spaces:
        terrain = book.territories[space].terrain
        if terrain is Terrain.VILLAGE:
            places += [space] * count
        else:
            tokens[space] = tokens_of_type(PRODUCES[terrain], count)
    left = [unit for unit in WORKERS if not side.units[unit]]
    paid = gained(book, side, produce_cost(book, side), -1)
    if places:
        paid = replace(paid, units=with_units(side, dict(zip(left, places, strict=False))))
    return paid, with_tokens(state.tokens, tokens) if tokens else state.tokens


def _paid(book: Book, state: ScytheState, side: Side, payment: Payment, section: int) -> Outcome:
    """The side after a bottom row's payment and its coins (SY-GEN-10, SY-BOT-03)."""
    cards = (*payment.cards, payment.coercion) if payment.coercion else payment.cards
    gone = {space: minus(NO_TOKENS, tokens) for space, tokens in payment.spaces}
    coins = side.coins + section_of(book, side, section).coins
    after = replace(side, coins=coins, cards=without_cards(side.cards, cards)) if cards else replace(side, coins=coins)
    return after, with_tokens(state.tokens, gone) if gone else state.tokens


def _upgrade(book: Book, state: ScytheState, side: Side, action: Upgrade) -> Outcome:
    after, tokens = _paid(book, state, side, action.payment, 0)
    if action.cube is not None:
        cubes = with_replaced(side.cubes, CUBES.index(action.cube), True)
        after = replace(after, cubes=cubes, boxes=with_replaced(side.boxes, action.box, side.boxes[action.box] + 1))
    return after, tokens


def _deploy(book: Book, state: ScytheState, side: Side, action: Deploy) -> Outcome:
    after, tokens = _paid(book, state, side, action.payment, 1)
    return replace(after, units=with_units(side, {action.mech: action.space})) if action.mech != NONE else after, tokens


def _build(book: Book, state: ScytheState, side: Side, action: Build) -> Outcome:
    after, tokens = _paid(book, state, side, action.payment, 2)
    if action.structure is not None:
        after = replace(after, structures=with_replaced(side.structures, STRUCTURES.index(action.structure), action.space))
    return after, tokens


def _enlist(book: Book, state: ScytheState, side: Side, action: Enlist) -> Outcome:
    """SY-ENL-01, SY-ENL-03."""
    after, tokens = _paid(book, state, side, action.payment, 3)
    if action.section != NONE:
        after = replace(after, recruits=with_replaced(side.recruits, action.section, action.space))
        after = gained(book, after, (book.content.numbers.bonuses[action.space],))
    return after, tokens


OUTCOMES: Final[Mapping[type, Callable[[Book, ScytheState, Side, Any], Outcome]]] = {
    GainCoins: _coins,
    Bolster: _bolster,
    Trade: _trade,
    Produce: _produce,
    Upgrade: _upgrade,
    Deploy: _deploy,
    Build: _build,
    Enlist: _enlist,
}


def imagined(book: Book, state: ScytheState, player: int, action: ScytheAction) -> ScytheState:
    """The table after one of these actions of which nothing is declined."""
    side, tokens = OUTCOMES[type(action)](book, state, state.sides[player], action)
    return replace(state, sides=with_replaced(state.sides, player, side), tokens=tokens)


def stepped(tokens: dict[str, Tokens], cargo: Tokens, here: str, to: str) -> dict[str, Tokens]:
    """Tokens by space, in no order, after a unit carried some from one space to another."""
    if not any(cargo):
        return tokens
    there = dict(tokens)
    left = minus(there.get(here, NO_TOKENS), cargo)
    if any(left):
        there[here] = left
    else:
        there.pop(here, None)
    there[to] = plus(there.get(to, NO_TOKENS), cargo)
    return there
