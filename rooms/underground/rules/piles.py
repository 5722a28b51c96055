"""Draw piles with discards, which become the next pile when it is empty (R-110)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from control.engine.records import replace

Card = TypeVar("Card", bound=str)


class Pile(Struct, Generic[Card], frozen=True, kw_only=True):
    """A draw pile. `cards`: top first; `discards`: in order of arrival; `copies`: copies of the deck in play."""

    cards: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    copies: int = 0


class Refill(Struct, Generic[Card], frozen=True, kw_only=True):
    """A refill of a pile. `fresh`: with a new copy of the deck, because there were no discards."""

    cards: tuple[Card, ...]
    fresh: bool


class Draw(Struct, Generic[Card], frozen=True, kw_only=True):
    """Result of a draw: cards in order, and refills that were needed."""

    cards: tuple[Card, ...]
    refills: tuple[Refill[Card], ...]
    pile: Pile[Card]


def draw_cards(
    pile: Pile[Card],
    count: int,
    fresh: Callable[[int], Sequence[Card]],
    shuffled: Callable[[Sequence[Card]], Sequence[Card]],
) -> Draw[Card]:
    """Draw from the top. A draw never fails, except that an empty deck gives no cards (R-110).

    `fresh`: cards of the deck's n-th copy, counted from 1.
    """
    got: list[Card] = []
    refills: list[Refill[Card]] = []
    for _each in range(count):
        if not pile.cards:
            refill = Refill(cards=tuple(shuffled(pile.discards or tuple(fresh(pile.copies + 1)))), fresh=not pile.discards)
            refills.append(refill)
            pile = refilled(pile, refill)
        if not pile.cards:
            break  # the scenario's deck has no cards
        got.append(pile.cards[0])
        pile = replace(pile, cards=pile.cards[1:])
    return Draw(cards=tuple(got), refills=tuple(refills), pile=pile)


def refilled(pile: Pile[Card], refill: Refill[Card]) -> Pile[Card]:
    """The pile after a refill."""
    if refill.fresh:
        return replace(pile, cards=refill.cards, copies=pile.copies + 1)
    return replace(pile, cards=refill.cards, discards=())


def pile_without(pile: Pile[Card], cards: Sequence[Card]) -> Pile[Card]:
    """The pile without these cards, wherever they are in it."""
    gone = frozenset(cards)
    return replace(pile, cards=tuple(card for card in pile.cards if card not in gone))


def with_discards(pile: Pile[Card], cards: Sequence[Card]) -> Pile[Card]:
    """The pile with these cards added to its discards."""
    return replace(pile, discards=(*pile.discards, *cards))
