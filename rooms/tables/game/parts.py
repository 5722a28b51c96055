"""Parts that the rules of several games are made of: tuples as facts change them, and offers of the plainest kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from control.engine.dice import Dice

# === tuples and samples =================================================================================================

# Small parts that the rules of several games are made of: tuples as facts change them, choices as offers draw them.


Item = TypeVar("Item")
State = TypeVar("State")


def with_one(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The items, the one at that place changed."""
    return (*items[:at], item, *items[at + 1 :])


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but that one; all of them where it is not among them: then it lies in two places, and `broken` says so."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def unchanged(state: State, _happened: Any) -> State:
    """What is only told changes nothing on the table."""
    return state


def sample(dice: Dice, items: Sequence[Item], count: int) -> list[Item]:
    """So many of the items, in any order."""
    left = list(items)
    return [left.pop(dice.randint(0, len(left) - 1)) for _ in range(count)]


# === offers =============================================================================================================

# Offers of the plainest kinds, which every game has: the one action there is, one of some things, so many of them.
# A game names its own with `does`, the action that takes what is chosen as its first field.


Thing = TypeVar("Thing")


class Only(msgspec.Struct, frozen=True):
    """Offer: an action with nothing to choose."""

    does: ClassVar[type]

    def some(self, _dice: Dice) -> Any:
        """The one action there is."""
        return self.does()

    def allows(self, action: Any) -> bool:
        """Is it that action?"""
        return type(action) is self.does


class OneOf(msgspec.Struct, Generic[Thing], frozen=True):
    """Offer: an action with exactly one of these things."""

    does: ClassVar[type]
    things: tuple[Thing, ...]

    def some(self, dice: Dice) -> Any:
        """Any of them."""
        return self.does(dice.choice(self.things))

    def allows(self, action: Any) -> bool:
        """Is it one of them?"""
        return type(action) is self.does and _chosen(action) in self.things


class SomeOf(msgspec.Struct, frozen=True):
    """Offer: an action with exactly `count` of these things, each once, in any order."""

    does: ClassVar[type]
    things: tuple[str, ...]
    count: int

    def some(self, dice: Dice) -> Any:
        """Any of them."""
        return self.does(tuple(sample(dice, self.things, self.count)))

    def allows(self, action: Any) -> bool:
        """Are they exactly so many of them?"""
        return type(action) is self.does and are_some(_chosen(action), self.count, self.things)


def are_some(things: tuple[str, ...], count: int, of: tuple[str, ...]) -> bool:
    """Are they exactly so many different ones of these?"""
    chosen = set(things)
    return len(things) == count == len(chosen) and chosen.issubset(of)


def _chosen(action: Any) -> Any:
    return getattr(action, action.__struct_fields__[0])
