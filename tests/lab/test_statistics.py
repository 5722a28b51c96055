"""Statistics of the lab: intervals agree with textbooks, and the sequential test raises no more false alarms than allowed."""

from __future__ import annotations

import random
from math import gamma, sqrt

import pytest

from control.lab.statistics import ALPHA, SignTest, difference, mean, sign_test, wilson
from tests.amounts import amount

RUNS, PAIRS = amount(300, 6_000), 300


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_that_of_newcombe_s_table(count, of, low, high):
    found = wilson(count, of)

    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.holds(count / of)


def test_the_interval_of_a_share_is_the_same_from_the_other_side():
    one, other = wilson(3, 10), wilson(7, 10)

    assert one.low == pytest.approx(1 - other.high)
    assert wilson(10, 10).high == 1.0
    assert wilson(0, 0).low == 0.0


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [((48, 80), (56, 70), 0.0524, 0.3339), ((3, 10), (9, 10), 0.1705, 0.8090), ((0, 10), (10, 10), 0.6075, 1.0)],
)
def test_the_interval_of_a_difference_is_that_of_newcombe_s_tenth_method(first, second, low, high):
    found = difference(*first, *second)

    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_a_mean_has_the_interval_of_its_standard_error():
    found = mean([2, 4, 4, 4, 5, 5, 7, 9])

    assert found.value == 5
    assert found.high - found.value == pytest.approx(1.959964 * (32 / 7 / 8) ** 0.5)
    assert mean([7]).low == mean([7]).high == 7


def test_pairs_that_come_out_alike_say_nothing():
    test = sign_test([(1, 1), (0, 0)] * 50)

    assert (test.pairs, test.evidence, test.found) == (100, 1.0, 0)


def test_the_evidence_is_the_mixture_s_whatever_the_order():
    pairs = [(0, 1)] * 12 + [(1, 0)] * 3

    assert sign_test(pairs).evidence == pytest.approx(sign_test(pairs[::-1]).evidence)
    mixture = gamma(12.5) * gamma(3.5) / gamma(16) / (gamma(0.5) * gamma(0.5))
    assert sign_test(pairs).evidence == pytest.approx(mixture * 2**15)


def test_two_scenarios_that_differ_are_told_apart_and_the_study_may_stop():
    test = sign_test([(0, 1)] * 40)

    assert 0 < test.found < 12
    assert test.chance < ALPHA


def test_several_questions_at_once_want_stronger_evidence():
    pairs = [(0, 1)] * 40

    assert sign_test(pairs, alike=9).found > sign_test(pairs).found


def alarms(looks, share: float = 1 / 9) -> int:
    """Number of false alarms: studies of two equal scenarios that a test, applied after every pair, calls different."""
    found = 0
    for run in range(RUNS):
        dice = random.Random(f"equal {run}")
        pairs = [(int(dice.random() < share), int(dice.random() < share)) for _pair in range(PAIRS)]
        found += looks(pairs)
    return found


def most(share: float) -> float:
    """Largest acceptable number of false alarms: the share of all runs plus three standard errors."""
    return RUNS * share + 3 * sqrt(RUNS * share * (1 - share))


def test_equal_scenarios_are_called_different_no_more_often_than_allowed():
    assert alarms(lambda pairs: sign_test(pairs).found > 0) <= most(ALPHA)
    assert alarms(lambda pairs: sign_test(pairs).found > 0, share=0.5) <= most(ALPHA)


def test_a_test_for_one_look_would_cry_wolf_when_looked_at_all_the_time():
    def peeks(pairs: list[tuple[int, int]]) -> bool:
        test = SignTest()
        for first, second in pairs:
            test.see(first, second)
            apart = test.more + test.fewer
            if apart > 10 and (test.more - test.fewer) ** 2 > 3.8415 * apart:
                return True
        return False

    assert alarms(peeks) > most(2 * ALPHA)
