"""What plays the streams: every kind of stream brings its engine, and the rows and news that follow from its journal.

The journal and the desk know streams and nothing of what is played in them. A kind registers itself by the first word of its
engines' names (a realm's name, "table:…") when its app is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from control.engine.context import Actor, SealedSheets
from control.engine.modules import Command, Engine, GameEvent, Invalidation
from control.models import Stream

if TYPE_CHECKING:
    from control.journal.journal import Head


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """An engine bound to what one stream is about: the state before its first entry, and its states as canonical bytes and back.

    `encoding` is the version of these bytes (`control.engine.upcasting.encoding_of`); `decode` brings those of another forward as
    far as upcasters say how, which is enough to compare them and not to play on from them.
    """

    engine: Engine[Any]
    blank: Any
    encoding: str
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]


class StreamKind(Protocol):
    """What the desk needs to know of a kind of stream."""

    weight: int  # how much of a process's memory one takes, a side table being 1

    def play(self, stream: Stream) -> Play:
        """What plays this stream; it is kept for a while. Whatever it decodes it learns while it holds `journal.building`."""
        ...

    def frozen(self, stream: Stream) -> bytes:
        """The JSON document that was frozen beside this stream when it was opened: the game is played by it."""
        ...

    def sheets(self, stream: Stream) -> SealedSheets:
        """Where a decision in this stream reads sealed sheets from; the desk hands it back to `project`."""
        ...

    def settle(self, command: Command) -> None:
        """Let what has arrived already be committed before this command takes the lock."""
        ...

    def project(self, stream: Stream, events: Sequence[GameEvent], state: Any, sheets: SealedSheets | None, at: datetime) -> None:
        """Bring the rows up to date with the state; called inside the desk's transaction. Withdrawals read no sheets."""
        ...

    def announce(self, stream: Stream, invalidations: Sequence[Invalidation], now: Head) -> None:
        """Tell the screens; called after the commit."""
        ...

    def name_of(self, by: Actor, state: Any) -> str:
        """Whom to ask about it tomorrow."""
        ...

    def moved(self, state: Any, by: timedelta) -> Command | None:
        """The command that lets every running deadline fall so much later; None where none runs."""
        ...

    def event_of(self, stream: Stream) -> int | None:
        """The number of the event that a stream is of; None where it is of none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A stream that people call by a name of their own, and its transcript."""

    stream: Stream
    title: str
    told: Callable[[], Iterator[str]]


_kinds: dict[str, StreamKind] = {}
_names: list[Callable[[str], Named | None]] = []


def register(word: str, kind: StreamKind) -> None:
    """Let streams whose engine's name begins with this word be of this kind."""
    _kinds[word] = kind


def register_names(find: Callable[[str], Named | None]) -> None:
    """Let streams be found by what people call them; events are found before all others."""
    _names.append(find)


def named(name: str) -> Named | None:
    """The stream that people call so; None where there is none."""
    return next((found for find in _names if (found := find(name)) is not None), None)


def settle(command: Command) -> None:
    """Let what has arrived already be committed before this command takes the lock."""
    for kind in _kinds.values():
        kind.settle(command)


def kind_of(stream: Stream) -> StreamKind:
    """The kind of a stream.

    Raises:
        KeyError: nothing that is installed plays it.
    """
    return _kinds[stream.engine.partition(":")[0]]
