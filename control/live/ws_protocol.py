"""WebSocket protocol for uvicorn that lets the application write to the transport directly. `serve` installs it.

The hub writes ready-made frames through it, and incoming messages wake no task. A server without this protocol works too, but
slower.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from control import system_time
from control.live import hub
from control.live.budgets import FRAMES, READ, Budget, FrameCount
from control.live.hub import WireFrame

LINE = "megagame.line"  # key of the protocol in the scope's extensions
MOST_SAID = 8  # unprocessed pieces of one socket
NOT_TEXT = 1007  # close code
FAILED = 1011  # close code
POLICY = 1008  # close code
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LINGER = 1.0  # seconds in which a client that sent too much may read the reason

Hears = Callable[[str | bytes, float], None]
Spends = Callable[[Budget, int, int, float], bool]
_closing: set[asyncio.Task[None]] = set()


class LineProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that writes whole, encoded frames."""

    when_lost: Callable[[], None] | None = None  # called when the connection has ended
    when_opened: Callable[[str], None] | None = None  # gets the badge or account that admitted it; "" for none
    spends: Spends | None = None  # counts what this socket sends for its source; returns False if that is too much
    hears: Hears | None = None  # gets each message and when it was read, in seconds since 1970; None queues messages
    when_come: Callable[[], None] | None = None  # called when data waits to be processed
    when_read: Callable[[], None] | None = None  # called when no data waits any more, whatever happened

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # uvicorn logs each connection at INFO: a thousand phones are a thousand lines. Errors are still logged.
        self.logger = self.conn.logger = logging.getLogger("uvicorn.access")
        self.heard_at = 0.0  # when the message being processed was read
        self._said: list[tuple[float, bytes]] = []
        self._budget, self._count = Budget(), FrameCount()
        self._has_said_too_much = False
        self._is_closed_here = False  # nothing is heard or written behind a close

    def data_received(self, data: bytes) -> None:
        """Note the time before any queue; process the data in turn with other sockets."""
        if self._has_said_too_much:
            return
        at = system_time.seconds()
        if self.handshake_initiated and not self.may_say(data):
            self._hang_up()
            return
        if not self.handshake_complete:
            self.heard_at = at
            super().data_received(data)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:  # uvicorn would wait for more
                self.transport.write(b"".join(self.conn.data_to_send()) or BAD_REQUEST)
                self.transport.close()
            return
        self._said.append((at, data))
        if len(self._said) == 1:
            hub.own_hub().listeners.put(self)
            if self.when_come is not None:
                self.when_come()
        elif len(self._said) >= MOST_SAID:
            self.listen()

    def may_say(self, data: bytes) -> bool:
        """Count the data before parsing; return False if it is too much."""
        frames, size, at = self._count.begun(data, FRAMES), max(len(data), READ), time.monotonic()
        if self.spends is not None:
            return self.spends(self._budget, frames, size, at)
        self._budget.spend(frames, size, at)
        return not self._budget.is_spent(at)

    def _hang_up(self) -> None:
        """Send the reason, stop reading, and close."""
        self._has_said_too_much, self._said = True, []
        if not self.handshake_complete or self.transport.is_closing():
            self.transport.abort()
            return
        self.close(POLICY)
        self.transport.pause_reading()
        self.loop.call_later(LINGER, self.transport.abort)

    def listen(self) -> None:
        """Process the data received so far."""
        said, self._said = self._said, []
        try:
            for self.heard_at, data in said:
                super().data_received(data)
        finally:
            if self.when_read is not None:
                self.when_read()

    def eof_received(self) -> None:
        """Process the remaining data, then the end."""
        self.listen()
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Process the remaining data, then close."""
        self.listen()
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message to `hears` at once, if it is set."""
        if self.hears is None:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if self._is_closed_here or self.close_sent:
            return
        try:
            self.hears(message.decode() if self.curr_msg_data_type == "text" else message, self.heard_at)
        except UnicodeDecodeError:
            self.conn.send_close(NOT_TEXT)
            self.handle_parser_exception()
        except Exception:
            self.logger.exception("a message could not be heard")
            self.close(FAILED)

    def handle_connect(self, event: Request) -> None:
        """Connect and publish this protocol in the scope; the application's task starts afterwards."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[LINE] = self

    def write(self, frame: WireFrame) -> None:
        """Write a frame at once. A client that has not read the last 64 KB is dropped, and reconnects by itself."""
        if self.close_sent or self.disconnected:
            return
        if not self.writable.is_set():
            self.transport.abort()
        elif not self._is_closed_here:
            self.transport.write(frame.wire)

    def close(self, code: int) -> None:
        """Close with this code."""
        self._is_closed_here = True
        task = self.loop.create_task(self._close(code))
        _closing.add(task)
        task.add_done_callback(_closing.discard)

    async def _close(self, code: int) -> None:
        if self.close_sent or self.disconnected:
            return
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": ""})
