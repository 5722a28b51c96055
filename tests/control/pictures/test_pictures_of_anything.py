"""Pictures can be drawn from any day's records: every number is finite and inside, every name is in the table."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from control.debrief.pictures.gallery import picture, pictures
from control.debrief.pictures.records import DaySource
from control.debrief.pictures.scale import axis_steps, letter_of_each, number_words, spread_apart, svg_number
from control.engine.chronicle import Chronicle
from tests.control.pictures.made import days, numbers, teams
from tests.records import field_names, is_record

NUMBER = re.compile(r"-?\d+(?:\.\d)?")
PLACES = {
    "x",
    "y",
    "at",
    "end",
    "label",
    "top",
    "foot",
    "left",
    "right",
    "first",
    "last",
    "middle",
    "mark",
    "width",
    "height",
    "path",
    "points",
}


def drawn(shape) -> list[tuple[str, str]]:
    """Field name and value of every position and length in a shape."""
    found = []
    if is_record(shape):
        for name in field_names(shape):
            value = getattr(shape, name)
            if isinstance(value, str) and name in PLACES:
                found.append((name, value))
            elif isinstance(value, tuple) and name in PLACES and all(isinstance(one, str) for one in value):
                found += [(name, one) for one in value]
            elif is_record(value) or isinstance(value, tuple):
                found += drawn(value)
    elif isinstance(shape, tuple):
        for each in shape:
            found += drawn(each)
    return found


@given(days())
@example(DaySource(chronicle=Chronicle(), teams=()))
@example(DaySource(chronicle=Chronicle(), teams=teams(1)))
def test_every_picture_can_be_drawn(told):
    for each in pictures(told):
        places = drawn(each.shape)
        assert places or each.kind == "lives"  # a table, which the browser makes as wide as it likes
        for name, value in places:
            found = NUMBER.findall(value)
            assert not re.search("nan|inf|e", value), (each.name, name, value)
            assert all(-400 <= float(number) <= 20_000 for number in found), (each.name, name, value)
        assert {len(row) for row in each.table.rows} <= {len(each.table.heads)}
        assert picture(told, each.name) == each


def test_nothing_written_down_gives_no_picture():
    assert pictures(DaySource(chronicle=Chronicle(), teams=teams(3))) == ()


@given(st.dictionaries(st.integers(), st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_names_keep_apart_and_inside_in_their_order(wished):
    found = spread_apart(wished, 20, 400, 20)

    order = sorted(wished, key=lambda key: wished[key])
    places = [found[key] for key in order]
    assert all(19.99 <= each <= 400.01 for each in places)
    gap = min(20, 380 / max(len(order) - 1, 1))
    assert all(after - before >= gap - 0.01 for before, after in pairwise(places))


def test_names_that_do_not_touch_stay_where_they_wish_to_be():
    assert spread_apart({"a": 50.0, "b": 100.0}, 0, 200, 20) == {"a": 50.0, "b": 100.0}
    assert spread_apart({"a": 100.0, "b": 100.0}, 0, 200, 20) == {"a": 90.0, "b": 110.0}


@given(numbers, numbers)
def test_round_numbers_along_an_edge_are_few_and_between_its_ends(one, other):
    low, high = min(one, other), max(one, other)
    if not math.isfinite(high - low):
        return
    found = axis_steps(low, high)
    assert len(found) <= 5
    assert all(low - (high - low) * 0.01 <= each <= high + (high - low) * 0.01 for each in found)
    assert axis_steps(0, 12) == [0, 5, 10]


def test_numbers_in_a_picture_are_short():
    written = {12: "12", 3.5: "3.5", -4: "-4", 99_999: "99999", 120_000: "120k", 1_250_000: "1.25M", 2.5e10: "25G"}

    assert {each: number_words(each) for each in written} == written
    assert (svg_number(3.0), svg_number(3.25), svg_number(-0.5)) == ("3", "3.2", "-0.5")


def test_each_word_gets_a_letter_of_its_own():
    found = letter_of_each({"a": "Passed", "b": "Proposed", "c": "Pap", "d": "", "e": "ß"})

    assert found == {"a": "P", "b": "R", "c": "A", "d": "B", "e": "C"}


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 7), (0, 56), (-12, 30), (0, 1333)])
def test_the_scale_has_few_round_numbers(low, high):
    found = axis_steps(low, high)

    assert 2 <= len(found) <= 6
    assert all(low <= value <= high for value in found)
