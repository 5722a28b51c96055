"""Reading the same files again and again with one thing changed: only the part that changed is read anew."""

from __future__ import annotations

import pytest

from rooms.realm.scenario import parser
from tests.rooms.realm.scenario.broken import read_in_blocks


@pytest.fixture
def in_blocks(monkeypatch) -> None:
    """For tests of what is bound and checked: the text of each top-level key is parsed once, whatever stands around it."""
    monkeypatch.setattr(parser, "read", read_in_blocks)
