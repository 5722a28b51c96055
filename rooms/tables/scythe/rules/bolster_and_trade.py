"""Bolster and Trade: their price, and their gains (SY-BOL, SY-TRD)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from rooms.tables.scythe.game.actions import Bolster, Payment, Placed, Trade
from rooms.tables.scythe.game.content import Amount, Book, Cube, Part, Structure, Top
from rooms.tables.scythe.game.payment import DECLINING, Amounts, can_be_declined, random_declined, tokens_by_space
from rooms.tables.scythe.game.state import Course, ScytheState, Side
from rooms.tables.scythe.rules.control import manned_territories
from rooms.tables.scythe.rules.player_mats import is_at, place_of, upgraded
from rooms.tables.scythe.rules.stars import settle
from rooms.tables.scythe.rules.supply import can_pay, gains_without, pay, place, receive_all


class BolsterOffer(msgspec.Struct, frozen=True):
    """Gain power or combat cards, each with the Monument's bonus (SY-BOL-02, SY-BOL-05)."""

    power: Amounts
    cards: Amounts

    def some(self, dice: Dice) -> Bolster:
        cards = dice.random() < 0.5
        return Bolster(cards, random_declined(dice, self.cards if cards else self.power))

    def allows(self, action: Any) -> bool:
        return type(action) is Bolster and can_be_declined(action.declined, self.cards if action.cards else self.power)


class TradeOffer(msgspec.Struct, frozen=True):
    """Gain popularity, or up to `tokens` tokens on these spaces, each with the Armory's bonus (SY-TRD-02, SY-TRD-07).

    Without spaces there is no token option (SY-TRD-05).
    """

    popularity: Amounts
    tokens: int
    spaces: tuple[str, ...]
    bonus: Amounts

    def some(self, dice: Dice) -> Trade:
        """Either option, mostly with the full number of tokens."""
        if not self.spaces or dice.random() < 0.5:
            return Trade(None, random_declined(dice, self.popularity))
        count = self.tokens if dice.random() >= DECLINING else dice.randint(0, self.tokens)
        stacks = [(dice.choice(self.spaces), dice.randint(0, 3), 1) for _ in range(count)]
        return Trade(tokens_by_space(stacks), random_declined(dice, self.bonus))

    def allows(self, action: Any) -> bool:
        if type(action) is not Trade:
            return False
        if action.placed is None:
            return can_be_declined(action.declined, self.popularity)
        return bool(self.spaces) and self._are_tokens(action.placed) and can_be_declined(action.declined, self.bonus)

    def _are_tokens(self, tokens: tuple[Placed, ...]) -> bool:
        last, count = "", 0
        for space, there in tokens:
            if space <= last or space not in self.spaces or min(there) < 0 or not any(there):
                return False
            last, count = space, count + sum(there)
        return count <= self.tokens


PRICE: Final = (Amount(Part.COIN, 1),)  # SY-BOL-01, SY-TRD-01
MONUMENT: Final = Amount(Part.POPULARITY, 1)  # SY-BOL-05
ARMORY: Final = Amount(Part.POWER, 1)  # SY-TRD-07


def _built(side: Side, structure: Structure, bonus: Amount) -> tuple[Amount, ...]:
    """A built structure's bonus, whoever controls its territory (SY-BLD-05, SY-R-21)."""
    return (bonus,) if place_of(side, structure) else ()


def bolsters(book: Book, state: ScytheState, player: int) -> list[BolsterOffer]:
    """SY-BOL-01, SY-BOL-02, SY-BOL-03, SY-BOL-04, SY-BOL-05."""
    side, numbers = state.sides[player], book.content.numbers
    if not is_at(book, state, player, Top.BOLSTER) or not can_pay(side, PRICE):
        return []
    bonus = _built(side, Structure.MONUMENT, MONUMENT)
    power = Amount(Part.POWER, numbers.bolster_power + upgraded(side, Cube.POWER))
    return [BolsterOffer((power, *bonus), (Amount(Part.CARD, numbers.bolster_cards + upgraded(side, Cube.CARD)), *bonus))]


def trades(book: Book, state: ScytheState, player: int) -> list[TradeOffer]:
    """Tokens may go to territories with one of the player's workers, also lakes (SY-TRD-03, SY-TRD-04, SY-TRD-05, SY-R-17).

    Rules: SY-TRD-01, SY-TRD-02, SY-TRD-06, SY-TRD-07.
    """
    side = state.sides[player]
    if not is_at(book, state, player, Top.TRADE) or not can_pay(side, PRICE):
        return []
    popularity, bonus = _traded(book, side)
    return [TradeOffer((popularity, *bonus), book.content.numbers.trade, manned_territories(book, state, player), bonus)]


def _traded(book: Book, side: Side) -> tuple[Amount, tuple[Amount, ...]]:
    """The popularity option, and the bonus of both options."""
    popularity = book.content.numbers.trade_popularity + upgraded(side, Cube.POPULARITY)
    return Amount(Part.POPULARITY, popularity), _built(side, Structure.ARMORY, ARMORY)


def misplaced(book: Book, state: ScytheState, player: int, action: Trade) -> str:
    """The rule that traded tokens break. "" when their places are legal."""
    open_to, placed = manned_territories(book, state, player), action.placed or ()
    if not open_to:
        return "SY-TRD-05"
    if any(space not in open_to for space, _tokens in placed):
        return "SY-TRD-04"
    (offer,) = trades(book, state, player)
    return "" if offer.allows(Trade(placed)) else "SY-TRD-03"


def bolster(course: Course, player: int, action: Bolster, offer: BolsterOffer) -> None:
    """Pay, then gain power or combat cards (SY-BOL-01, SY-BOL-02)."""
    pay(course, player, Payment(), PRICE)
    receive_all(course, player, gains_without(offer.cards if action.cards else offer.power, action.declined))
    settle(course)


def trade(course: Course, player: int, action: Trade) -> None:
    """Pay, then gain tokens or popularity (SY-TRD-01, SY-TRD-02)."""
    popularity, bonus = _traded(course.book, course.side(player))
    pay(course, player, Payment(), PRICE)
    place(course, player, action.placed or ())
    receive_all(course, player, gains_without((popularity, *bonus) if action.placed is None else bonus, action.declined))
    settle(course)
