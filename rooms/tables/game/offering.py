"""Offers of the plainest kinds, which every game has: the one action there is, one of some things, so many of them.

A game names its own with `does`, the action that takes what is chosen as its first field.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.parts import sample

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
