"""Majorities as data: the fraction, the votes it is taken of, extra votes, and ties (R-80, R-105)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Verdict(StrEnum):
    """The result of a count."""

    PASSES = "passes"
    REJECTED = "rejected"
    TIE = "tie"


class Majority(Struct, frozen=True, kw_only=True):
    """The fraction of votes that passes. Extra votes for and against count as votes, never as assembled players.

    `equal`: the result of exactly that fraction, a tie that somebody decides, or a pass.
    """

    part: int
    whole: int
    equal: Verdict


class Count(Struct, frozen=True, kw_only=True):
    """Votes for and against. Assembled players who are not for it are against it."""

    assembled: int
    favor: int
    against: int


LAW: Final = Majority(part=1, whole=2, equal=Verdict.TIE)
"""More for than against; equal is a tie, which the Sovereign or the agent decides (GE-CRT-28, GE-CRT-30)."""


def uprising(fraction: tuple[int, int]) -> Majority:
    """Two thirds of the assembled players, or the scenario's `uprising_fraction`. Exactly that many are enough (GE-CRT-97)."""
    part, whole = fraction
    return Majority(part=part, whole=whole, equal=Verdict.PASSES)


def count_votes(assembled: int, raised: int, *, extra_favor: int = 0, extra_against: int = 0) -> Count:
    """For = raised + extra votes for; Against = assembled - raised + extra votes against (GE-CRT-28, R-80, R-127)."""
    return Count(assembled=assembled, favor=raised + extra_favor, against=assembled - raised + extra_against)


def judge_count(majority: Majority, count: Count) -> Verdict:
    """The result of a count among all votes given, in exact integers (GE-CRT-28, GE-CRT-29, GE-CRT-30)."""
    return _compare(majority, count.favor, count.favor + count.against)


def judge_uprising(majority: Majority, assembled: int, standing: int, *, extra: int = 0) -> Verdict:
    """The result of an Uprising: 3 x (standing + extra votes) >= 2 x assembled. Extra votes are not assembled (R-105)."""
    return _compare(majority, standing + extra, assembled)


def needed(majority: Majority, assembled: int) -> int:
    """How many votes it needs, extra votes included."""
    least = -(-majority.part * assembled // majority.whole)
    exact = least * majority.whole == majority.part * assembled
    return least + 1 if exact and majority.equal is not Verdict.PASSES else least


def _compare(majority: Majority, favor: int, of: int) -> Verdict:
    have, take = majority.whole * favor, majority.part * of
    if have == take:
        return majority.equal
    return Verdict.PASSES if have > take else Verdict.REJECTED
