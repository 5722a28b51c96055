"""Helpers for an event in the database: give commands at the desk, read its state and its last entry, wait for ballots."""

from __future__ import annotations

import threading
import uuid
from typing import Any

import pytest

from control.engine.context import Actor
from control.journal import ballots, desk, journal
from control.models import Entry, Event, Stream
from rooms.realm.desks import ALL_DESKS
from tests.services import PATIENCE

OLGA = Actor(name="olga", desks=ALL_DESKS)  # the organizer


def do(event: Event, command: object, by: Actor = OLGA, command_id: uuid.UUID | None = None) -> desk.CommandResult:
    """Give a command at the event's desk."""
    return desk.perform(stream_id=event.stream_id, command=command, by=by, command_id=command_id or uuid.uuid4())


def stream_of(event: Event) -> Stream:
    """The event's stream, freshly read from the database."""
    return Stream.objects.get(pk=event.stream_id)


def state_of(event: Event) -> Any:
    """The event's state after its last entry."""
    return journal.head(stream_of(event)).state


def last_seq(event: Event) -> int:
    """Sequence number of the event's last entry."""
    return Entry.objects.filter(stream=event.stream_id).order_by("-seq").values_list("seq", flat=True)[0]


def wait_long_for_ballots(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let commands wait for ballots as long as it takes. Returns an event that is set when one begins to wait."""
    begun, await_cast = threading.Event(), ballots.await_cast

    def waiting(stream_id: int) -> None:
        begun.set()
        await_cast(stream_id, PATIENCE)

    monkeypatch.setattr(ballots, "await_cast", waiting)
    return begun
