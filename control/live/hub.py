"""The sockets that are open in this process, and the loop that writes one frame to many of them.

A frame is encoded once, websocket header included, and handed to each transport as it is: no task, no queue and no encoding for a
screen. Everything here runs in the event loop that the sockets belong to; `post` alone may be called from any thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

from control.live.turns import Turns

THROWN_OUT = 4401  # close code: what let this socket in is worth nothing any more, or opens something else by now
UNKNOWN = 4404  # close code: no such event or table

Place = int | str  # where a screen looks: an event by its number, a side table as "table:" and its own


@dataclass(frozen=True, slots=True)
class Frame:
    """One message, ready to be written: the text, and the bytes it is on the wire."""

    text: bytes
    wire: bytes


class Line(Protocol):
    """An open socket as the hub sees it."""

    def write(self, frame: Frame) -> None:
        """Send the frame without waiting; a socket that cannot take it is given up."""
        ...

    def close(self, code: int) -> None:
        """End the connection."""
        ...


class Listener(Protocol):
    """Whose turn it is to hear what was said to it."""

    def listen(self) -> None:
        """Hear it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomFacts:
    """Where a room stands: `left_ms` is set while its step's clock stands."""

    step: str | None
    name: str
    deadline: str | None
    left_ms: int | None
    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFacts:
    """The clock as every screen may know it; `left_ms` is set while it stands. Deadlines are ISO 8601 with milliseconds."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a screen needs to begin with: how far the journal is, and the clock."""

    seq: int
    clock: ClockFacts | None = None  # a side table has no phases


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What has changed in one event, or at one side table: topics by audience, never the thing itself.

    `seq` is missing when nothing was written to the journal. `out` names what sockets were let in by and is worth nothing any more:
    they are closed, wherever they look.
    """

    place: Place
    topics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seq: int | None = None
    clock: ClockFacts | None = None
    out: tuple[str, ...] = ()


_encoder = msgspec.json.Encoder()


def frame_of(document: object) -> Frame:
    """A document as one unmasked, uncompressed text frame."""
    text = _encoder.encode(document)
    length = len(text)
    if length < 126:
        header = bytes((0x81, length))
    elif length < 65_536:
        header = b"\x81\x7e" + length.to_bytes(2, "big")
    else:
        header = b"\x81\x7f" + length.to_bytes(8, "big")
    return Frame(text=text, wire=header + text)


class Hub:
    """The open sockets of one event loop, by event or table, and audience."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.known: dict[Place, Facts] = {}
        self.told: dict[Place, int] = {}  # by place, how far every screen has heard; a newcomer may know more than the others
        self._by_audience: dict[tuple[Place, str], set[Line]] = {}
        self._lines: dict[Line, tuple[Place, frozenset[str]]] = {}
        self._beside: dict[Line, Place] = {}  # what a socket hears of beside its own place
        self._keys: dict[Line, frozenset[str]] = {}
        self._by_key: dict[str, set[Line]] = {}
        self.listeners: Turns[Listener] = Turns(loop, lambda each: each.listen())
        self._answers: Turns[tuple[Line, Frame]] = Turns(loop, _write)

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def places(self) -> frozenset[Place]:
        """What somebody looks at from here."""
        return frozenset((*(place for place, _audiences in self._lines.values()), *self._beside.values()))

    def join(self, line: Line, place: Place, audiences: frozenset[str], facts: Facts, keys: frozenset[str] = frozenset()) -> Facts:
        """Let a socket hear what these audiences hear; returns the newest facts, for the news may have been faster.

        `keys` are what let it in: it is closed when one of them is worth nothing any more.
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

    def overhear(self, line: Line, place: Place, facts: Facts) -> None:
        """Let a socket that has joined hear also what everybody hears of this place."""
        self._beside[line] = place
        self._by_audience.setdefault((place, "all"), set()).add(line)
        self.learn(place, facts)
        self.told.setdefault(place, self.known[place].seq)

    def leave(self, line: Line) -> None:
        """Forget a socket."""
        self._forget(line, *self._lines.pop(line, (0, frozenset())))
        if line in self._beside:
            self._forget(line, self._beside.pop(line), frozenset({"all"}))
        for key in self._keys.pop(line, ()):
            self._by_key[key].discard(line)
            if not self._by_key[key]:
                del self._by_key[key]

    def _forget(self, line: Line, place: Place, audiences: frozenset[str]) -> None:
        for audience in audiences:
            lines = self._by_audience[place, audience]
            lines.discard(line)
            if not lines:
                del self._by_audience[place, audience]
        if place and (place, "all") not in self._by_audience:
            self.known.pop(place, None)
            self.told.pop(place, None)

    def learn(self, place: Place, facts: Facts) -> None:
        """Keep these facts unless newer ones are known."""
        known = self.known.get(place)
        if known is None or facts.seq >= known.seq:
            self.known[place] = facts

    def go_back(self, place: Place, facts: Facts) -> None:
        """The journal of a place has another past than what was told of it: every screen looks at everything again."""
        self.known.pop(place, None)
        self.learn(place, facts)
        self.told[place] = facts.seq
        self.catch_up(place, facts)

    def catch_up(self, place: Place, facts: Facts) -> None:
        """News of a place got lost: every screen looks at everything again."""
        self.deliver(News(place=place, topics={"all": ("awake", "clock")}, seq=facts.seq, clock=facts.clock))

    def lines_of(self, place: Place, audience: str) -> frozenset[Line]:
        """The sockets of one audience."""
        return frozenset(self._by_audience.get((place, audience), ()))

    def seat_of(self, line: Line) -> str:
        """The audience of the player whose device this is; "" for everybody else's."""
        return next((each for each in self._lines.get(line, (0, frozenset()))[1] if each.startswith("seat:")), "")

    def answer(self, line: Line, frame: Frame) -> None:
        """Write a frame to one socket, from any thread; a thousand of them do not hold up the loop.

        Raises:
            RuntimeError: the loop is closed.
        """
        self._answers.put((line, frame))

    def post(self, news: News, but: frozenset[Line] = frozenset()) -> None:
        """Deliver from any thread; `but` are sockets that know already."""
        self.loop.call_soon_threadsafe(self.deliver, news, but)

    def deliver(self, news: News, but: frozenset[Line] = frozenset()) -> None:
        """Write one frame to every socket of each audience, the largest audience first."""
        place = news.place
        if place in deaf:
            return
        known = self.known.get(place)
        late = known is not None and news.clock is not None and news.clock != known.clock and (news.seq or 0) >= known.seq
        if late and not any("clock" in topics for topics in news.topics.values()):
            # The clock went on by news that never came here: every screen hears so with this.
            news = replace(news, topics={**news.topics, "all": (*news.topics.get("all", ()), "clock")})
        if known and news.seq is not None and news.seq >= known.seq:
            self.known[place] = Facts(seq=news.seq, clock=news.clock or known.clock)
        if place in self.told and news.seq is not None:
            self.told[place] = max(self.told[place], news.seq)
        for audience in sorted(news.topics, key=lambda each: (each != "all", each)):
            lines = self._by_audience.get((place, audience), set()) - but
            if lines:
                frame = frame_of(poke(news, news.topics[audience]))
                for line in lines:
                    line.write(frame)
        for key in news.out:
            for line in tuple(self._by_key.get(key, ())):
                line.close(THROWN_OUT)

    def tell_everyone(self, frame: Frame) -> None:
        """Write one frame to every socket that is open here."""
        for line in tuple(self._lines):
            line.write(frame)


def _write(answer: tuple[Line, Frame]) -> None:
    line, frame = answer
    line.write(frame)


def poke(news: News, topics: Iterable[str]) -> dict[str, object]:
    """The message that says what to look at again; with the clock itself where that is what changed."""
    told: dict[str, object] = {"t": "poke", "topics": tuple(topics)}
    if news.seq is not None:
        told["seq"] = news.seq
    if news.clock is not None and "clock" in told["topics"]:  # type: ignore[operator]
        told["clock"] = news.clock
    return told


deaf: set[Place] = set()  # rehearsals whose screens are to find out by themselves that they hear nothing
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_guard = threading.Lock()


def here() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    with _guard:
        for other in [each for each in _hubs if each.is_closed()]:
            del _hubs[other]
        return _hubs.setdefault(loop, Hub(loop))


def everywhere() -> tuple[Hub, ...]:
    """Every hub of this process whose loop still runs."""
    with _guard:
        return tuple(hub for loop, hub in _hubs.items() if not loop.is_closed())
