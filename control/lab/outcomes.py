"""Outcomes of games in the lab: flat values under keys, and a task's outcomes packed as one body of bytes. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

import msgspec

from control.engine.language import later, say


class GameOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one game as flat values.

    Keys are paths of lower case with slashes: `winner/team`, `month/4/over`, `team/cat/idle-months`. `names`: answers, such as the
    winning team. `counts`: whole numbers, such as seconds; zeros are left out. `curves`: one whole number for each round, such as a
    team's points by month.
    """

    seed: int
    names: Mapping[str, str] = {}
    counts: Mapping[str, int] = {}
    curves: Mapping[str, tuple[int, ...]] = {}


class StudiedGame(Protocol):
    """A game under study: the whole day of a scenario, or one variant of a side table."""

    @property
    def key(self) -> str:
        """Name in addresses and rows: `day`, or a side table's with its number of players."""
        ...

    @property
    def title(self) -> str: ...

    def play(self, seed: int) -> GameOutcome:
        """Play one game to its end.

        Raises:
            Stuck: the game does not end. The report shows its seed.
        """
        ...


def encode_outcome(outcome: GameOutcome) -> bytes:
    """Canonical bytes of an outcome: keys are sorted, so that equal outcomes are equal bytes."""
    return msgspec.json.encode(outcome, order="sorted")


def decode_outcome(body: bytes) -> GameOutcome:
    return msgspec.json.decode(body, type=GameOutcome)


STUCK: Final = "stuck"  # key of the reason why a game did not end; such an outcome has no other values
UNREADABLE: Final = later("What stands in its row cannot be read.")


def stuck_outcome(seed: int, why: str) -> GameOutcome:
    """Outcome of a game that does not end."""
    return GameOutcome(seed=seed, names={STUCK: why})


def pack_outcomes(lines: Iterable[bytes]) -> bytes:
    """Pack encoded outcomes into one compressed body."""
    return zlib.compress(b"\n".join(lines))


def lines_in(body: bytes) -> tuple[bytes, ...]:
    """Encoded outcomes of a body."""
    return tuple(zlib.decompress(body).split(b"\n"))


def outcomes_in(body: bytes) -> Iterator[GameOutcome]:
    """Outcomes of a body, in seed order."""
    return map(decode_outcome, lines_in(body))


def whole_outcomes(body: bytes, seeds: range) -> tuple[GameOutcome, ...]:
    """Outcomes of a body. If another worker wrote an unreadable one, all its games count as stuck."""
    try:
        return tuple(outcomes_in(body))
    except (zlib.error, ValueError):
        return tuple(stuck_outcome(seed, say(UNREADABLE)) for seed in seeds)


def difference(one: bytes, other: bytes) -> str:
    """Games with different results, and the first different field of each. "" if all are equal."""
    try:
        return _difference(one, other)
    except (zlib.error, ValueError):
        return say(UNREADABLE)


def _difference(one: bytes, other: bytes) -> str:
    told = []
    for mine, yours in zip(lines_in(one), lines_in(other), strict=False):
        if mine != yours:
            first, second = decode_outcome(mine), decode_outcome(yours)
            told.append(f"seed {first.seed}: {_field(first, second)}")
    if len(lines_in(one)) != len(lines_in(other)):
        told.append("not as many games")
    return "; ".join(told)


def _field(one: GameOutcome, other: GameOutcome) -> str:
    for name in ("names", "counts", "curves"):
        mine, yours = getattr(one, name), getattr(other, name)
        for key in sorted({*mine, *yours}):
            if mine.get(key) != yours.get(key):
                return f"{key} is {mine.get(key)} and {yours.get(key)}"
    return f"seed {one.seed} and {other.seed}"
