"""Costs of tokens and combat cards, and the ways to pay them (SY-GEN-11, SY-GEN-14, SY-FAC-03)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.parts import sample
from rooms.tables.scythe.game.actions import Payment, Placed
from rooms.tables.scythe.game.content import RESOURCES, Part
from rooms.tables.scythe.game.state import NO_TOKENS, Tokens

ODD: Final = 0.2  # how often `some` pays otherwise than proposed
KINDS: Final[Mapping[Part, int]] = {Part(resource): kind for kind, resource in enumerate(RESOURCES)}
Stack = tuple[str, int, int]  # a space, a type by its place in RESOURCES, and how many


class Price(msgspec.Struct, frozen=True):
    """So many tokens of a part and so many combat cards; what is paid in coins, power and popularity stands elsewhere.

    The part is a resource type, ANY for any types or DIFFERENT for different types (4 at most).
    """

    count: int = 0
    part: Part = Part.ANY
    cards: int = 0


class PaymentOffer(msgspec.Struct, frozen=True):
    """Offer part: any payment of a price out of what its payer controls and holds.

    `tokens` are those that can pay, by controlled territory, in the order of the ids. `hand` are the payer's combat cards where
    cards can pay; with `coercion` one of them may stand for a token.
    """

    price: Price
    tokens: tuple[Placed, ...] = ()
    hand: tuple[int, ...] = ()
    coercion: bool = False

    @property
    def possible(self) -> bool:
        """Can the whole cost be paid (SY-GEN-11)?"""
        short = max(0, self.price.count - self._most())
        return short <= self.coercion and short + self.price.cards <= len(self.hand)

    @property
    def proposed(self) -> Payment:
        """What is preselected: tokens from where most lie, the lowest cards, one of them as a token only where tokens are short."""
        stacks, short = sorted(self._stacks(), key=lambda stack: -stack[2]), self.price.count
        taken: list[Stack] = []
        for space, kind, count in stacks:
            if short and not (self._different and kind in {each[1] for each in taken}):
                now = 1 if self._different else min(count, short)
                taken.append((space, kind, now))
                short -= now
        hand = sorted(self.hand)
        return self._payment(taken, hand.pop(0) if short else 0, tuple(hand[: self.price.cards]), None)

    def some(self, dice: Dice) -> Payment:
        """Mostly the proposed payment, else any."""
        if dice.random() >= ODD:
            return self.proposed
        hand, count = list(self.hand), self.price.count
        coerced = self.coercion and count > 0 and len(hand) > self.price.cards and (self._most() < count or dice.random() < 0.5)
        coercion = hand.pop(dice.randint(0, len(hand) - 1)) if coerced else 0
        stacks, taken = self._stacks(), list[Stack]()
        for _ in range(count - coerced):
            at = dice.randint(0, len(stacks) - 1)
            space, kind, left = stacks[at]
            taken.append((space, kind, 1))
            if self._different:
                stacks = [stack for stack in stacks if stack[1] != kind]
            else:
                stacks[at : at + 1] = [(space, kind, left - 1)] if left > 1 else []
        return self._payment(taken, coercion, tuple(sorted(sample(dice, hand, self.price.cards))), dice)

    def allows(self, payment: Payment) -> bool:
        """Is exactly the price paid, from what is controlled and held, with at most one card as a token (SY-GEN-14, SY-R-50)?"""
        there, last = dict(self.tokens), ""
        for space, tokens in payment.spaces:
            if space <= last or space not in there or not any(tokens):
                return False
            if any(not 0 <= count <= most for count, most in zip(tokens, there[space], strict=True)):
                return False
            last = space
        return self._is_the_price(payment) and self._are_cards(payment)

    def broken_by(self, payment: Payment) -> str:
        """The rule that a payment breaks which is not allowed."""
        if payment.coercion and not (self.coercion and payment.coercion in self.hand):
            return "SY-FAC-03"
        there = dict(self.tokens)
        for space, tokens in payment.spaces if self.price.count else ():
            if any(count > most for count, most in zip(tokens, there.get(space, NO_TOKENS), strict=True)):
                return "SY-GEN-14"
        return "SY-GEN-10"

    @property
    def _different(self) -> bool:
        return self.price.part is Part.DIFFERENT

    def _stacks(self) -> list[Stack]:
        return [(space, kind, count) for space, tokens in self.tokens for kind, count in enumerate(tokens) if count]

    def _most(self) -> int:
        stacks = self._stacks()
        return len({stack[1] for stack in stacks}) if self._different else sum([stack[2] for stack in stacks])

    def _payment(self, taken: list[Stack], coercion: int, cards: tuple[int, ...], dice: Dice | None) -> Payment:
        as_type = None
        if coercion and self._different:
            paid = {stack[1] for stack in taken}
            free = [each for kind, each in enumerate(RESOURCES) if kind not in paid]
            as_type = dice.choice(free) if dice else free[0]
        return Payment(placed(taken), coercion, as_type, cards)

    def _is_the_price(self, payment: Payment) -> bool:
        paid = [sum([tokens[kind] for _space, tokens in payment.spaces]) for kind in range(len(RESOURCES))]
        if sum(paid) + bool(payment.coercion) != self.price.count:
            return False
        if not self._different:
            return payment.as_type is None
        if payment.as_type is not None:
            paid[RESOURCES.index(payment.as_type)] += 1
        return max(paid) <= 1 and bool(payment.coercion) == (payment.as_type is not None)

    def _are_cards(self, payment: Payment) -> bool:
        if len(payment.cards) != self.price.cards or list(payment.cards) != sorted(payment.cards):
            return False
        if payment.coercion and not self.coercion:
            return False
        given = Counter((*payment.cards, payment.coercion) if payment.coercion else payment.cards)
        return not given - Counter(self.hand)


def matching(tokens: Tokens, part: Part) -> Tokens:
    """What of some tokens can pay for a part."""
    kind = KINDS.get(part)
    if kind is None:
        return tokens
    count = tokens[kind]
    return count * (kind == 0), count * (kind == 1), count * (kind == 2), count * (kind == 3)


def placed(stacks: Iterable[Stack]) -> tuple[Placed, ...]:
    """Single stacks as tokens by space, in the order of the ids."""
    found: dict[str, list[int]] = {}
    for space, kind, count in stacks:
        found.setdefault(space, [0, 0, 0, 0])[kind] += count
    return tuple([(space, (one, two, three, four)) for space, (one, two, three, four) in sorted(found.items())])
