"""HTTP protocol for uvicorn with limits: a client cannot hold a connection for ever. `serve` installs it.

Without limits uvicorn keeps endless headers in memory, waits for ever for the rest of a request, and accepts connections until the
descriptors run out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.http import parse_cookie
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from control.hall import screens
from control.live.connections import Connections, Limits, descriptors, limits_for, source_of
from control.live.ws_protocol import LineProtocol
from control.people.access import seat_cookie

PIECE = 16_384  # bytes parsed between two checks of the limit
TOO_LARGE = b"431 Request Header Fields Too Large"
TOO_SLOW = b"408 Request Timeout"
FULL = b"503 Service Unavailable"
LINGER = 1.0  # seconds of discarding input: a client cut off while sending would not read the reason

_servers: WeakKeyDictionary[ServerState, Connections] = WeakKeyDictionary()


def kind_of_knock(cookies: Mapping[str, str]) -> str:
    """The kind of client by its cookies: "account", "screen" (known to Control), or "" for a stranger."""
    if settings.SESSION_COOKIE_NAME in cookies:
        return "account"
    return "screen" if any(screens.COOKIE.fullmatch(name) for name in cookies) else ""


class BoundedProtocol(HttpToolsProtocol):
    """A connection with limits on time, memory and number."""

    limits: Limits | None = None  # set by tests; by default it follows from the process's descriptors

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if self.server_state not in _servers:
            limits = self.limits or limits_for(descriptors()[0])
            _servers[self.server_state] = Connections(limits, settings.TRUSTED_PROXIES)
        self.held = _servers[self.server_state]
        self.bounds = self.held.limits
        self.address = ""
        self._entered = False
        self._refused = False
        self._answered: RequestResponseCycle | None = None  # the request being answered; `cycle` is the last one received
        self._is_full = False  # the address named by a proxy has no room
        self._beside_body = 0  # bytes of this request outside its body
        self._ends: asyncio.TimerHandle | None = None  # when an incomplete request is given up
        self._unread: asyncio.TimerHandle | None = None

    # --- connections -----------------------------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Accept the connection if there is room."""
        super().connection_made(transport)
        self.address = source_of(self.client[0]) if self.client else ""
        self._entered = self.held.enter(self, self.address)
        if self._entered:
            self._wait_for_request()
        else:
            self._say(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's place."""
        self._leave()
        self._tell_answerer()
        super().connection_lost(exc)

    def give_way(self) -> None:
        """End now: another connection needs the place."""
        self._leave()
        self.transport.abort()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _tell_answerer(self) -> None:
        """Mark the answer as abandoned. uvicorn does so for the last request only; for others it would log an error."""
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def _leave(self) -> None:
        self._stop_waiting()
        if self._unread is not None:
            self._unread.cancel()
        if self._entered:
            self._entered = False
            self.held.leave(self)

    def handle_websocket_upgrade(self) -> None:
        """Pass the place on to the WebSocket."""
        if self._is_full:
            return
        browser = b"".join(self._said(b"user-agent")).decode("latin-1")[:200]
        super().handle_websocket_upgrade()
        self._stop_waiting()
        self.held.busy(self)  # until its badge or account is known
        socket = self.transport.get_protocol()
        if isinstance(socket, LineProtocol):
            socket.when_lost = self._leave
            socket.when_opened = partial(self._opened, browser)
            socket.spends = partial(self.held.says, self)
        else:
            self._leave()

    def _opened(self, browser: str, proof: str) -> None:
        self.held.opened(self, proof, browser)

    # --- input -----------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse piece by piece, until a request is too long outside its body."""
        for at in range(0, len(data), PIECE):
            if self._refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self._is_silent() and self._ends is None:
                self._wait_for_request()
            piece = data[at : at + PIECE] if len(data) > PIECE else data
            self._beside_body += len(piece)
            super().data_received(piece)
            if self._is_full and not self.transport.is_closing():
                self._refused = True
                self._say(FULL)
                self.transport.close()
                return
            if self._beside_body > self.bounds.head and not self.transport.is_closing():
                self._refuse(TOO_LARGE)
                return

    def on_message_begin(self) -> None:
        """Reset the size of the request."""
        self._beside_body = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """End the time limit of the headers; pages and sheets limit the time of the body themselves."""
        if len(self.pipeline) >= self.bounds.waiting:
            raise ValueError("too many requests wait behind each other")
        self._stop_waiting()
        if self._is_silent() and not (self.held.asks(self, self._said(b"x-forwarded-for")) and self._may_open()):
            self._is_full = True  # refused after this data is parsed, without a log line for each
            return
        super().on_headers_complete()

    def _may_open(self) -> bool:
        """May this request open a live socket? A badge always may, before all others."""
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            return True
        cookies = parse_cookie(b"; ".join(self._said(b"cookie")).decode("latin-1"))
        return seat_cookie(cookies) is not None or self.held.may_knock(self, kind_of_knock(cookies))

    def _said(self, header: bytes) -> list[bytes]:
        return [value for name, value in self.headers if name == header]

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        if not self._is_full:
            super().on_message_complete()
            self.held.whole(self)
            self._stand()

    def on_body(self, body: bytes) -> None:
        """Count the body apart; its reader limits it."""
        self._beside_body -= len(body)
        if not self._is_full:
            if not self._is_silent():
                self.held.keeps(self, len(body))
            super().on_body(body)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self.held.answered(self)
        if self._is_silent():
            self.held.rests(self)
        else:
            self._stand()

    def _is_silent(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)

    def _stand(self) -> None:
        """Report whether this connection may be closed for others: its request is incomplete, or it does not read its answer."""
        if self._is_silent():
            return
        waits = self.cycle.more_body or self._unread is not None
        (self.held.silent if waits else self.held.busy)(self)

    # --- time ------------------------------------------------------------------------------------------------------------

    def _wait_for_request(self) -> None:
        self._ends = self.loop.call_later(self.bounds.head_within, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._ends is not None:
            self._ends.cancel()
            self._ends = None

    def _too_slow(self) -> None:
        self._ends = None
        if not self.transport.is_closing():
            self._refuse(TOO_SLOW)

    def pause_writing(self) -> None:
        """Limit how long the other side may leave its answer unread."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.bounds.taken_within, self.transport.abort)
        self._stand()

    def resume_writing(self) -> None:
        """Cancel that limit."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        self._stand()
        super().resume_writing()

    def _refuse(self, status: bytes) -> None:
        """Answer with an error and close, while the client may still be sending."""
        self._refused = True
        self._stop_waiting()
        self._say(status)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._ends = self.loop.call_later(LINGER, self.transport.abort)

    def _say(self, status: bytes) -> None:
        """Write the status line, unless an answer is under way."""
        if self._is_silent():
            self.transport.write(b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
