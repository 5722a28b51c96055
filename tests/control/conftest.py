"""An event in the database, and a clean memory for every test."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """No head of an earlier test is remembered: each has its own database."""
    if sys.modules.get("django") is None:  # the rules alone, see tests/pure.py
        yield
        return
    from control.journal import journal

    journal.forget()
    yield
    journal.forget()
