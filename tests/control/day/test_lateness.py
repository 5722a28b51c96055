"""Late sheets in words: how late."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.day.lateness import gap


@pytest.mark.rule("R-16")
@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.001 s"),
        (0.04, "0.040 s"),
        (0.1, "0.1 s"),
        (9.9, "9.9 s"),
        (10, "10 s"),
        (119, "119 s"),
        (120, "2 min 0 s"),
        (187, "3 min 7 s"),
    ],
)
def test_how_late_a_sheet_is_stands_in_seconds_until_two_minutes(seconds, words):
    assert gap(timedelta(seconds=seconds)) == words
