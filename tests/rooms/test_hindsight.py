"""Words and awards that rooms bring to the debrief: every kind of deed has a name, every award can be counted."""

from __future__ import annotations

import re

import pytest

from control import registry
from control.engine.chronicle import Chronicle
from control.engine.highlights import sort_of
from control.engine.reports import ReportKind
from rooms.realm.frame import NAME
from tests.rooms.chronicled import EVERY, Chronicled
from tests.rooms.test_days_by_rules import short
from tests.rooms.whole import GAME, whole_day


@pytest.fixture(scope="module")
def day() -> Chronicled:
    played = whole_day(short(2), 11)
    return Chronicled(GAME, played.blank, played.events)


@pytest.fixture(scope="module")
def written(day) -> Chronicle:
    return day.chronicle


def words() -> dict[str, str]:
    return {key: said for each in registry.hindsights_of(NAME) for key, said in each.words.items()}


def test_the_chroniclers_of_the_tests_are_those_that_are_registered():
    assert [each for brought in registry.hindsights_of(NAME) for each in brought.chroniclers] == list(EVERY)


def test_every_kind_series_tie_lane_and_turn_has_a_name(written):
    kinds = {
        *(each.kind for each in (*written.facts, *written.ties, *written.deeds)),
        *(each.series for each in written.points),
        *(each.lane for each in written.lives),
        *(turn.kind for each in written.lives for turn in each.turns),
    }

    assert kinds
    assert kinds <= set(words())


def test_what_news_are_about_has_a_name_to_be_a_heading(day):
    sorts = {sort_of(each) for _seq, each in day.reports if each.kind is ReportKind.NEWS}

    assert sorts
    assert sorts <= set(words())


def test_rooms_that_name_the_same_thing_name_it_alike():
    for each in registry.hindsights_of(NAME):
        assert all(words()[key] == said for key, said in each.words.items())


def test_every_award_says_its_number_and_is_of_kinds_that_have_a_name():
    awards = [award for each in registry.hindsights_of(NAME) for award in each.awards]

    assert len({each.name for each in awards}) == len(awards) >= 12
    for award in awards:
        assert award.title
        assert re.findall(r"{\w+}", award.words) == ["{count}"]
        assert award.words.endswith(".")
        assert award.kinds
        assert set(award.kinds) <= set(words())


def test_awards_of_players_are_counted_from_deeds_of_players_and_those_of_houses_from_deeds_of_houses(written):
    """The kind "unlucky" is the exception: a mishap of a House as a whole belongs to no player."""
    by_kind = {kind: {each.who.partition(":")[0] for each in written.deeds if each.kind == kind} for kind in words()}

    for award in (award for each in registry.hindsights_of(NAME) for award in each.awards):
        for kind in set(award.kinds) - {"unlucky"}:
            assert not by_kind[kind] or award.to in by_kind[kind]
