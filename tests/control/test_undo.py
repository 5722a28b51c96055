"""Taking back what brought somebody into being, and telling the right screens of it."""

from __future__ import annotations

import uuid

import pytest
from control.day.state import Presence
from control.engine.ids import SeatId
from rooms.realm.desks import ALL_DESKS

from control.day.people import AddPlayer, CheckIn
from control.engine.context import Actor
from control.engine.refused import Refused
from control.journal import desk, journal
from control.live import live
from control.models import Event, Stream
from control.people.events import create_event
from rooms.realm.scenario.ids import HouseId
from tests.scenarios import default

pytestmark = pytest.mark.django_db(transaction=True)

OLGA = Actor(name="olga", desks=ALL_DESKS)
NEW = SeatId("cat-6")


@pytest.fixture
def event() -> Event:
    return create_event(name="Test day", scenario=default(), casting=default().casting)


@pytest.fixture
def walk_in(event):
    return do(event, AddPlayer(house=HouseId("cat"), name="Zoë"))


def do(event: Event, command):
    return desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())


def withdraw(event: Event, done):
    seqs = [entry.seq for entry in done.entries]
    return desk.withdraw(stream_id=event.stream_id, entries=seqs, reason="a slip", by=OLGA, command_id=uuid.uuid4())


def seats_of(event: Event):
    return journal.head(Stream.objects.get(pk=event.stream_id)).state.seats


def test_a_walk_in_can_be_taken_back(event, walk_in):
    withdraw(event, walk_in)

    assert NEW not in seats_of(event)


def test_what_was_done_to_a_walk_in_is_named_before_the_walk_in_is_taken_back(event, walk_in):
    do(event, CheckIn(seat=NEW, before=Presence.PRESENT, presence=Presence.LATE))

    with pytest.raises(Refused, match="“Zoë \\(Cat\\) late” built on it"):
        withdraw(event, walk_in)

    assert seats_of(event)[NEW].presence is Presence.LATE


def test_a_walk_in_brought_back_is_told_to_the_house(event, walk_in, monkeypatch):
    taken_back = withdraw(event, walk_in)
    told = []
    monkeypatch.setattr(live, "publish", lambda event_id, pokes, **more: told.extend(poke.to for poke in pokes))

    withdraw(event, taken_back)

    assert seats_of(event)[NEW].name == "Zoë"
    assert "house:cat" in told
