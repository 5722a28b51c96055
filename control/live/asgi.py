"""The WebSocket of every screen, at /live/<event>/ or /live/table/<code>/: news goes out, sheets and pings come in.

The server chooses what a screen hears, by the cookies that its pages use too. A screen can ask for less (`?hall`), or for what
everybody hears at a second place (`/live/<event>/?beside=table/<code>`). The server does not trust a client's input to be small,
well-formed or its own.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import parse_cookie

from control import registry, system_time
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import ballots
from control.live import hub
from control.live.admission import Knock
from control.live.attendant import Attendant, attendant_of
from control.live.budgets import Budget
from control.live.hub import Hub, Place, SocketLine, WireFrame, frame_of
from control.live.messages import (
    LARGEST_SHEET,
    UNREADABLE,
    DraftTyped,
    NewsAsked,
    Ping,
    PressSent,
    SheetSent,
    StandsAt,
    arrival_of,
    decode_message,
    receipt_values,
)
from control.live.presence import ScreenSpot
from control.live.press_queue import SocketPress, answer_to
from control.live.questions import Question
from control.live.ws_protocol import LINE, POLICY, LineProtocol
from control.sheets import sheets
from control.sheets.sheets import Receipt
from control.watch import connections

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ADDRESS = re.compile(r"^/live/(?:(\d{1,18})|([a-z]{1,12})/([a-z0-9]{1,40}))/$")
BESIDE = re.compile(rb"^beside=([a-z]{1,12})/([a-z0-9]{1,40})$")
LARGEST_WORD = 1_024  # bytes of a frame without a sheet or draft
LARGEST_DRAFT_WORD = 5_120  # bytes of a frame with a draft, or with the versions of a phone's regions
TOO_LONG = later("This message is too long.")
LATEST_PRESS = 3.0  # seconds on the way; soon after that the phone sends it by a request
MOST_COMPLAINTS = 5  # malformed frames after which the socket is closed
TRY_AGAIN = 1013  # close code


class AsgiLine:
    """A socket on a server without `LineProtocol`: frames are queued, and a screen that falls too far behind is closed."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: asyncio.Queue[Message] = asyncio.Queue(256)
        self._task = asyncio.create_task(self._pump())

    def write(self, frame: WireFrame) -> None:
        """Queue a frame."""
        try:
            content = {"text": frame.content.decode()} if frame.is_text else {"bytes": frame.content}
            self._waiting.put_nowait({"type": "websocket.send", **content})
        except asyncio.QueueFull:
            self.close(TRY_AGAIN)

    def close(self, code: int) -> None:
        """Close after the queued frames; if the queue is full, drop it."""
        while self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait({"type": "websocket.close", "code": code})

    def end(self) -> None:
        """Stop writing."""
        self._task.cancel()

    async def _pump(self) -> None:
        with suppress(OSError):  # the client is gone; the receiving side notices
            while True:
                message = await self._waiting.get()
                await self._send(message)
                if message["type"] == "websocket.close":
                    return


