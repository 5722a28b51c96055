"""Diversified ranking: what of a day is told to a whole hall, the most dramatic first and seldom the same sort twice.

Pure. Facts weigh what their chronicler gave them. News weigh by the order in which they are told, or as the deed that the same
entry brought where that weighs more: who takes the throne does so in one entry, as news and as a deed. What a day had once or twice
is special to it and weighs more, what came every round less; and so does each further highlight of one sort, for a day of thirty
betrayals is not told as thirty betrayals. Of one moment there is one alone, and so of one thing: news of it, or a secret that ended
with those news, or one of several secrets of one sort about the same people that ended together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from control.engine.chronicle import Chronicle, Fact
from control.engine.reports import Report

NEWS: Final = 8  # what the news that are told first of all weigh; a fact of such a weight decides a day
SELDOM: Final = 2  # of what there is no more than this often on a day
SPECIAL: Final = 2  # by how much that weighs more, and what there is more often than rounds less
LEAST: Final = 3.5  # what is less dramatic is told where hardly anything else is
FEW: Final = 5
AGAIN: Final = 3  # by how much each further one of a sort weighs less


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """Something to tell: a fact, or news in their words. `sort` is what it is like others in: its kind, or what news are about."""

    sort: str
    seq: int
    round: int
    words: str
    weight: float
    fact: Fact | None = None
    about: str = ""  # of news, whom or what of its sort

    @property
    def ended(self) -> int:
        """The entry with which it was over: of news, and of what lasts, that with which it began."""
        return self.fact.over or self.seq if self.fact is not None else self.seq


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsTold:
    """A piece of news that was read by everybody, with its entry and its round."""

    seq: int
    round: int
    report: Report


def highlights(
    told: Chronicle, news: Sequence[NewsTold], settled: Callable[[int], int], most: int, *, but: Iterable[Fact] = ()
) -> tuple[Highlight, ...]:
    """At most so many of a day, the most dramatic first; nothing of what is told already, the facts `but`."""
    found = [*_of_facts(told), *_of_news(told, news)]
    # One thing may be fact and news, and several did it together.
    often = Counter(sort for sort, _at in {(each.sort, settled(each.ended)) for each in found})
    known = [_of_fact(each) for each in but]
    left = sorted(found, key=lambda each: (-each.weight, each.seq))
    chosen, moments, sorts = list[Highlight](), {settled(each.seq) for each in known}, Counter[str]()

    def drama(each: Highlight) -> float:
        special = (often[each.sort] <= SELDOM) - (often[each.sort] > max(len(told.rounds), SELDOM))
        return each.weight + SPECIAL * special - AGAIN * sorts[each.sort]

    while len(chosen) < most:
        left = [
            each
            for each in left
            if settled(each.seq) not in moments and not any(_is_same(each, other, settled) for other in (*known, *chosen))
        ]
        best = max(left, key=drama, default=None)
        if best is None or (drama(best) < LEAST and len(chosen) >= FEW):
            break
        chosen.append(best)
        moments.add(settled(best.seq))
        sorts[best.sort] += 1
    return tuple(chosen)


def sort_of(report: Report) -> str:
    """What news are about, without of whom: "death" of "death:cat-1"."""
    return report.about.partition(":")[0]


def _is_same(one: Highlight, other: Highlight, settled: Callable[[int], int]) -> bool:
    """Are they one thing that happened? What is not over is told by its moment alone."""
    if one.sort != other.sort or settled(one.ended) != settled(other.ended):
        return False
    if one.fact is None or other.fact is None:
        return True
    return bool(one.fact.over) and one.fact.touches == other.fact.touches


def _of_facts(told: Chronicle) -> Iterable[Highlight]:
    yield from map(_of_fact, told.facts)


def _of_fact(fact: Fact) -> Highlight:
    return Highlight(sort=fact.kind, seq=fact.seq, round=fact.round, words=fact.words, weight=max(fact.weight, 1), fact=fact)


def _of_news(told: Chronicle, news: Sequence[NewsTold]) -> Iterable[Highlight]:
    highest = max((each.report.weight for each in news), default=0)
    deeds: dict[int, int] = {}
    for deed in told.deeds:
        deeds[deed.seq] = max(deed.weight, deeds.get(deed.seq, 0))
    for each in news:
        weight = max(NEWS * each.report.weight / max(highest, 1), deeds.get(each.seq, 0))
        sort, about = sort_of(each.report), each.report.about.partition(":")[2]
        yield Highlight(sort=sort, seq=each.seq, round=each.round, words=each.report.words, weight=weight, about=about)
