"""Finished days of bots in the database of a test."""

from __future__ import annotations

from functools import cache

import pytest

from control.bots.stored_days import CarriedOutCommand, commands_of_day, write_day
from control.debrief.access import Audience
from control.debrief.opening import open_for
from control.engine.records import replace
from control.models import Event
from rooms.realm.frame import NAME
from rooms.realm.scenario.schema import Scenario
from tests.prepared import prepared
from tests.scenarios import default, small


@cache
def carried(which: str) -> tuple[CarriedOutCommand, ...]:
    """Commands of the small day, or of one month of the default scenario: played once for all tests of a process."""
    scenario, seed = scenarios()[which]
    return commands_of_day(NAME, scenario, scenario.casting, seed)


@cache
def scenarios() -> dict[str, tuple[Scenario, int]]:
    timetable = default().timetable
    return {"day": (small(), 3), "month": (replace(default(), timetable=replace(timetable, months=timetable.months[:1])), 5)}


def written(which: str, name: str) -> Event:
    """A finished day, written once for all tests of a process."""
    scenario, seed = scenarios()[which]

    def make() -> Event:
        return write_day(carried(which), realm=NAME, name=name, scenario=scenario, seed=seed)

    return prepared(("over", which, name), make, over=True)


@pytest.fixture
def played(db) -> Event:
    """A finished small day whose debrief is closed."""
    return written("day", "Long Ago")


@pytest.fixture
def opened(played) -> Event:
    """The small day with its debrief open to everybody with the link."""
    open_for(played, Audience.LINK, "olga")
    return played


@pytest.fixture
def month(db) -> Event:
    """A finished month of the default scenario, with more of everything than the small day."""
    event = written("month", "A Month")
    open_for(event, Audience.LINK, "olga")
    return event
