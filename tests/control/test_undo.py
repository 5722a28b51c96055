"""Undo of commands that created a player, and notification of the right screens."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from control.day.people.presence import AddPlayer, CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.modules import Game
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.live import broadcast
from control.models import Event, Stream
from control.people.events import create_event
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import HouseId
from tests.events import OLGA, do
from tests.scenarios import default

pytestmark = pytest.mark.django_db(transaction=True)

NEW = SeatId("cat-6")


@pytest.fixture
def event() -> Event:
    return create_event(realm=NAME, name="Test day", scenario=default(), casting=default().casting)


@pytest.fixture
def walk_in(event):
    return do(event, AddPlayer(team=HouseId("cat"), name="Zoë"))


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


def test_what_does_not_lean_on_the_walk_in_is_not_named(event, walk_in):
    do(event, AddPlayer(team=HouseId("wolf"), name="Olu"))
    do(event, CheckIn(seat=NEW, before=Presence.PRESENT, presence=Presence.LATE))
    do(event, CheckIn(seat=SeatId("cat-1"), before=Presence.EXPECTED, presence=Presence.PRESENT))

    with pytest.raises(Refused) as refused:
        withdraw(event, walk_in)

    assert refused.value.sentence.endswith(": “Zoë (Cat) late” built on it. Withdraw that first, or correct by hand.")


def test_what_was_wrong_before_keeps_nobody_from_taking_something_back(event, walk_in, monkeypatch):
    """A journal of an earlier release may already break today's invariants; only new breaks count."""
    usual = Game.broken
    monkeypatch.setattr(Game, "broken", lambda game, state: (*usual(game, state), "Somebody sits on two chairs."))

    withdraw(event, walk_in)

    assert NEW not in seats_of(event)


@pytest.mark.parametrize("which", ["one", "all"])
def test_what_was_forgotten_is_read_from_the_database_again(event, walk_in, which):
    stream = Stream.objects.get(pk=event.stream_id)
    journal.head(stream)
    with CaptureQueriesContext(connection) as remembered:
        journal.head(stream)

    journal.forget(stream if which == "one" else None)

    with CaptureQueriesContext(connection) as forgotten:
        journal.head(stream)
    assert (len(remembered), len(forgotten) > 0) == (0, True)


def test_a_walk_in_brought_back_is_told_to_the_house(event, walk_in, monkeypatch):
    taken_back = withdraw(event, walk_in)
    told = []
    monkeypatch.setattr(
        broadcast, "publish", lambda event_id, invalidations, **more: told.extend(invalidation.to for invalidation in invalidations)
    )

    withdraw(event, taken_back)

    assert seats_of(event)[NEW].name == "Zoë"
    assert "team:cat" in told
