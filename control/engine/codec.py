"""States and events as JSON and back. The bytes of a state are canonical: the same state gives the same bytes.

The scenario is never part of a stored state; it belongs to the event and is attached again on the way back.
"""

from __future__ import annotations

import typing
from dataclasses import fields
from functools import cache
from typing import Any

import msgspec

from control.engine.modules import Command, Engine, Game, GameEvent
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import Scenario

_encoder = msgspec.json.Encoder(order="deterministic")


def encode_event(happened: GameEvent) -> tuple[str, bytes]:
    """An event's kind and its document."""
    return type(happened).__name__, _encoder.encode(happened)


def decode_event(engine: Engine[Any], kind: str, body: bytes) -> GameEvent:
    """The event of that kind.

    Raises:
        KeyError: the engine does not know the kind.
    """
    return _decoder(engine.fact_types[kind]).decode(body)


def encode_command(command: Command) -> tuple[str, bytes]:
    """A command's kind and its document."""
    return type(command).__name__, _encoder.encode(command)


def decode_command(engine: Engine[Any], kind: str, body: bytes) -> Command:
    """The command of that kind.

    Raises:
        KeyError: the engine does not know the kind.
        msgspec.ValidationError: the document does not fit it.
    """
    return _decoder(engine.act_types[kind]).decode(body)


def prepare(engine: Engine[Any]) -> None:
    """Make every decoder that an engine needs. Two threads that made decoders at once would break the process."""
    states = (*_shared_types().values(), *dict(engine.room_states).values()) if isinstance(engine, Game) else ()
    for kind in (*states, *engine.fact_types.values(), *engine.act_types.values()):
        _decoder(kind)


def encode_state(state: GameState) -> bytes:
    """The canonical bytes of a state."""
    return _encoder.encode({name: getattr(state, name) for name in _shared_types()} | {"rooms": state.rooms})


def decode_state(game: Game[Any], scenario: Scenario, body: bytes) -> GameState:
    """The state whose bytes these are, with its scenario attached."""
    raw = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    shared = {name: _decoder(kind).decode(raw[name]) for name, kind in _shared_types().items() if name in raw}
    rooms = msgspec.json.decode(raw["rooms"], type=dict[str, msgspec.Raw])
    kinds: dict[Room, Any] = dict(game.room_states)
    own = {room: _decoder(kind).decode(rooms[room]) for room, kind in kinds.items() if room in rooms}
    return GameState(scenario=scenario, rooms=own, **shared)


@cache
def _shared_types() -> dict[str, Any]:
    hints = typing.get_type_hints(GameState)
    return {field.name: hints[field.name] for field in fields(GameState) if field.name not in ("scenario", "rooms")}


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
