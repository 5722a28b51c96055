"""Building blocks for the rules of games: changes to tuples, and the simplest kinds of offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from control.engine.dice import Dice

# === tuples and samples =================================================================================================

# Changes to tuples for folds, and random samples for offers.


Item = TypeVar("Item")


def with_replaced(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The items with the one at index `at` replaced."""
    return (*items[:at], item, *items[at + 1 :])


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without this one. If it is missing, all of them: then a card lies in two places, and `broken` reports it."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def odd_cards(what: str, there: Iterable[str], all_of_them: Iterable[str]) -> Iterator[str]:
    """A broken invariant: these cards are not all in exactly one place. `what`: their name in the sentence."""
    found, wanted = Counter(tuple(there)), Counter(tuple(all_of_them))  # a mapping counts by its keys
    if found != wanted:
        odd = sorted(card for card in found.keys() | wanted.keys() if found[card] != wanted[card])
        yield f"These {what} are missing, or there more than once: {', '.join(odd)}."


def sample(dice: Dice, items: Sequence[Item], count: int) -> list[Item]:
    """Draw `count` of the items in random order."""
    left = list(items)
    return [left.pop(dice.randint(0, len(left) - 1)) for _ in range(count)]


# === offers =============================================================================================================

# The simplest kinds of offers: a single action, one of some things, a number of them.
# A game subclasses them and sets `does`, the action that takes the choice as its first field.


Thing = TypeVar("Thing")


class Only(msgspec.Struct, frozen=True):
    """Offer: an action with nothing to choose."""

    does: ClassVar[type]

    def some(self, _dice: Dice) -> Any:
        return self.does()

    def allows(self, action: Any) -> bool:
        return type(action) is self.does


class OneOf(msgspec.Struct, Generic[Thing], frozen=True):
    """Offer: an action with exactly one of these things."""

    does: ClassVar[type]
    things: tuple[Thing, ...]

    def some(self, dice: Dice) -> Any:
        return self.does(dice.choice(self.things))

    def allows(self, action: Any) -> bool:
        return type(action) is self.does and _first_field(action) in self.things


class SomeOf(msgspec.Struct, frozen=True):
    """Offer: an action with exactly `count` of these things, each once, in any order."""

    does: ClassVar[type]
    things: tuple[str, ...]
    count: int

    def some(self, dice: Dice) -> Any:
        return self.does(tuple(sample(dice, self.things, self.count)))

    def allows(self, action: Any) -> bool:
        return type(action) is self.does and are_distinct_members(_first_field(action), self.count, self.things)


def are_distinct_members(things: tuple[str, ...], count: int, of: tuple[str, ...]) -> bool:
    """Whether `things` are exactly `count` different ones out of `of`."""
    chosen = set(things)
    return len(things) == count == len(chosen) and chosen.issubset(of)


def _first_field(action: Any) -> Any:
    return getattr(action, action.__struct_fields__[0])