@dataclass(slots=True)
class OpenSocket:
    """One open socket: its rights, and the number of its malformed frames."""

    hub: Hub
    line: SocketLine
    knock: Knock
    seat: SeatId | None
    name: str  # of the signed-in member of the control team
    attendant: Attendant
    complaints: int = 0
    mark: threading.Event | None = None  # that something has come which may be a ballot

    @property
    def place(self) -> Place:
        """The place that it shows."""
        return self.knock.place

    def hear(self, text: str | bytes, at: float) -> None:
        """Answer one frame that arrived at `at`, in seconds since 1970."""
        try:
            self._answer(text, at)
        except Refused as no:
            self.complaints += 1
            self.line.write(frame_of({"t": "refused", "sentence": no.sentence}))
            if self.complaints >= MOST_COMPLAINTS:
                self.line.close(POLICY)

    def _answer(self, text: str | bytes, at: float) -> None:
        if len(text) > LARGEST_SHEET:
            raise Refused(say(TOO_LONG), code="malformed")
        word = decode_message(text)
        if isinstance(word, DraftTyped | NewsAsked) and len(text) > LARGEST_DRAFT_WORD:
            raise Refused(say(TOO_LONG), code="malformed")
        if isinstance(word, SheetSent | DraftTyped):
            if not isinstance(self.place, int):
                raise Refused(say("Sealed sheets belong to an event."), code="malformed")
            arrival = arrival_of(word, event=self.place, seat=self.seat, at=at, line=self.line)
            sheets.submit_with_answer(arrival, partial(self._acknowledge, word))
        elif isinstance(word, NewsAsked):
            self._ask(word)
        elif len(text) > LARGEST_WORD:
            raise Refused(say(TOO_LONG), code="malformed")
        elif isinstance(word, PressSent):
            self._press(word, at)
        elif isinstance(word, Ping):
            # The pong goes behind news already under way, so after it the screen has heard everything before.
            self.hub.loop.call_soon(self.line.write, frame_of({"t": "pong", "c": word.c, "s": round(at * 1000, 3)}))
        elif isinstance(word, StandsAt):
            self._stand(word)
        else:
            connections.note_clock_offset(self.line, word.ms / 1000)

    def _ask(self, word: NewsAsked) -> None:
        if not isinstance(self.place, int):
            raise Refused(say(UNREADABLE), code="malformed")
        cookies = {} if self.knock.as_hall else self.knock.cookies  # a screen of the hall speaks for no badge
        asked = Question(line=self.line, event=self.place, cookies=cookies, number=word.number, seen=word.seen)
        self.attendant.questions.ask(asked)

    def _press(self, word: PressSent, at: float) -> None:
        if not isinstance(self.place, int):
            raise Refused(say(UNREADABLE), code="malformed")
        sent_at = word.at / 1000
        if self.seat is None or word.address not in registry.ballots() or at > sent_at + LATEST_PRESS:
            self.line.write(answer_to(word.number))
            return
        press = SocketPress(
            line=self.line,
            event=self.place,
            cookies=self.knock.cookies,
            number=word.number,
            address=word.address,
            fields=word.fields,
            at=datetime.fromtimestamp(min(sent_at, at), UTC),
            mark=self.mark or ballots.mark(self.place),
        )
        self.mark = None  # it is the press's own from now on
        self.attendant.presses.put(press)

    def data_came(self) -> None:
        """Mark that something has come that may be a ballot, although nobody has read it yet."""
        if self.mark is None and self.seat is not None and isinstance(self.place, int):
            self.mark = ballots.mark(self.place)

    def data_read(self) -> None:
        """Remove the mark, unless it was a ballot."""
        if self.mark is not None:
            ballots.end([self.mark])
            self.mark = None

    def _stand(self, word: StandsAt) -> None:
        if not self.name or not isinstance(self.place, int):
            raise Refused(say("This is for the screens of the control team."), code="malformed")
        self.attendant.company.stand(
            self.line, self.place, ScreenSpot(name=self.name, page=word.page, step=word.step), claims=word.claims
        )

    def _acknowledge(self, word: SheetSent | DraftTyped, receipt: Receipt) -> None:
        """Called in the writer's thread, after the commit."""
        what = "receipt" if isinstance(word, SheetSent) else "drafted"
        frame = frame_of({"t": what, "key": word.key, "kind": word.kind, **receipt_values(receipt)})
        with suppress(RuntimeError):  # the server has stopped in between; the phone will ask again
            self.hub.answer(self.line, frame)


async def websocket_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one screen from connection to close."""
    await receive()
    address = ADDRESS.match(scope["path"])
    headers = headers_of(scope)
    if address is None or not is_same_origin(headers):
        await send({"type": "websocket.close", "code": hub.UNKNOWN})
        return
    place: Place = int(address[1]) if address[1] else f"{address[2]}:{address[3]}"
    as_hall = scope["query_string"] == b"hall"
    here = hub.own_hub()
    attendant = attendant_of(here)
    knock = Knock(place=place, cookies=parse_cookie(headers.get("cookie", "")), as_hall=as_hall)
    admission = await attendant.clerk.admission(knock)
    if admission is None:
        await send({"type": "websocket.close", "code": hub.UNKNOWN})
        return
    beside = _second_place(scope["query_string"])
    further = await attendant.clerk.admission(Knock(place=beside, cookies={}, as_hall=True)) if beside is not None else None
    await attendant.ready()
    await send({"type": "websocket.accept"})
    line = scope.get("extensions", {}).get(LINE) or AsgiLine(send)
    facts = here.join(line, place, admission.audiences, admission.facts, admission.keys)
    if beside is not None and further is not None:
        here.overhear(line, beside, further.facts)
    attendant.let_in(line, knock, admission)
    attendant.begin()  # the last other socket may have closed meanwhile
    now = int(system_time.seconds() * 1000)
    line.write(frame_of({"t": "hello", "now": now, "seat": admission.seat, "clock": facts.clock}))
    screen, budget = OpenSocket(here, line, knock, admission.seat, admission.name, attendant), Budget()
    if isinstance(line, LineProtocol):
        line.hears = screen.hear
        line.when_come, line.when_read = screen.data_came, screen.data_read
        if line.when_opened is not None:
            line.when_opened(admission.proof)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            heard_at = line.heard_at if isinstance(line, LineProtocol) else system_time.seconds()
            said = message.get("text") or message.get("bytes") or b""
            budget.spend(1, len(said), heard_at)  # other servers do not count by themselves
            if budget.is_spent(heard_at):
                line.close(POLICY)
            else:
                screen.hear(said, heard_at)
    finally:
        if isinstance(line, LineProtocol):
            line.hears = None
        here.leave(line)
        attendant.leave(line)
        connections.forget_device(line)
        if isinstance(line, AsgiLine):
            line.end()
        attendant.rest()


def _second_place(query: bytes) -> str | None:
    """The second place that a screen asks to hear."""
    found = BESIDE.match(query)
    return f"{found[1].decode()}:{found[2].decode()}" if found else None


def headers_of(scope: Scope) -> dict[str, str]:
    """The headers of a connection, by lower-case name."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Does the request come from a page of this site?

    Programs other than browsers send no Origin header. They are allowed, because they have no cookies to steal.
    """
    origin = headers.get("origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
