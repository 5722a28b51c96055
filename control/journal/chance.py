"""Chance from the operating system, for commands that `control.journal.desk` carries out."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom
from typing import TypeVar

T = TypeVar("T")
_dice = SystemRandom()


class RealChance:
    """Chance from the operating system."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in a random order."""
        return tuple(_dice.sample(items, len(items)))


FRESH = RealChance()
