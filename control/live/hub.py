"""Hub of the sockets open in this process; its loop writes one frame to many of them.

A frame is encoded once, WebSocket header included, and handed to each transport as it is. No screen needs a task, a queue or its
own encoding. Everything runs in the event loop of the sockets; only `post` and `answer` may be called from any thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct, field

from control.engine.records import replace
from control.live.page_priority import Turns

ASK, LONGEST_SPREAD = 3, 1_000  # milliseconds: about what one phone's question costs; the spread of the largest crowd
MANY = 20  # audiences named at once, from which on their screens count as a crowd
TEXT, BINARY = 0x81, 0x82  # first bytes of a whole frame
THROWN_OUT = 4401  # close code: the badge or account behind this socket is no longer valid, or gives other rights
UNKNOWN = 4404  # close code: no such event or table

Place = int | str  # what a screen shows: an event by its ID, a side table as "table:" and its ID


class WireFrame(Struct, frozen=True):
    """One encoded message: its content, and its bytes on the wire. `is_text`: the content is text, not bytes."""

    content: bytes
    wire: bytes
    is_text: bool = True


class SocketLine(Protocol):
    """Interface of an open socket, for the hub."""

    def write(self, frame: WireFrame) -> None:
        """Send the frame without waiting; a socket that cannot take it is dropped."""
        ...

    def close(self, code: int) -> None:
        """End the connection."""
        ...


class Listener(Protocol):
    """A socket with received data to process."""

    def listen(self) -> None:
        """Process the received data."""
        ...


class RoomFacts(Struct, frozen=True, kw_only=True):
    """The step and clock of a room. `left_ms`: time left while its clock is stopped."""

    step: str | None
    name: str
    deadline: str | None
    left_ms: int | None
    paused: bool


class ClockFacts(Struct, frozen=True, kw_only=True):
    """The clock as every screen may know it. `left_ms`: time left while it is stopped. Deadlines are ISO 8601 with milliseconds."""

    stage: str
    title: str  # "Month 3", as the game calls its rounds
    month: int
    phase: str | None
    phase_name: str
    deadline: str | None
    left_ms: int | None
    paused: bool
    reason: str
    rooms: Mapping[str, RoomFacts]


class Facts(Struct, frozen=True, kw_only=True):
    """First data of a screen: the journal's head seq, and the clock."""

    seq: int
    clock: ClockFacts | None = None  # a side table has no phases


class News(Struct, frozen=True, kw_only=True):
    """Changed topics of one event or side table by audience; never the content itself.

    `seq`: the journal's head; None if nothing was written. `out`: badges and accounts that are no longer valid; all their sockets
    are closed.
    """

    place: Place
    topics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seq: int | None = None
    clock: ClockFacts | None = None
    out: tuple[str, ...] = ()


_encoder = msgspec.json.Encoder()


def frame_of(document: object) -> WireFrame:
    """Encode a document as one unmasked, uncompressed text frame."""
    text = _encoder.encode(document)
    return WireFrame(content=text, wire=_header(TEXT, len(text)) + text)


def frame_of_bytes(content: bytes) -> WireFrame:
    """Encode bytes as one unmasked binary frame."""
    return WireFrame(content=content, wire=_header(BINARY, len(content)) + content, is_text=False)


def _header(kind: int, length: int) -> bytes:
    if length < 126:
        return bytes((kind, length))
    if length < 65_536:
        return bytes((kind, 126)) + length.to_bytes(2, "big")
    return bytes((kind, 127)) + length.to_bytes(8, "big")


