"""Pools that pay for laws: one for each House, one for the throne (GE-CRT-18, R-77, R-78)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.engine.records import replace

THRONE: Final = "throne"  # the payer that is no House: the Sovereign


class Pool(Struct, frozen=True, kw_only=True):
    """The pool of a House or the throne. A Favor in it is blank until it is kept."""

    payer: str
    power: int
    favors: int

    @property
    def points(self) -> int:
        """What it can pay: each Power and each Favor is 1 point (GE-CRT-34)."""
        return self.power + self.favors


class Share(Struct, frozen=True, kw_only=True):
    """One payer's part of the cost of one law."""

    payer: str
    power: int = 0
    favors: int = 0

    @property
    def points(self) -> int:
        """The points of the cost that it covers (GE-CRT-34)."""
        return self.power + self.favors


class Wrong(StrEnum):
    """Why a payment is wrong."""

    UNKNOWN = "unknown"  # this payer has no pool
    TWICE = "twice"  # a payer is named twice
    NEGATIVE = "negative"
    TOO_MUCH = "too-much"  # more than the payer's pool holds
    SHORT = "short"
    OVER = "over"


class Mistake(Struct, frozen=True, kw_only=True):
    """A mistake in a payment: whose share, and how many points are missing or too many."""

    wrong: Wrong
    payer: str = ""
    points: int = 0


def points_left(pools: Sequence[Pool]) -> int:
    """What all pools together can still pay, in points."""
    return sum(pool.points for pool in pools)


def missing(pools: Sequence[Pool], cost: int) -> int:
    """How many points all pools together lack for a cost; 0 if they cover it (R-78)."""
    return max(0, cost - points_left(pools))


def first_mistake(pools: Sequence[Pool], shares: Sequence[Share], cost: int) -> Mistake | None:
    """The first mistake in a payment. None if it covers the cost exactly.

    Rules: GE-CRT-32, GE-CRT-33, GE-CRT-34, R-78.
    """
    held, named = {pool.payer: pool for pool in pools}, set[str]()
    for share in shares:
        pool = held.get(share.payer)
        if pool is None:
            return Mistake(wrong=Wrong.UNKNOWN, payer=share.payer)
        if share.payer in named:
            return Mistake(wrong=Wrong.TWICE, payer=share.payer)
        if share.power < 0 or share.favors < 0:
            return Mistake(wrong=Wrong.NEGATIVE, payer=share.payer)
        if share.power > pool.power or share.favors > pool.favors:
            return Mistake(wrong=Wrong.TOO_MUCH, payer=share.payer)
        named.add(share.payer)
    given = sum(share.points for share in shares)
    if given < cost:
        return Mistake(wrong=Wrong.SHORT, points=cost - given)
    return Mistake(wrong=Wrong.OVER, points=given - cost) if given > cost else None


def pools_after(pools: Sequence[Pool], shares: Sequence[Share]) -> tuple[Pool, ...]:
    """The pools without these shares. What was spent goes to the bank (R-77)."""
    gone = {share.payer: share for share in shares}
    return tuple(
        replace(pool, power=pool.power - gone[pool.payer].power, favors=pool.favors - gone[pool.payer].favors)
        if pool.payer in gone
        else pool
        for pool in pools
    )


def in_turn(pools: Sequence[Pool], cost: int) -> tuple[Share, ...] | None:
    """Shares if nobody is named: 1 point in turn from each pool that is not empty, Favors first (R-78).

    `pools`: in the order of payment: the host's, other Houses', the throne's. None if they do not cover the cost.
    """
    if missing(pools, cost):
        return None
    order = tuple(payer for payer, _round in zip(_rounds(pools), range(cost), strict=False))
    return tuple(_share(pool, order.count(pool.payer)) for pool in pools if pool.payer in order)


def _rounds(pools: Sequence[Pool]) -> Iterator[str]:
    for turn in range(max((pool.points for pool in pools), default=0)):
        yield from (pool.payer for pool in pools if pool.points > turn)


def _share(pool: Pool, points: int) -> Share:
    favors = min(points, pool.favors)
    return Share(payer=pool.payer, power=points - favors, favors=favors)
