"""The one socket of every screen, at /live/<event>/: news comes out of it, sheets and pings go in.

The server chooses what a screen hears, by the same cookies as its pages; a screen can only ask for less (`?hall`). Nothing that a
client sends is trusted to be small, well-formed or its own.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from django.conf import settings
from django.http import parse_cookie
from django.utils import timezone

from control import hub, sheets
from control.attendant import Knock, attendant_of
from control.hub import Frame, Hub, Line, frame_of
from control.scenario.ids import SeatId
from control.sheets import Arrival, Receipt
from control.ws_protocol import LINE, LineProtocol

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ADDRESS = re.compile(r"^/live/(\d{1,18})/$")
LARGEST_SHEET = 16_384  # bytes of a frame that carries a sheet
LARGEST_WORD = 1_024  # bytes of any other frame
MOST_COMPLAINTS = 5  # frames that make no sense, until the socket is closed
MOST_FRAMES = 200  # in one window
WINDOW = 10.0  # seconds
POLICY = 1008  # close code
TRY_AGAIN = 1013  # close code


class Hello(msgspec.Struct, tag_field="t", tag="hello"):
    """The newest seq that the screen has seen."""

    seq: int


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """The screen's own clock, to be sent back."""

    c: float


class SheetSent(msgspec.Struct, tag_field="t", tag="sheet"):
    """A sealed sheet; `key` is the same however often it is sent."""

    kind: str
    month: int
    key: UUID
    body: msgspec.Raw


_words: msgspec.json.Decoder[Hello | Ping | SheetSent] = msgspec.json.Decoder(Hello | Ping | SheetSent)


class AsgiLine:
    """A socket of a server that has only `send`: frames wait in line, a screen that falls too far behind is closed."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: asyncio.Queue[Message] = asyncio.Queue(256)
        self._task = asyncio.create_task(self._pump())

    def write(self, frame: Frame) -> None:
        """Put a frame in line."""
        try:
            self._waiting.put_nowait({"type": "websocket.send", "text": frame.text.decode()})
        except asyncio.QueueFull:
            self.close(TRY_AGAIN)

    def close(self, code: int) -> None:
        """Close behind everything that waits; nothing of it is sent when there is too much."""
        while self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait({"type": "websocket.close", "code": code})

    def end(self) -> None:
        """Stop writing."""
        self._task.cancel()

    async def _pump(self) -> None:
        with suppress(OSError):  # it has gone away; the receiving side hears of it
            while True:
                message = await self._waiting.get()
                await self._send(message)
                if message["type"] == "websocket.close":
                    return


@dataclass(slots=True)
class Screen:
    """One open socket: what it may do, and how often it has made no sense."""

    house: Hub
    line: Line
    event: int
    seat: SeatId | None
    complaints: int = 0
    frames: int = 0
    window_ends: float = 0.0

    def hear(self, text: str | bytes, at: float) -> None:
        """Answer one frame that arrived at `at`, in seconds since 1970."""
        if at >= self.window_ends:
            self.window_ends, self.frames = at + WINDOW, 0
        self.frames += 1
        if self.frames > MOST_FRAMES:
            self.line.close(POLICY)
            return
        if len(text) > LARGEST_SHEET:
            self._complain("This message is too long.")
            return
        try:
            word = _words.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self._complain("This message could not be read.")
            return
        if isinstance(word, SheetSent):
            self._take(word, at)
        elif len(text) > LARGEST_WORD:
            self._complain("This message is too long.")
        elif isinstance(word, Ping):
            self.line.write(frame_of({"t": "pong", "c": word.c, "s": round(at * 1000, 3)}))
        else:
            self._catch_up(word.seq)

    def _catch_up(self, seq: int) -> None:
        known = self.house.known[self.event]
        if seq < known.seq:
            self.line.write(frame_of({"t": "poke", "topics": ("awake",), "seq": known.seq, "clock": known.clock}))

    def _complain(self, sentence: str) -> None:
        self.complaints += 1
        self.line.write(frame_of({"t": "refused", "sentence": sentence}))
        if self.complaints >= MOST_COMPLAINTS:
            self.line.close(POLICY)

    def _take(self, word: SheetSent, at: float) -> None:
        if self.seat is None:
            self._complain("This device has not joined as a player; join with your code.")
            return
        arrival = Arrival(
            event_id=self.event,
            seat=self.seat,
            kind=word.kind,
            month=word.month,
            client_key=word.key,
            body=bytes(word.body),
            received_at=datetime.fromtimestamp(at, UTC),
            line=self.line,
        )
        sheets.submit(arrival).add_done_callback(lambda done: self._answer(word, done))

    def _answer(self, word: SheetSent, done: Future[Receipt]) -> None:
        """Called in the writer's thread, after the commit."""
        frame = frame_of({"t": "receipt", "key": word.key, "kind": word.kind, **told(done.result())})
        with suppress(RuntimeError):  # the server has stopped in between; the phone will ask again
            self.house.loop.call_soon_threadsafe(self.line.write, frame)


def told(receipt: Receipt) -> dict[str, object]:
    """A receipt as a phone reads it, over the socket or over HTTP."""
    return {
        "status": receipt.status,
        "revision": receipt.revision,
        "month": receipt.month,
        "at": timezone.localtime(receipt.received_at).strftime("%H:%M:%S"),
        "sentence": receipt.sentence,
        "rule": receipt.rule,
        "code": receipt.code,
    }


async def websocket_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one screen from its first word to its last."""
    await receive()
    place = ADDRESS.match(scope["path"])
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if place is None or not from_here(headers):
        await send({"type": "websocket.close", "code": hub.UNKNOWN})
        return
    event, as_hall = int(place[1]), scope["query_string"] == b"hall"
    house = hub.here()
    attendant = attendant_of(house)
    knock = Knock(event=event, cookies=parse_cookie(headers.get("cookie", "")), as_hall=as_hall)
    admission = await attendant.clerk.admission(knock)
    if admission is None:
        await send({"type": "websocket.close", "code": hub.UNKNOWN})
        return
    await attendant.ready()
    await send({"type": "websocket.accept"})
    line = scope.get("extensions", {}).get(LINE) or AsgiLine(send)
    facts = house.join(line, event, admission.audiences, admission.facts)
    attendant.begin()  # the last other socket may have gone meanwhile
    line.write(frame_of({"t": "hello", "seq": facts.seq, "now": int(time.time() * 1000), "clock": facts.clock}))
    screen = Screen(house, line, event, admission.seat)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            heard_at = line.heard_at if isinstance(line, LineProtocol) else time.time()
            screen.hear(message.get("text") or message.get("bytes") or b"", heard_at)
    finally:
        house.leave(line)
        if isinstance(line, AsgiLine):
            line.end()
        attendant.rest()


def from_here(headers: Mapping[str, str]) -> bool:
    """Was the socket opened by a page of this site? A program that is no browser says no origin, and has no cookies to steal."""
    origin = headers.get("origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