class Hub:
    """The open sockets of one event loop, by event or table, and audience."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.known: dict[Place, Facts] = {}
        self.told: dict[Place, int] = {}  # by place, the seq that every screen has heard; a newcomer may know more
        self._by_audience: dict[tuple[Place, str], set[SocketLine]] = {}
        self._lines: dict[SocketLine, tuple[Place, frozenset[str]]] = {}
        self._beside: dict[SocketLine, Place] = {}  # a second place that a socket hears
        self._keys: dict[SocketLine, frozenset[str]] = {}
        self._by_key: dict[str, set[SocketLine]] = {}
        self.listeners: Turns[Listener] = Turns(loop, lambda each: each.listen())
        self._answers: Turns[tuple[SocketLine, WireFrame]] = Turns(loop, _write)

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def places(self) -> frozenset[Place]:
        """The places that open screens show."""
        return frozenset((*(place for place, _audiences in self._lines.values()), *self._beside.values()))

    def join(
        self, line: SocketLine, place: Place, audiences: frozenset[str], facts: Facts, keys: frozenset[str] = frozenset()
    ) -> Facts:
        """Add a socket to these audiences. Return the newest facts, because news may have come meanwhile.

        `keys`: what admitted it; it is closed when one of them is no longer valid.
        """
        self._lines[line] = (place, audiences)
        self._keys[line] = keys
        for key in keys:
            self._by_key.setdefault(key, set()).add(line)
        for audience in audiences:
            self._by_audience.setdefault((place, audience), set()).add(line)
        self.learn(place, facts)
        self.told.setdefault(place, self.known[place].seq)
        return self.known[place]

    def overhear(self, line: SocketLine, place: Place, facts: Facts) -> None:
        """Let a joined socket also hear what everybody hears at another place."""
        self._beside[line] = place
        self._by_audience.setdefault((place, "all"), set()).add(line)
        self.learn(place, facts)
        self.told.setdefault(place, self.known[place].seq)

    def leave(self, line: SocketLine) -> None:
        """Remove a socket."""
        self._forget(line, *self._lines.pop(line, (0, frozenset())))
        if line in self._beside:
            self._forget(line, self._beside.pop(line), frozenset({"all"}))
        for key in self._keys.pop(line, ()):
            self._by_key[key].discard(line)
            if not self._by_key[key]:
                del self._by_key[key]

    def _forget(self, line: SocketLine, place: Place, audiences: frozenset[str]) -> None:
        for audience in audiences:
            lines = self._by_audience[place, audience]
            lines.discard(line)
            if not lines:
                del self._by_audience[place, audience]
        if place and (place, "all") not in self._by_audience:
            self.known.pop(place, None)
            self.told.pop(place, None)

    def learn(self, place: Place, facts: Facts) -> None:
        """Store these facts unless newer ones are known."""
        known = self.known.get(place)
        if known is None or facts.seq >= known.seq:
            self.known[place] = facts

    def go_back(self, place: Place, facts: Facts) -> None:
        """Tell all screens of a place to refresh everything: its journal has another past than before."""
        self.known.pop(place, None)
        self.learn(place, facts)
        self.told[place] = facts.seq
        self.catch_up(place, facts)

    def catch_up(self, place: Place, facts: Facts) -> None:
        """Tell all screens of a place to refresh everything: news got lost."""
        self.deliver(News(place=place, topics={"all": ("awake", "clock")}, seq=facts.seq, clock=facts.clock))

    def lines_of(self, place: Place, audience: str) -> frozenset[SocketLine]:
        """The sockets of one audience at a place."""
        return frozenset(self._by_audience.get((place, audience), ()))

    def seat_of(self, line: SocketLine) -> str:
        """The seat audience of a player's device; "" for other sockets."""
        return next((each for each in self._lines.get(line, (0, frozenset()))[1] if each.startswith("seat:")), "")

    def answer(self, line: SocketLine, frame: WireFrame) -> None:
        """Write a frame to one socket, from any thread. Many answers do not hold up the loop.

        Raises:
            RuntimeError: the loop is closed.
        """
        self._answers.put((line, frame))

    def post(self, news: News, but: frozenset[SocketLine] = frozenset()) -> None:
        """Deliver news, from any thread; `but` are sockets that know already."""
        self.loop.call_soon_threadsafe(self.deliver, news, but)

    def deliver(self, news: News, but: frozenset[SocketLine] = frozenset()) -> None:
        """Write one frame to every socket of each audience, the largest audience first.

        Its spread follows the number of these sockets. News to all, or to many seats, has the spread of all: else these seats would
        ask in one instant. The exact number of seats stays hidden, because it would tell how many others secret news reaches.
        """
        place = news.place
        if place in deaf:
            return
        known = self.known.get(place)
        late = known is not None and news.clock is not None and news.clock != known.clock and (news.seq or 0) >= known.seq
        if late and not any("clock" in topics for topics in news.topics.values()):
            # Earlier news of the clock never arrived here, so all screens refresh the clock now.
            news = replace(news, topics={**news.topics, "all": (*news.topics.get("all", ()), "clock")})
        if known and news.seq is not None:
            if news.seq >= known.seq:
                self.known[place] = Facts(seq=news.seq, clock=news.clock or known.clock)
            elif news.clock is not None:
                news = replace(news, clock=known.clock)  # news of two commits may come in the other order
        if place in self.told and news.seq is not None:
            self.told[place] = max(self.told[place], news.seq)
        is_for_crowd = "all" in news.topics or len(news.topics) > MANY
        hall = len(self._by_audience.get((place, "all"), ())) if is_for_crowd else 0
        for audience in sorted(news.topics, key=lambda each: (each != "all", each)):
            lines = self._by_audience.get((place, audience), set()) - but
            if lines:
                frame = frame_of(poke(news, news.topics[audience], spread_of(hall or len(lines))))
                for line in lines:
                    line.write(frame)
        for key in news.out:
            for line in tuple(self._by_key.get(key, ())):
                line.close(THROWN_OUT)

    def tell_everyone(self, frame: WireFrame) -> None:
        """Write one frame to every socket open here."""
        for line in tuple(self._lines):
            line.write(frame)


def _write(answer: tuple[SocketLine, WireFrame]) -> None:
    line, frame = answer
    line.write(frame)


def spread_of(crowd: int) -> int:
    """Milliseconds over which so many screens should spread their questions."""
    return min(LONGEST_SPREAD, crowd * ASK)


def poke(news: News, topics: Iterable[str], spread: int) -> dict[str, object]:
    """The message with the topics to refresh, and over how many milliseconds. It includes the clock if that changed.

    It has no number of the journal: numbers would tell a feint from a choice, and acts of which nobody may know (R-144).
    """
    told: dict[str, object] = {"t": "poke", "topics": tuple(topics), "spread": spread}
    if news.clock is not None and "clock" in told["topics"]:  # type: ignore[operator]
        told["clock"] = news.clock
    return told


deaf: set[Place] = set()  # rehearsals that simulate lost news: their screens must find out by themselves
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_guard = threading.Lock()


def own_hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    with _guard:
        for other in [each for each in _hubs if each.is_closed()]:
            del _hubs[other]
        return _hubs.setdefault(loop, Hub(loop))


def all_hubs() -> tuple[Hub, ...]:
    """Every hub of this process with a running loop."""
    with _guard:
        return tuple(hub for loop, hub in _hubs.items() if not loop.is_closed())
