"""Outcomes of a task as one body of bytes, packed: the same outcomes are the same lines, whoever has played them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from control.engine.language import later, say
from control.lab.outcomes import Outcome, decoded

STUCK: Final = "stuck"  # under this name stands why a game did not come to its end; such an outcome has nothing else
UNREADABLE: Final = later("What stands in its row cannot be read.")


def stuck(seed: int, why: str) -> Outcome:
    """What stands for a game that does not come to its end."""
    return Outcome(seed=seed, names={STUCK: why})


def packed(lines: Iterable[bytes]) -> bytes:
    """A body of outcomes, each as it is written."""
    return zlib.compress(b"\n".join(lines))


def lines_in(body: bytes) -> tuple[bytes, ...]:
    """The outcomes of a body as they are written."""
    return tuple(zlib.decompress(body).split(b"\n"))


def outcomes_in(body: bytes) -> Iterator[Outcome]:
    """The outcomes of a body, in the order of their seeds."""
    return map(decoded, lines_in(body))


def whole_outcomes(body: bytes, seeds: range) -> tuple[Outcome, ...]:
    """The outcomes of a body; one that cannot be read, for somebody else has written it, is told as games that did not end."""
    try:
        return tuple(outcomes_in(body))
    except (zlib.error, ValueError):
        return tuple(stuck(seed, say(UNREADABLE)) for seed in seeds)


def difference(one: bytes, other: bytes) -> str:
    """Which games came out otherwise, and the first field of each that did; "" where all are the same."""
    try:
        return _difference(one, other)
    except (zlib.error, ValueError):
        return say(UNREADABLE)


def _difference(one: bytes, other: bytes) -> str:
    told = []
    for mine, yours in zip(lines_in(one), lines_in(other), strict=False):
        if mine != yours:
            first, second = decoded(mine), decoded(yours)
            told.append(f"seed {first.seed}: {_field(first, second)}")
    if len(lines_in(one)) != len(lines_in(other)):
        told.append("not as many games")
    return "; ".join(told)


def _field(one: Outcome, other: Outcome) -> str:
    for name in ("names", "counts", "curves"):
        mine, yours = getattr(one, name), getattr(other, name)
        for key in sorted({*mine, *yours}):
            if mine.get(key) != yours.get(key):
                return f"{key} is {mine.get(key)} and {yours.get(key)}"
    return f"seed {one.seed} and {other.seed}"
