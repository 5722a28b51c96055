"""Journals beside the main one, such as those of side tables: how they are written into a debrief's file, and brought in from one.

The platform knows streams and nothing of what is played in them, so whoever brings a kind of stream says here what its row holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from control.engine.ids import SeatId
from control.models import Event, Stream


class Carrier(Protocol):
    """What a debrief's file needs to know of a kind of stream beside the main one."""

    def of(self, event: Event) -> Iterable[Stream]:
        """The streams of an event, in the order in which they began."""
        ...

    def told(self, stream: Stream) -> bytes:
        """What the row of a stream says, as JSON; nothing in it opens anything."""
        ...

    def bring(self, event: Event, stream: Stream, told: bytes) -> None:
        """Make the row of a stream that came out of a file.

        Raises:
            ValueError: `told` is not what a row says.
        """
        ...

    def names(self, event: Event) -> Iterator[tuple[SeatId, str]]:
        """What players of an event are called in these streams."""
        ...

    def elsewhere(self, event: Event) -> Iterable[Stream]:
        """Streams of no event in which players of this one have acted."""
        ...


_carriers: dict[str, Carrier] = {}


def register(word: str, carrier: Carrier) -> None:
    """Let streams whose engine's name begins with this word be carried so."""
    _carriers[word] = carrier


def carrier_of(stream: Stream) -> Carrier | None:
    """Who carries this stream; None for one that nothing which is installed plays."""
    return _carriers.get(stream.engine.partition(":")[0])


def streams_beside(event: Event) -> list[Stream]:
    """All streams of an event but the main one."""
    return [stream for carrier in _carriers.values() for stream in carrier.of(event)]


def streams_elsewhere(event: Event) -> list[Stream]:
    """Streams of no event in which players of this one have acted."""
    return [stream for carrier in _carriers.values() for stream in carrier.elsewhere(event)]


def names_at_tables(event: Event) -> list[tuple[SeatId, str]]:
    """What players of an event are called in the streams beside it."""
    return [found for carrier in _carriers.values() for found in carrier.names(event)]
