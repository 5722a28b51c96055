"""Functions that browser tests run inside the console, with its database, through `Day.give` and `Day.ask`."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from control.engine.context import Actor
from control.engine.modules import Command
from control.journal import desk, journal
from control.models import Event, Sheet, Stream
from control.people.events import maker
from control.sheets import tracer_order
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState


def event_at(number: int) -> Event:
    """Return the row of an event with its stream."""
    return Event.objects.select_related("stream").get(pk=number)


def asked(number: int, question: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function with the row of an event as its first argument, and return its answer."""
    return question(event_at(number), *args, **named)


def carry_out(number: int, commands: Sequence[Command], by: Actor | None = None, at: datetime | None = None) -> None:
    """Give these commands in order, as the event's organizer unless `by` names somebody."""
    stream = event_at(number).stream_id
    for command in commands:
        desk.perform(stream_id=stream, command=command, by=by or maker(NAME), command_id=uuid.uuid4(), at=at)


def state_of(number: int) -> GameState:
    """Return the stored state of an event."""
    state: GameState = journal.head(Stream.objects.get(event=number)).state
    return state


def players_sheets(event: Event) -> QuerySet[Sheet]:
    """Return the rows of an event's sheets, without the console's own order, which may be there for an instant."""
    return Sheet.objects.filter(event=event).exclude(seat=tracer_order.SEAT)
