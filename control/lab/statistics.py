"""Statistics of the lab: intervals of shares and means, a test of two scenarios that may be looked at all the time. Pure.

Every number is made by additions, multiplications, divisions and roots alone, which are rounded alike on every machine: the same
outcomes give the same report byte for byte.

Sources: Wilson 1927 for the interval of a share; Newcombe 1998, method 10, for that of a difference; for the sequential test
Ville's inequality and the mixture of Krichevsky and Trofimov (Jeffreys' prior), as in Ramdas, Grünwald, Vovk, Shafer 2023,
"Game-Theoretic Statistics and Safe Anytime-Valid Inference".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

Z95: Final = 1.959963984540054  # 97.5 % of the normal distribution lie below
ASIDE: Final = 3.0  # the same for 18 answers side by side, so that of 20 such tables one calls out anything by chance (Bonferroni)
ALPHA: Final = 0.05  # how often at most two equal scenarios are called different


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Where a value lies, and between which bounds it may be (95 %)."""

    value: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def wilson(count: int, of: int, z: float = Z95) -> Interval:
    """A share with its score interval: never below 0 or above 1, and of some width also where the share is 0 (Wilson 1927)."""
    if of <= 0:
        return Interval(value=0.0, low=0.0, high=1.0)
    share, more = count / of, z * z / of
    middle = (share + more / 2) / (1 + more)
    half = z * sqrt(share * (1 - share) / of + more / (4 * of)) / (1 + more)
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Interval(value=share, low=0.0 if count == 0 else low, high=1.0 if count == of else high)


def difference(count: int, of: int, other: int, of_other: int) -> Interval:
    """How much greater the second of two shares is (Newcombe 1998, method 10)."""
    first, second = wilson(count, of), wilson(other, of_other)
    by = second.value - first.value
    low = by - sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    high = by + sqrt((second.high - second.value) ** 2 + (first.value - first.low) ** 2)
    return Interval(value=by, low=max(low, -1.0), high=min(high, 1.0))


def mean(values: Sequence[int]) -> Interval:
    """The mean of whole numbers with its normal interval; of one number alone nobody knows how wide it is."""
    count = len(values)
    if not count:
        return Interval(value=0.0, low=0.0, high=0.0)
    total, squares = sum(values), sum(value * value for value in values)
    value = total / count
    if count == 1:
        return Interval(value=value, low=value, high=value)
    spread = (squares * count - total * total) / (count * (count - 1))  # whole numbers above the line: nothing is lost
    half = Z95 * sqrt(spread / count)
    least = 0.0 if min(values) >= 0 else value - half  # what is never below nought has no mean there
    return Interval(value=value, low=max(value - half, least), high=value + half)


@dataclass(slots=True)
class SignTest:
    """Fold: do two scenarios differ, looked at after every pair of games (a sign test by betting).

    Pairs are games of the same seed; those that come out alike say nothing. Where the scenarios do not differ, either is ahead in
    one pair of two, however the games of a pair hang together. `evidence` is what a stake of 1 has become that was laid on "they
    differ" with the shares seen so far (Krichevsky and Trofimov's mixture): a fair bet where they do not. It comes to 1/alpha ever,
    at whatever moment one looks, with a probability of alpha at most (Ville). So a study may stop as soon as it does.

    `alike` are questions asked at once: the evidence must be so many times as strong (Bonferroni).
    """

    alike: int = 1
    alpha: float = ALPHA
    more: int = 0  # pairs in which the second is greater
    fewer: int = 0
    pairs: int = 0
    evidence: float = 1.0
    strongest: float = 1.0
    found: int = 0  # after how many pairs it was significant; 0 for not yet

    def see(self, first: int, second: int) -> None:
        """A pair: what the first scenario's game came to and the second's."""
        self.pairs += 1
        if first == second:
            return
        ahead = self.more if second > first else self.fewer
        self.evidence *= 2 * (ahead + 0.5) / (self.more + self.fewer + 1)
        if second > first:
            self.more += 1
        else:
            self.fewer += 1
        self.strongest = max(self.strongest, self.evidence)
        if not self.found and self.evidence * self.alpha >= self.alike:
            self.found = self.pairs

    @property
    def chance(self) -> float:
        """At most how often two equal scenarios look as different as these, ever (an always-valid p-value)."""
        return min(1.0, self.alike / self.strongest)


def sign_test(pairs: Iterable[tuple[int, int]], *, alike: int = 1, alpha: float = ALPHA) -> SignTest:
    """The test over some pairs in their order."""
    test = SignTest(alike=alike, alpha=alpha)
    for first, second in pairs:
        test.see(first, second)
    return test
