"""States and events as JSON and back. The bytes of a state are canonical: the same state gives the same bytes.

What an earlier release stored is brought forward on the way back (`control.engine.upcasting`). What is attached to every state of
an event, its scenario, is never stored with it and is attached again.
"""

from __future__ import annotations

import typing
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

import msgspec

from control.engine.modules import Command, Engine, Game, GameEvent
from control.engine.upcasting import encoding_of, known_as, reader

State = TypeVar("State")

_encoder = msgspec.json.Encoder(order="deterministic")


def encode_event(happened: GameEvent) -> tuple[str, bytes]:
    """An event's kind and its document."""
    return type(happened).__name__, _encoder.encode(happened)


def decode_event(engine: Engine[Any], kind: str, body: bytes) -> GameEvent:
    """The event of that kind.

    Raises:
        KeyError: the engine does not know the kind.
    """
    return reader(known_as(engine.event_types, kind)).decode(body)


def knows_event(engine: Engine[Any], kind: str) -> bool:
    """Is there an event that is, or was, stored under this name?"""
    try:
        return bool(known_as(engine.event_types, kind))
    except KeyError:
        return False


def encode_command(command: Command) -> tuple[str, bytes]:
    """A command's kind and its document."""
    return type(command).__name__, _encoder.encode(command)


def decode_command(engine: Engine[Any], kind: str, body: bytes) -> Command:
    """The command of that kind.

    Raises:
        KeyError: the engine does not know the kind.
        msgspec.ValidationError: the document does not fit it.
    """
    return reader(known_as(engine.command_types, kind)).decode(body)


def prepare(engine: Engine[Any]) -> None:
    """Make every decoder that an engine needs. Two threads that made decoders at once would break the process."""
    states = (*_types_of(engine.state_type).values(), *engine.room_states.values()) if isinstance(engine, Game) else ()
    for kind in (*states, *engine.event_types.values(), *engine.command_types.values()):
        reader(kind)


def encoding_of_states(game: Game[Any]) -> str:
    """The version of how states of this game are stored."""
    return encoding_of({**_types_of(game.state_type), **{f"rooms.{room}": kind for room, kind in game.room_states.items()}})


def encode_state(state: Any) -> bytes:
    """The canonical bytes of a state of a day."""
    return _encoder.encode({name: getattr(state, name) for name in _types_of(type(state))} | {"rooms": state.rooms})


def decode_state(game: Game[State], attached: Any, body: bytes) -> State:
    """The state whose bytes these are, with what is attached to every state of the event (`ATTACHED` names the field)."""
    raw = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    kept = {name: reader(kind).decode(raw[name]) for name, kind in _types_of(game.state_type).items() if name in raw}
    rooms = msgspec.json.decode(raw["rooms"], type=dict[str, msgspec.Raw])
    own = {room: reader(kind).decode(rooms[room]) for room, kind in game.room_states.items() if room in rooms}
    made: Any = game.state_type
    found: State = made(rooms=own, **{made.ATTACHED: attached}, **kept)
    return found


def _types_of(state: Any) -> dict[str, Any]:
    found: dict[str, Any] = _stored_types(state)
    return found


@cache
def _stored_types(state: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(state)
    return {field.name: hints[field.name] for field in fields(state) if field.name not in (state.ATTACHED, "rooms")}
