"""Statistics of the lab: intervals of shares and means, and a test of two scenarios that may be checked at any time. Pure.

Only additions, multiplications, divisions and roots are used, because every machine rounds them alike. So equal outcomes give the
same report, byte for byte.

Sources: Wilson 1927 for the interval of a share; Newcombe 1998, method 10, for that of a difference; for the sequential test
Ville's inequality and the mixture of Krichevsky and Trofimov (Jeffreys' prior), as in Ramdas, Grünwald, Vovk, Shafer 2023,
"Game-Theoretic Statistics and Safe Anytime-Valid Inference".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from msgspec import Struct

Z95: Final = 1.959963984540054  # 97.5 % quantile of the normal distribution
ASIDE: Final = 3.0  # the same for 18 answers at once: one of 20 such tables has a false alarm (Bonferroni)
ALPHA: Final = 0.05  # highest probability that two equal scenarios are called different


class Interval(Struct, frozen=True, kw_only=True):
    """A value with its 95 % bounds."""

    value: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def wilson(count: int, of: int, z: float = Z95) -> Interval:
    """Share with its score interval (Wilson 1927). It stays within 0 and 1, and has a width even for a share of 0."""
    if of <= 0:
        return Interval(value=0.0, low=0.0, high=1.0)
    share, more = count / of, z * z / of
    middle = (share + more / 2) / (1 + more)
    half = z * sqrt(share * (1 - share) / of + more / (4 * of)) / (1 + more)
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Interval(value=share, low=0.0 if count == 0 else low, high=1.0 if count == of else high)


def difference(count: int, of: int, other: int, of_other: int) -> Interval:
    """Second share minus first share, with bounds (Newcombe 1998, method 10)."""
    first, second = wilson(count, of), wilson(other, of_other)
    by = second.value - first.value
    low = by - sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    high = by + sqrt((second.high - second.value) ** 2 + (first.value - first.low) ** 2)
    return Interval(value=by, low=max(low, -1.0), high=min(high, 1.0))


def mean(values: Sequence[int]) -> Interval:
    """Mean of whole numbers with its normal interval. A single number has no width."""
    count = len(values)
    if not count:
        return Interval(value=0.0, low=0.0, high=0.0)
    total, squares = sum(values), sum(value * value for value in values)
    value = total / count
    if count == 1:
        return Interval(value=value, low=value, high=value)
    spread = (squares * count - total * total) / (count * (count - 1))  # the numerator is a whole number: exact
    half = Z95 * sqrt(spread / count)
    least = 0.0 if min(values) >= 0 else value - half  # values of 0 or more have no negative mean
    return Interval(value=value, low=max(value - half, least), high=value + half)


@dataclass(slots=True)
class SignTest:
    """Fold: sequential test whether two scenarios differ, valid after every pair of games (a sign test by betting).

    A pair is two games of the same seed. Equal results are ignored. If the scenarios do not differ, each is ahead in half of the
    pairs, however the two games of a pair are correlated. `evidence` is the wealth of a player who bets 1 on "they differ", with
    the shares seen so far (Krichevsky and Trofimov's mixture). The bet is fair if they do not differ. Then the wealth ever reaches
    1/alpha with a probability of at most alpha (Ville). So a study may stop as soon as it does.

    `alike`: number of questions tested at once. The evidence must be as many times stronger (Bonferroni).
    """

    alike: int = 1
    alpha: float = ALPHA
    more: int = 0  # pairs with a greater second value
    fewer: int = 0
    pairs: int = 0
    evidence: float = 1.0
    strongest: float = 1.0
    found: int = 0  # number of pairs after which it was significant; 0 for not yet

    def see(self, first: int, second: int) -> None:
        """Add a pair: the value of the first scenario's game and of the second's."""
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
        """Always-valid p-value: highest probability that equal scenarios ever look as different."""
        return min(1.0, self.alike / self.strongest)


def sign_test(pairs: Iterable[tuple[int, int]], *, alike: int = 1, alpha: float = ALPHA) -> SignTest:
    """Test of these pairs, in order."""
    test = SignTest(alike=alike, alpha=alpha)
    for first, second in pairs:
        test.see(first, second)
    return test
