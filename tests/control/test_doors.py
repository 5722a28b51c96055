"""Head of a journal, as sockets learn of it."""

from __future__ import annotations

import pytest

from control.live.admission import JournalHead


@pytest.mark.parametrize(
    ("before", "now", "back"),
    [
        ((3, "c"), (3, "c"), False),
        ((3, "c"), (4, "d"), False),
        ((3, ""), (3, ""), False),
        ((3, "c"), (2, "b"), True),
        ((3, "c"), (3, "x"), True),
        ((3, "c"), (0, ""), True),
    ],
)
def test_a_journal_only_grows(before, now, back):
    assert JournalHead(*now).goes_back_from(JournalHead(*before)) is back
