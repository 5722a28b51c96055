"""What tests in a browser have done inside their console: called there by `Day.give` and `Day.ask`, with its database."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from control.engine.context import Actor
from control.engine.modules import Command
from control.journal import desk, journal
from control.models import Event, Stream
from control.people.events import maker
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState


def event_at(number: int) -> Event:
    """The row of an event, with its stream."""
    return Event.objects.select_related("stream").get(pk=number)


def asked(number: int, question: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What a function answers that gets the row of an event first."""
    return question(event_at(number), *args, **named)


def carry_out(number: int, commands: Sequence[Command], by: Actor | None = None, at: datetime | None = None) -> None:
    """Give these commands in order, as whoever makes events unless somebody is named."""
    stream = event_at(number).stream_id
    for command in commands:
        desk.perform(stream_id=stream, command=command, by=by or maker(NAME), command_id=uuid.uuid4(), at=at)


def state_of(number: int) -> GameState:
    """The state of an event as it is stored."""
    state: GameState = journal.head(Stream.objects.get(event=number)).state
    return state
