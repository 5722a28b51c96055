"""The small event of the desks' tests, at Underground Control's desk."""

from __future__ import annotations

import pytest

from control.day.people.room_choice import SeatInRoom
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.module import EnterScheme
from rooms.underground.game.state import TableStep
from tests.control.desks.conftest import STAGES, Day, Person, day, nothing_told, running, sits
from tests.rooms.underground.screens.west import PAPERS, THERE, WEST, until

__all__ = ["day", "nothing_told", "running", "sits"]


@pytest.fixture
def under(sits) -> Person:
    return sits(Desk.UNDERGROUND)


def plot(day: Day) -> None:
    """Go to Action of month 1, when schemes complete."""
    day.go_to(Phase.ACTION)


def sit(day: Day) -> None:
    """Seat three players at the West's table in month 1, after its Updates, with two written schemes on the table."""
    day.go_to(Phase.MOVEMENT)
    for seat in THERE:
        day.do(SeatInRoom(player=seat, month=1, room=Room.UNDERGROUND, table=WEST))
    day.go_to(Phase.ACTION)
    until(day, TableStep.SCHEMES)
    for seat, paper in PAPERS.items():
        day.do(EnterScheme(player=seat, month=1, paper=paper, reason="on paper"))


STAGES |= {"plotting": ("running", plot), "tabled": ("running", sit)}


@pytest.fixture
def plotting(running) -> Day:
    return running


@pytest.fixture
def tabled(running) -> Day:
    return running
