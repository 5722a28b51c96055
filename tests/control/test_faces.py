"""Clock faces: how a clock shows the time left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from control.hall.clock_face import hands, left_words

NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "00:00"),
        (0, "00:00"),
        (0.2, "00:01"),
        (1, "00:01"),
        (59.001, "01:00"),
        (60, "01:00"),
        (402, "06:42"),
        (3599.5, "1:00:00"),
        (4002, "1:06:42"),
    ],
)
def test_a_clock_shows_a_second_until_it_is_over_as_its_script_does(seconds, words):
    assert left_words(timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("deadline", "left", "words"),
    [
        (NOON + timedelta(seconds=90), None, "01:30"),
        (None, timedelta(seconds=90), "01:30"),
        (NOON - timedelta(seconds=1), None, "00:00"),
        (None, None, "–:––"),
    ],
)
def test_the_hands_show_what_is_left_of_a_deadline_or_of_a_time_that_stands(deadline, left, words):
    assert hands(deadline, left, NOON, paused=deadline is None).words == words
