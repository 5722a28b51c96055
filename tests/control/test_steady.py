"""The console's time when the system clock jumps: a table of results, with two clocks that the test sets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.system_time import LEAST, PairedClocks

START = datetime(2026, 5, 9, 14, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clocks:
    """A system clock and a monotonic clock."""

    def __init__(self) -> None:
        self.wall, self.even = START, timedelta(days=3)
        self.steady = PairedClocks(lambda: self.wall, lambda: self.even)
        self.steady.now()

    def passes(self, seconds: float) -> None:
        """Advance both clocks."""
        self.wall += timedelta(seconds=seconds)
        self.even += timedelta(seconds=seconds)

    def jumps(self, by: timedelta) -> None:
        """Set the system clock forward or back."""
        self.wall += by


@pytest.mark.parametrize(
    ("by", "held"),
    [
        (timedelta(0), False),
        (timedelta(seconds=4), False),
        (-timedelta(seconds=4), False),
        (LEAST, False),
        (LEAST + timedelta(milliseconds=1), True),
        (-LEAST - timedelta(milliseconds=1), True),
        (HOUR, True),
        (-HOUR, True),
        (timedelta(days=20_000), True),
    ],
)
def test_a_small_step_is_followed_and_a_jump_is_not(by, held):
    clocks = Clocks()
    clocks.passes(30)
    clocks.jumps(by)
    assert clocks.steady.holds() is held
    assert clocks.steady.jump() == (by if held else timedelta(0))
    assert clocks.steady.now() == START + timedelta(seconds=30) + (timedelta(0) if held else by)
    clocks.passes(60)
    assert clocks.steady.now() == START + timedelta(seconds=90) + (timedelta(0) if held else by)


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_wall_that_is_put_right_again_is_followed_at_once(by):
    clocks = Clocks()
    clocks.jumps(by)
    clocks.passes(10)
    assert clocks.steady.holds()
    clocks.jumps(-by)
    assert not clocks.steady.holds()
    assert clocks.steady.now() == clocks.wall


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_what_is_taken_over_is_followed_from_then_on(by):
    clocks = Clocks()
    clocks.jumps(by)
    clocks.passes(10)
    assert clocks.steady.jump() == by
    clocks.steady.take_over()
    assert clocks.steady.now() == clocks.wall
    assert clocks.steady.jump() == timedelta(0)


def test_time_in_which_the_machine_slept_is_no_jump():
    clocks = Clocks()
    clocks.passes(600)  # the monotonic clock goes on while a laptop sleeps
    assert not clocks.steady.holds()
    assert clocks.steady.now() == START + timedelta(seconds=600)


def test_many_small_steps_are_all_followed_and_two_at_once_are_a_jump():
    clocks = Clocks()
    for _step in range(10):
        clocks.jumps(timedelta(seconds=4))
        assert clocks.steady.now() == clocks.wall
    clocks.jumps(timedelta(seconds=4))
    clocks.jumps(timedelta(seconds=4))
    assert clocks.steady.jump() == timedelta(seconds=8)


def test_a_process_that_starts_after_a_jump_goes_on_as_the_others_do():
    first, second = Clocks(), Clocks()
    for each in (first, second):
        each.jumps(HOUR)
        each.passes(5)
    late = PairedClocks(lambda: second.wall, lambda: second.even)
    late.take_over(first.steady.anchor)
    assert late.now() == first.steady.now()
    assert late.jump() == HOUR


@given(st.lists(st.tuples(st.floats(0.01, 600), st.floats(-7200, 7200)), max_size=12))
def test_it_never_goes_further_than_time_did_but_for_steps_that_are_followed(course):
    clocks = Clocks()
    for passes, by in course:
        before = clocks.steady.now()
        clocks.passes(passes)
        clocks.jumps(timedelta(seconds=by))
        gone = clocks.steady.now() - before - timedelta(seconds=passes)
        assert abs(gone) <= 2 * LEAST
