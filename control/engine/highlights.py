"""Highlights of a day for the whole hall: the most dramatic first, and varied in sort.

Pure. A fact has the weight that its chronicler gave it. News weigh by their rank, or as much as a deed of the same entry if that
weighs more: a new Sovereign is news and a deed in one entry. A sort that a day had once or twice weighs more. A sort that came more
often than there are rounds weighs less, and so does each further highlight of a chosen sort. So thirty betrayals do not fill the
list.

Each moment gives one highlight at most, and so does each incident. News and a secret that ended with them are one incident. So are
several secrets of one sort about the same people that ended together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from control.engine.chronicle import Chronicle, Fact
from control.engine.reports import Report

NEWS: Final = 8  # weight of the top news; a fact of this weight decides a day
SELDOM: Final = 2  # a sort that a day has at most this often is rare
SPECIAL: Final = 2  # bonus of a rare sort, malus of one that comes more often than rounds
LEAST: Final = 3.5  # below this drama, highlights only fill up to `FEW`
FEW: Final = 5
AGAIN: Final = 3  # malus of each further highlight of a sort


class Highlight(Struct, frozen=True, kw_only=True):
    """One highlight: a fact, or news. `sort`: the fact's kind, or the subject of the news, for variety."""

    sort: str
    seq: int
    round: int
    words: str
    weight: float
    fact: Fact | None = None
    about: str = ""  # of news: the person or thing within the sort

    @property
    def ended(self) -> int:
        """The entry that ended it; for news, and for a fact without end, the entry that began it."""
        return self.fact.over or self.seq if self.fact is not None else self.seq


class NewsTold(Struct, frozen=True, kw_only=True):
    """A piece of news that everybody read, with its entry and its round."""

    seq: int
    round: int
    report: Report


def highlights(
    told: Chronicle, news: Sequence[NewsTold], settled: Callable[[int], int], most: int, *, but: Iterable[Fact] = ()
) -> tuple[Highlight, ...]:
    """Return at most `most` highlights, the most dramatic first. `but`: facts that the page shows already; they are left out."""
    found = [*_of_facts(told), *_of_news(told, news)]
    # One incident may be a fact and news, and several people may have caused it together.
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
    """Return the subject of news without the person: "death" of "death:cat-1"."""
    return report.about.partition(":")[0]


def _is_same(one: Highlight, other: Highlight, settled: Callable[[int], int]) -> bool:
    """Are both the same incident? A fact that is not over is identified by its moment only."""
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
