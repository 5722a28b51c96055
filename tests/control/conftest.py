"""Fixtures: an event in the database, and empty caches for every test."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the cached heads of earlier tests: each test has its own database."""
    if sys.modules.get("django") is None:  # a run of the pure tests, see tests/pure.py
        yield
        return
    from control.journal import journal

    journal.forget()
    yield
    journal.forget()
