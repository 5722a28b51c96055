"""Majorities as a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooms.court.rules.majority import LAW, Verdict, count_votes, judge_count, judge_uprising, needed, uprising

PASSES, REJECTED, TIE = Verdict.PASSES, Verdict.REJECTED, Verdict.TIE
TWO_THIRDS = uprising((2, 3))


@pytest.mark.rule("GE-CRT-28", "GE-CRT-29", "GE-CRT-30", "R-80", "R-127")
@pytest.mark.parametrize(
    ("assembled", "raised", "favor", "against", "verdict"),
    [
        pytest.param(12, 6, 0, 0, TIE, id="EX-28: 6 to 6"),
        pytest.param(12, 6, 1, 0, PASSES, id="EX-28: 7 to 6 with one bribed"),
        pytest.param(12, 7, 0, 0, PASSES, id="7 to 5"),
        pytest.param(12, 5, 0, 0, REJECTED, id="5 to 7"),
        pytest.param(13, 6, 0, 0, REJECTED, id="6 to 7"),
        pytest.param(13, 6, 1, 0, TIE, id="bribed into a tie"),
        pytest.param(13, 7, 0, 1, TIE, id="bribed against into a tie"),
        pytest.param(13, 7, 0, 2, REJECTED, id="bribed down"),
        pytest.param(13, 7, 2, 2, PASSES, id="bribes cancel out"),
        pytest.param(0, 0, 0, 0, TIE, id="nobody is there"),
        pytest.param(1, 1, 0, 0, PASSES, id="one alone"),
        pytest.param(2, 0, 3, 0, PASSES, id="bought with nobody's fist"),
    ],
)
def test_a_law(assembled, raised, favor, against, verdict):
    assert judge_count(LAW, count_votes(assembled, raised, extra_favor=favor, extra_against=against)) is verdict


@pytest.mark.rule("GE-CRT-97", "R-105", "R-127")
@pytest.mark.parametrize(
    ("assembled", "standing", "extra", "verdict"),
    [
        pytest.param(17, 11, 0, REJECTED, id="EX-27: 33 < 34"),
        pytest.param(17, 12, 0, PASSES, id="EX-27: 36 >= 34"),
        pytest.param(17, 11, 1, PASSES, id="EX-27: with a vote of Sow Dissent"),
        pytest.param(18, 11, 1, PASSES, id="exactly two thirds with an extra vote, which is not assembled"),
        pytest.param(18, 12, 0, PASSES, id="exactly two thirds"),
        pytest.param(18, 11, 0, REJECTED, id="one short"),
        pytest.param(1, 1, 0, PASSES, id="alone"),
    ],
)
def test_an_uprising(assembled, standing, extra, verdict):
    assert judge_uprising(TWO_THIRDS, assembled, standing, extra=extra) is verdict


@given(st.integers(0, 90), st.integers(1, 5), st.integers(1, 5))
def test_what_is_needed_is_the_least_that_succeeds(assembled, part, more):
    majority = uprising((part, part + more - 1))
    least = needed(majority, assembled)

    assert judge_uprising(majority, assembled, least) is PASSES
    assert least == 0 or judge_uprising(majority, assembled, least - 1) is REJECTED


@given(st.integers(1, 90))
def test_what_a_law_needs_is_the_least_that_passes(assembled):
    least = needed(LAW, assembled)

    assert judge_count(LAW, count_votes(assembled, least)) is PASSES
    assert judge_count(LAW, count_votes(assembled, least - 1)) is not PASSES


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 9), st.integers(0, 9))
def test_every_vote_counts_once(assembled, raised, favor, against):
    count = count_votes(assembled, min(raised, assembled), extra_favor=favor, extra_against=against)

    assert count.favor + count.against == assembled + favor + against
