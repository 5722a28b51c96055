"""States and events as JSON and back. The bytes of a state are canonical: the same state gives the same bytes.

Decoding upcasts documents of earlier releases (`control.engine.upcasting`). The scenario, which is attached to every state of an
event, is not stored with the state. Decoding attaches it again.
"""

from __future__ import annotations

import typing
from functools import cache
from typing import Any, TypeVar

import msgspec

from control.engine.modules import Command, Engine, Game, GameEvent
from control.engine.upcasting import class_named, encoding_of, reader

State = TypeVar("State")

_encoder = msgspec.json.Encoder(order="deterministic")


def encode_event(happened: GameEvent) -> tuple[str, bytes]:
    """Return an event's kind and its document."""
    return type(happened).__name__, _encoder.encode(happened)


def decode_event(engine: Engine[Any], kind: str, body: bytes) -> GameEvent:
    """Return the event stored in a document.

    Raises:
        KeyError: the engine does not know the kind.
    """
    return reader(class_named(engine.event_types, kind)).decode(body)


def knows_event(engine: Engine[Any], kind: str) -> bool:
    """Is an event stored under this name, today or in an earlier release?"""
    try:
        return bool(class_named(engine.event_types, kind))
    except KeyError:
        return False


def encode_command(command: Command) -> tuple[str, bytes]:
    """Return a command's kind and its document."""
    return type(command).__name__, _encoder.encode(command)


def decode_command(engine: Engine[Any], kind: str, body: bytes) -> Command:
    """Return the command stored in a document.

    Raises:
        KeyError: the engine does not know the kind.
        msgspec.ValidationError: the document does not fit the kind.
    """
    return reader(class_named(engine.command_types, kind)).decode(body)


def prepare(engine: Engine[Any]) -> None:
    """Make every decoder that an engine needs. Two threads that make decoders at once would break the process."""
    states = (*_types_of(engine.state_type).values(), *engine.room_states.values()) if isinstance(engine, Game) else ()
    for kind in (*states, *engine.event_types.values(), *engine.command_types.values()):
        reader(kind)


def encoding_of_states(game: Game[Any]) -> str:
    """Return the version of the encoding of this game's states."""
    return encoding_of({**_types_of(game.state_type), **{f"rooms.{room}": kind for room, kind in game.room_states.items()}})


def encode_state(state: Any) -> bytes:
    """Return the canonical bytes of a state."""
    return _encoder.encode({name: getattr(state, name) for name in _types_of(type(state))} | {"rooms": state.rooms})


def decode_state(game: Game[State], attached: Any, body: bytes) -> State:
    """Return the state of these bytes. `attached`: the event's scenario; the state type's `ATTACHED` names its field."""
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
    return {name: hints[name] for name in state.__struct_fields__ if name not in (state.ATTACHED, "rooms")}
