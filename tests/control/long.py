"""Journals of any length, generated: four months of the clock and many small changes of Power."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils import timezone

from control.day.clock.phases import BeginDay, EndPhase
from control.day.state import DayStage
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk, journal
from control.journal.journal import Envelope
from control.models import Event, Stream
from control.people.events import create_event
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.treasury.power import PowerGained
from tests.scenarios import default

OLGA = Actor(name="olga", desks=ALL_DESKS)
MONTHS = 4


def a_long_day(entries: int) -> Event:
    """A day in month 5 with at least this many entries."""
    event = create_event(realm=NAME, name="A long day", scenario=default(), casting=default().casting)
    desk.perform(stream_id=event.stream_id, command=BeginDay(), by=OLGA, command_id=uuid.uuid4())
    while (clock := journal.head(Stream.objects.get(pk=event.stream_id)).state.clock).month <= MONTHS:
        assert clock.stage is DayStage.PLAYING
        command = EndPhase(month=clock.month, phase=clock.phase)
        desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
        if clock.month < MONTHS:
            grow(event, entries * clock.month // MONTHS)
    grow(event, entries)
    return event


def grow(event: Event, entries: int) -> None:
    """Add entries until the journal has at least this many: each is one Power for the next player in turn."""
    with transaction.atomic():
        stream = Stream.objects.get(pk=event.stream_id)
        state = journal.head(stream).state
        engine, seats = journal.play_of(stream).engine, sorted(state.seats)
        stored = stream.head
        while stream.head < entries:
            happened = PowerGained(seat=SeatId(seats[stream.head % len(seats)]), amount=1, why="by script")
            state = engine.evolve(state, happened)
            who = {"actor": "staff:olga", "name": "olga", "label": "By script"}
            journal.append(stream, (happened,), Envelope(command_id=uuid.uuid4(), at=timezone.now(), **who))
            if stream.head % journal.SNAPSHOT_EVERY == 0 or stream.head >= entries:
                journal.store(stream, stored, state)
                stored = stream.head
