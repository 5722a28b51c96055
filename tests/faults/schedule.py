"""Random plan of kills: the same seed kills the same parts in the same order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from msgspec import Struct

LONGEST = 4.0  # most seconds that a part stays dead
GAP = (1.5, 6.0)  # seconds of quiet after a part has come back


class Strike(Struct, frozen=True):
    """One kill of a part.

    `dead`: seconds that the part stays dead. `quiet`: seconds to wait before the kill. `ahead`: if set, kill this many seconds
    before the next end of a phase.
    """

    part: str
    dead: float
    quiet: float
    ahead: float | None


def strikes(seed: int, parts: Sequence[str], *, most: int | None = None) -> Iterator[Strike]:
    """Kills of every part once in random order, over and over. Every other kill is aimed at the end of a phase."""
    dice = random.Random(seed)
    number = 0
    while True:
        for part in dice.sample(sorted(parts), len(parts)):
            if most is not None and number >= most:
                return
            ahead = dice.uniform(0.05, 0.8) if number % 2 else None
            yield Strike(part, dice.uniform(0.2, LONGEST), dice.uniform(*GAP), ahead)
            number += 1
