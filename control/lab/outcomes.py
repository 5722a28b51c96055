"""Outcomes of games in the lab: flat values under keys, and a task's outcomes packed as one body of bytes. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

import msgspec

from control.engine.language import later, say


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What one game came to.

    Keys are paths of lower case with slashes: `winner/team`, `month/4/over`, `team/cat/idle-months`.
    `names` are answers (which team, which ending), `counts` whole numbers (seconds, how often; left out when nought),
    `curves` one whole number for each round (what a team has by month).
    """

    seed: int
    names: Mapping[str, str] = {}
    counts: Mapping[str, int] = {}
    curves: Mapping[str, tuple[int, ...]] = {}


class Played(Protocol):
    """A game under study: a scenario's whole day, or one variant of a side table."""

    @property
    def key(self) -> str:
        """What it is called in addresses and rows: `day`, or a side table's with how many play."""
        ...

    @property
    def title(self) -> str: ...

    def play(self, seed: int) -> Outcome:
        """Play one game to its end.

        Raises:
            Stuck: it does not come to one; the seed is told in the report.
        """
        ...


def encoded(outcome: Outcome) -> bytes:
    """The one way in which an outcome is written: keys in order, so that equal outcomes are equal bytes."""
    return msgspec.json.encode(outcome, order="sorted")


def decoded(body: bytes) -> Outcome:
    """Read it back."""
    return msgspec.json.decode(body, type=Outcome)


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
