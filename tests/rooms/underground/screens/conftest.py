"""The small event of the desks' tests, at Underground Control's desk."""

from __future__ import annotations

import pytest

from control.day.people.choosing import SeatInRoom
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.part import EnterScheme
from rooms.underground.game.tables.state import TableStep
from tests.control.desks.conftest import Day, Person, day, nothing_told, running, sits
from tests.rooms.underground.screens.west import PAPERS, THERE, WEST, until

__all__ = ["day", "nothing_told", "running", "sits"]


@pytest.fixture
def under(sits) -> Person:
    return sits(Desk.UNDERGROUND)


@pytest.fixture
def plotting(running) -> Day:
    """The Action of month 1: schemes complete."""
    running.go_to(Phase.ACTION)
    return running


@pytest.fixture
def tabled(running) -> Day:
    """Three sit at the West's table in month 1; its Updates have ended, and two written schemes lie there."""
    running.go_to(Phase.MOVEMENT)
    for seat in THERE:
        running.do(SeatInRoom(player=seat, month=1, room=Room.UNDERGROUND, table=WEST))
    running.go_to(Phase.ACTION)
    until(running, TableStep.SCHEMES)
    for seat, paper in PAPERS.items():
        running.do(EnterScheme(player=seat, month=1, paper=paper, reason="on paper"))
    return running
