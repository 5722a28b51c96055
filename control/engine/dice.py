"""What a bot needs of a source of chance; the standard library's seeded generator has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")


class Dice(Protocol):
    """Seeded chance, handed in: the same dice bring the same day."""

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        ...

    def choice(self, seq: Sequence[T]) -> T:
        """One of some things."""
        ...

    def randint(self, a: int, b: int) -> int:
        """A number from a to b, both included."""
        ...


@dataclass(frozen=True, slots=True)
class DiceChance:
    """The chance of a decision, thrown with dice: the same dice bring the same events."""

    dice: Dice

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in a random order."""
        mixed, randint = list(items), self.dice.randint
        for last in range(len(mixed) - 1, 0, -1):
            other = randint(0, last)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)
