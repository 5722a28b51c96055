"""Outcome of one game in the lab: what a whole day, or a whole game at a side table, came to, as flat values under keys.

A seed goes in, an outcome comes out, and the same seed brings the same outcome on every machine. A report is a fold over outcomes
in the order of their seeds; which worker played which of them cannot be read from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec


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
