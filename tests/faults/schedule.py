"""When what is killed, drawn from a seed: the same seed strikes the same parts in the same order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LONGEST = 4.0  # seconds that a part stays dead
GAP = (1.5, 6.0)  # seconds of quiet after a part has come back


@dataclass(frozen=True, slots=True)
class Strike:
    """A part dies for so many seconds: `ahead` seconds before the next end of a phase, or after so much quiet."""

    part: str
    dead: float
    quiet: float
    ahead: float | None


def strikes(seed: int, parts: Sequence[str], *, most: int | None = None) -> Iterator[Strike]:
    """Every part once, in an order that is drawn, and so on; every other strike is aimed at the end of a phase."""
    dice = random.Random(seed)
    number = 0
    while True:
        for part in dice.sample(sorted(parts), len(parts)):
            if most is not None and number >= most:
                return
            ahead = dice.uniform(0.05, 0.8) if number % 2 else None
            yield Strike(part, dice.uniform(0.2, LONGEST), dice.uniform(*GAP), ahead)
            number += 1
