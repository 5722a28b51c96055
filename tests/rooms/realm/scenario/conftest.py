"""Fast reading of files that differ in one place: only the changed part is parsed again."""

from __future__ import annotations

import pytest

from rooms.realm.scenario import parser
from tests.rooms.realm.scenario.broken import read_in_blocks


@pytest.fixture
def in_blocks(monkeypatch) -> None:
    """Parse the text of each top-level key once. For tests of binding and checks, not of parsing."""
    monkeypatch.setattr(parser, "read", read_in_blocks)
