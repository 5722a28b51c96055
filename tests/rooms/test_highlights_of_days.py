"""Highlights that the console proposes for the hall differ from day to day, with what happened."""

from __future__ import annotations

import pytest

from control.bots.habits import Habits
from control.engine.highlights import Highlight, NewsTold, highlights
from control.engine.reports import ReportKind
from tests.rooms.chronicled import Chronicled
from tests.rooms.steered import LOYAL, PLOTTERS, WIDOWING
from tests.rooms.test_days_by_rules import short
from tests.rooms.whole import EVERYBODY, GAME, ROOMS, whole_day

DAYS = {"coup": (2, LOYAL, PLOTTERS), "death": (4, WIDOWING, ROOMS), "plain": (3, EVERYBODY, ROOMS)}


def told(months: int, habits: Habits, rooms: object) -> tuple[Highlight, ...]:
    day = whole_day(short(months), 1, habits=habits, rooms=rooms)  # type: ignore[arg-type]
    found = Chronicled(GAME, day.blank, day.events)
    rounds = {each.seq: each.round for each in found.moments}
    news = [NewsTold(seq=seq, round=rounds[seq], report=each) for seq, each in found.reports if each.kind is ReportKind.NEWS]
    return highlights(found.chronicle, [each for each in news if each.report.words], lambda seq: seq, 10)


@pytest.fixture(scope="module")
def proposed() -> dict[str, tuple[Highlight, ...]]:
    return {name: told(*given) for name, given in DAYS.items()}


def test_a_coup_is_told_first_of_all_and_a_death_among_the_first(proposed):
    assert proposed["coup"][0].sort == "coup"
    assert "death" in [each.sort for each in proposed["death"][:5]]
    assert not {"coup", "death"} & {each.sort for each in proposed["plain"]}


def test_no_two_days_are_told_alike(proposed):
    sorts = [tuple(each.sort for each in found) for found in proposed.values()]

    assert len(set(sorts)) == len(sorts)
    for found in sorts:
        assert len(set(found[:5])) >= 4
