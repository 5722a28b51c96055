"""The small event of the desks' tests, at Underground Control's desk."""

from __future__ import annotations

import pytest

from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from tests.control.desks.conftest import Day, Person, day, nothing_told, running, sits

__all__ = ["day", "nothing_told", "running", "sits"]


@pytest.fixture
def under(sits) -> Person:
    return sits(Desk.UNDERGROUND)


@pytest.fixture
def plotting(running) -> Day:
    """The Action of month 1: schemes complete."""
    running.go_to(Phase.ACTION)
    return running
