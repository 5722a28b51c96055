"""The small event of the desks' tests, with its Court as far as a test of its desk needs it."""

from __future__ import annotations

import pytest

from control.day.people.choosing import SeatInRoom
from rooms.court.game.ballots import CastVote
from rooms.court.game.cycles import ChooseProposal
from rooms.court.game.floor import CloseVote
from rooms.court.game.proposals import EnterProposal
from rooms.court.game.state import Stand
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import Day, Person, day, nothing_told, running, sits
from tests.rooms.court.screens.desk import AID, AUTHOR, FINES, OTHER, THERE, standing, until

__all__ = ["day", "nothing_told", "running", "sits"]


@pytest.fixture
def court(sits) -> Person:
    return sits(Desk.COURT)


@pytest.fixture
def sitting(running) -> Day:
    """Five are in the Court; its Updates have ended and two proposals lie before the Sovereign."""
    running.go_to(Phase.MOVEMENT)
    for seat in THERE:
        running.do(SeatInRoom(player=seat, month=1, room=Room.COURT))
    running.go_to(Phase.ACTION)
    until(running, "explain-1")
    for author, paper in ((AUTHOR, FINES), (OTHER, AID)):
        running.do(EnterProposal(player=author, month=1, paper=paper, reason="on paper"))
    return running


@pytest.fixture
def voting(sitting) -> Day:
    """The vote on the Fines is open."""
    sitting.do(ChooseProposal(month=1, author=AUTHOR))
    until(sitting, "vote-1")
    return sitting


@pytest.fixture
def won(voting) -> Day:
    """Four of five favor it: it has to be paid."""
    for seat in THERE[:4]:
        voting.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    voting.do(CloseVote(month=1, cycle=1))
    assert standing(voting).stand is Stand.WON
    return voting
