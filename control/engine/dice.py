"""Dice for bots. The standard library's `random.Random` satisfies the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Dice(Protocol):
    """Seeded random numbers. The same seed brings the same day."""

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of the items."""
        ...

    def randint(self, a: int, b: int) -> int:
        """Return a number from a to b, both included."""
        ...


class DiceChance(Struct, frozen=True):
    """Chance of a decision, drawn from dice. The same seed brings the same events."""

    dice: Dice

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order."""
        mixed, choice = list(items), self.dice.choice
        for last in range(len(mixed) - 1, 0, -1):
            other = choice(range(last + 1))  # the same throw as `randint`, and faster
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)
