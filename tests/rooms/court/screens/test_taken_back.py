"""Notices on phones when something of the Court is withdrawn: what it was, and where to look."""

from __future__ import annotations

import uuid

import pytest
from django.core.cache import cache

from control.journal import desk, story
from control.models import Entry
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.state import Penalty
from rooms.court.game.uprising.punishment import Punish
from rooms.court.game.uprising.rules import EndUprising, RiseUp
from tests.control.phones import OLGA
from tests.rooms.court.court import CAT, WOLF
from tests.rooms.court.screens.test_phone_floor import CourtDay, floor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered():
    cache.clear()
    story.forget()
    yield
    story.forget()


def head(day: CourtDay) -> int:
    return Entry.objects.filter(stream=day.event.stream).count()


def undo(day: CourtDay, before: int) -> None:
    """Withdraw the whole command behind that entry."""
    entries = tuple(range(before + 1, head(day) + 1))
    desk.withdraw(stream_id=day.event.stream_id, entries=entries, reason="CANARY", by=OLGA, command_id=uuid.uuid4())


@pytest.mark.rule("R-78", "GE-CRT-31")
def test_a_law_and_its_payment_that_are_taken_back_are_named_with_where_to_look():
    day = CourtDay().voting()
    day.close(*CAT, *WOLF)
    phone, before = day.phone(WOLF[0]), head(day)
    day.do(PayLaw(month=1, cycle=1, shares=()))
    floor(phone)

    undo(day, before)

    told = floor(phone, "amends")
    assert "Taken back: law 14, Fines; see the Law Board." in told
    assert "Taken back: what was paid for Fines" in told
    assert "look again" not in told
    assert "CANARY" not in told


@pytest.mark.rule("R-80")
def test_a_vote_that_is_taken_back_is_named_and_once_more_when_it_counts_again():
    day = CourtDay().voting()
    phone = day.phone(WOLF[0])
    day.do(CastVote(month=1, cycle=1, seat=CAT[0], favor=True))
    before = head(day)
    day.do(CloseVote(month=1, cycle=1))
    floor(phone)
    undo(day, before)
    assert "Taken back: the vote on Fines" in floor(phone, "amends")
    assert "see the Court’s floor." in floor(phone, "amends")

    undo(day, head(day) - 1)

    assert "Counts again: the vote on Fines" in floor(phone, "amends")


@pytest.mark.rule("R-106", "R-17")
def test_a_punishment_that_is_taken_back_is_said_without_a_name():
    day = CourtDay()
    day.do(RiseUp(month=1, number=1, seat=WOLF[0]))
    day.do(EndUprising(month=1, number=1))
    phone, before = day.phone(CAT[0]), head(day)
    day.do(Punish(month=1, number=1, player=WOLF[0], penalty=Penalty.WOUNDS, amount=1, reason="CANARY"))
    floor(phone)

    undo(day, before)

    told = floor(phone, "amends")
    assert "Taken back: a punishment for the Uprising; ask Court Control." in told
    assert day.state.seats[WOLF[0]].name not in told
    assert "CANARY" not in told
