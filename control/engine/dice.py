"""What a bot needs of a source of chance; the standard library's seeded generator has it."""

from __future__ import annotations

from collections.abc import Sequence
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
