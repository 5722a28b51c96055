"""The small event of the desks' tests, with stages of a Court for tests of its desk."""

from __future__ import annotations

import pytest

from control.day.people.room_choice import SeatInRoom
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import Stand
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import STAGES, Day, Person, day, nothing_told, running, sits
from tests.rooms.court.screens.desk import AID, AUTHOR, FINES, OTHER, THERE, standing, until

__all__ = ["day", "nothing_told", "running", "sits"]


@pytest.fixture
def court(sits) -> Person:
    return sits(Desk.COURT)


def sit(day: Day) -> None:
    """Five players are in the Court. Updates has ended, and two proposals wait for the Sovereign."""
    day.go_to(Phase.MOVEMENT)
    for seat in THERE:
        day.do(SeatInRoom(player=seat, month=1, room=Room.COURT))
    day.go_to(Phase.ACTION)
    until(day, "explain-1")
    for author, paper in ((AUTHOR, FINES), (OTHER, AID)):
        day.do(EnterProposal(player=author, month=1, paper=paper, reason="on paper"))


def vote(day: Day) -> None:
    """The vote on the Fines is open."""
    day.do(ChooseProposal(month=1, author=AUTHOR))
    until(day, "vote-1")


def win(day: Day) -> None:
    """Four of five vote for it, so that it must be paid."""
    for seat in THERE[:4]:
        day.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    day.do(CloseVote(month=1, cycle=1))
    assert standing(day).stand is Stand.WON


STAGES |= {"sitting": ("running", sit), "voting": ("sitting", vote), "won": ("voting", win)}


@pytest.fixture
def sitting(running) -> Day:
    return running


@pytest.fixture
def voting(sitting) -> Day:
    return sitting


@pytest.fixture
def won(voting) -> Day:
    return voting
