"""Kinds of streams: each brings an engine, and projects rows and announces news from its journal.

The journal and `control.journal.desk` know streams, but no game. An app registers its kind of stream when it is ready. The key is
the first word of its engines' names: a realm's name, or "table" for "table:…".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from control.engine.context import Actor, SealedSheets
from control.engine.modules import Command, Engine, GameEvent, Invalidation
from control.models import Stream

if TYPE_CHECKING:
    from control.journal.journal import StreamHead


class StreamEngine(Struct, frozen=True, kw_only=True):
    """An engine bound to one stream. `blank`: the state before its first entry. `encode`, `decode`: a state to canonical bytes and
    back.

    `encoding`: the version of these bytes (`control.engine.upcasting.encoding_of`). `decode` also brings bytes of another version
    forward, as far as upcasters say how. That is enough to compare states, but not to play on from them.
    """

    engine: Engine[Any]
    blank: Any
    encoding: str
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]


class StreamKind(Protocol):
    """Interface between `control.journal.desk` and one kind of stream."""

    weight: int  # share of a process's memory that one stream takes; a side table is 1

    def play(self, stream: Stream) -> StreamEngine:
        """Build the engine of this stream; the caller caches it. Hold `journal.building` while msgspec builds a decoder."""
        ...

    def frozen(self, stream: Stream) -> bytes:
        """Return the JSON document frozen when this stream was opened: the scenario or content of its game."""
        ...

    def sheets(self, stream: Stream) -> SealedSheets:
        """Return the sealed sheets that decisions in this stream read; the desk hands the object back to `project`."""
        ...

    def settle(self, stream_id: int, command: Command) -> None:
        """Wait until input that has arrived is committed, before this command takes the lock."""
        ...

    def project(self, stream: Stream, events: Sequence[GameEvent], state: Any, sheets: SealedSheets | None, at: datetime) -> None:
        """Update the rows that follow from the state, inside the desk's transaction. `sheets` is None for a withdrawal."""
        ...

    def announce(self, stream: Stream, invalidations: Sequence[Invalidation], now: StreamHead) -> None:
        """Tell the screens which topics changed; called after the commit."""
        ...

    def name_of(self, by: Actor, state: Any) -> str:
        """Return the sender's name for the journal: the person to ask about it tomorrow."""
        ...

    def moved(self, state: Any, by: timedelta) -> Command | None:
        """Return the command that moves every running deadline later by `by`; None if no clock runs."""
        ...

    def event_of(self, stream: Stream) -> int | None:
        """The primary key of the stream's event; None for a stream without one."""
        ...


class NamedStream(Struct, frozen=True, kw_only=True):
    """A stream with a name that people use. `told` yields the lines of its transcript."""

    stream: Stream
    title: str
    told: Callable[[], Iterator[str]]


_kinds: dict[str, StreamKind] = {}
_names: list[Callable[[str], NamedStream | None]] = []


def register(word: str, kind: StreamKind) -> None:
    """Register the kind of all streams whose engine name has this first word."""
    _kinds[word] = kind


def register_names(find: Callable[[str], NamedStream | None]) -> None:
    """Register a lookup of streams by name, tried after the lookups registered before it (events come first)."""
    _names.append(find)


def find_stream(name: str) -> NamedStream | None:
    """The stream with this name; None if there is none."""
    return next((found for find in _names if (found := find(name)) is not None), None)


def await_pending_input(stream_id: int, command: Command) -> None:
    """Wait until input that has arrived is committed, before this command takes the lock."""
    for kind in _kinds.values():
        kind.settle(stream_id, command)


def kind_of(stream: Stream) -> StreamKind:
    """The kind of a stream.

    Raises:
        KeyError: no installed app plays it.
    """
    return _kinds[stream.engine.partition(":")[0]]
