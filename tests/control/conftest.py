"""An event in the database, and a clean memory for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """No head of an earlier test is remembered: each has its own database."""
    from control import journal

    journal.forget()
    yield
    journal.forget()
