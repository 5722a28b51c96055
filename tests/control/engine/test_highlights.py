"""Highlights of a day for the whole hall: dramatic ones first, few of the same sort, special ones before common ones."""

from __future__ import annotations

from collections.abc import Sequence

from control.engine.chronicle import Chronicle, Fact, PersonDeed, RoundSpan
from control.engine.highlights import FEW, NewsTold, highlights
from control.engine.records import replace
from control.engine.reports import Report, ReportKind
from tests.rooms.chronicled import AT


def fact(kind: str, seq: int, weight: int) -> Fact:
    return Fact(id=f"{kind}:{seq}", kind=kind, seq=seq, round=1, words=f"{kind} {seq}", weight=weight)


def news(about: str, seq: int, weight: int) -> NewsTold:
    report = Report(to="all", kind=ReportKind.NEWS, words=f"{about} {seq}", about=about, weight=weight)
    return NewsTold(seq=seq, round=1, report=report)


def day(*facts: Fact, deeds: Sequence[PersonDeed] = ()) -> Chronicle:
    rounds = tuple(RoundSpan(number=each, first=each, last=each, began=AT, ended=AT) for each in (1, 2, 3))
    return Chronicle(rounds=rounds, facts=facts, deeds=tuple(deeds))


def chosen(told: Chronicle, *read: NewsTold, most: int = 9, but: Sequence[Fact] = ()) -> list[str]:
    return [each.words for each in highlights(told, read, lambda seq: seq, most, but=but)]


def test_what_a_day_had_once_stands_before_what_it_had_all_day_long():
    betrayals = [fact("betrayal", seq, 8) for seq in range(1, 9)]

    assert chosen(day(*betrayals, fact("coup", 20, 7)), most=3) == ["coup 20", "betrayal 1", "betrayal 2"]


def test_each_further_one_of_a_sort_makes_room_for_another():
    told = day(*(fact("betrayal", seq, 8) for seq in (1, 2, 3)), *(fact("forged-order", seq, 6) for seq in (7, 8, 9)))

    assert chosen(told, most=4) == ["betrayal 1", "forged-order 7", "betrayal 2", "forged-order 8"]


def test_news_weigh_as_the_deed_that_their_entry_brought():
    deeds = [PersonDeed(kind="crowned", who="team:cat", seq=5, round=1, words="", weight=10)]
    read = (news("first", 1, 30), news("throne:cat", 5, 2))

    assert chosen(day(), *read) == ["first 1", "throne:cat 5"]
    assert chosen(day(deeds=deeds), *read) == ["throne:cat 5", "first 1"]


def test_of_one_moment_one_alone_and_nothing_that_is_told_already():
    told = day(fact("death", 5, 6), fact("forged-order", 6, 6))

    assert chosen(told, news("death:cat-1", 5, 1), news("throne", 9, 2)) == ["throne 9", "death 5", "forged-order 6"]
    assert chosen(told, but=[fact("another", 6, 1)]) == ["death 5"]


def test_what_several_did_together_and_the_news_of_it_are_one_thing():
    def stood(seq: int, over: int, whom: str = "team:cat") -> Fact:
        return replace(fact("uprising", seq, 6), over=over, touches=(whom,))

    once = day(stood(1, 9), stood(2, 9), stood(11, 19), stood(12, 19))
    assert chosen(once, news("uprising:1", 9, 1)) == ["uprising:1 9", "uprising 11"]
    assert chosen(once) == ["uprising 1", "uprising 11"]  # nobody read the news
    assert chosen(once, news("uprising:1", 9, 1), but=[stood(3, 9)]) == ["uprising 11"]
    assert chosen(once, news("death:cat-1", 9, 1)) == ["death:cat-1 9", "uprising 1", "uprising 11"]
    assert chosen(day(stood(1, 9), stood(2, 9, "team:wolf"))) == ["uprising 1", "uprising 2"]
    assert chosen(day(stood(1, 0), stood(2, 0))) == ["uprising 1", "uprising 2"]


def test_what_many_did_together_happened_once():
    together = [replace(fact("uprising", seq, 5), over=20) for seq in range(1, 7)]

    assert chosen(day(*together, fact("coup", 30, 6), fact("coup", 31, 6), fact("coup", 32, 6)), most=1) == ["uprising 1"]


def test_what_is_hardly_worth_a_word_fills_a_quiet_day_alone():
    dull = [fact("bribe", seq, 1) for seq in range(1, 9)]

    assert len(chosen(day(*dull))) == FEW
    dramatic = [fact(f"sort-{seq}", seq, 6) for seq in range(11, 11 + FEW)]
    assert chosen(day(*dull, *dramatic)) == [each.words for each in dramatic]
    assert chosen(day()) == []
