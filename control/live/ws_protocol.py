"""The websocket protocol that `serve` gives to uvicorn: its own, with the transport in the application's reach.

The live screens' hub writes ready-made frames through it, and what a screen says is heard without a task being woken for it. A
server without this protocol serves the screens too, only slower.
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
from control.live.hub import Frame

LINE = "megagame.line"  # where an application finds the protocol, among the extensions of its scope
MOST_SAID = 8  # pieces that wait to be heard, of one socket
NOT_TEXT = 1007  # close code
FAILED = 1011  # close code
POLICY = 1008  # close code
LINGER = 1.0  # seconds in which whoever said too much may read why

Hears = Callable[[str | bytes, float], None]
Spends = Callable[[Budget, int, int, float], bool]
_closing: set[asyncio.Task[None]] = set()


class LineProtocol(WebSocketsSansIOProtocol):
    """A websocket that takes whole frames."""

    when_lost: Callable[[], None] | None = None  # called when the connection has ended
    when_opened: Callable[[str], None] | None = None  # told the badge or account that let it in, "" where none did
    spends: Spends | None = None  # counts what this socket says for its source too; False when that is too much
    hears: Hears | None = None  # takes what the other side says, and when it was read, in seconds since 1970; else it is queued

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # Every connection is told at INFO otherwise; a thousand phones are a thousand lines. Errors still come through.
        self.logger = self.conn.logger = logging.getLogger("uvicorn.access")
        self.heard_at = 0.0  # when that was read which is heard now
        self._said: list[tuple[float, bytes]] = []
        self._budget, self._count = Budget(), FrameCount()
        self._has_said_too_much = False

    def data_received(self, data: bytes) -> None:
        """Note the time, before any queue; what the bytes say is heard in turn with others'."""
        if self._has_said_too_much:
            return
        at = system_time.seconds()
        if self.handshake_initiated and not self.may_say(data):
            self._hang_up()
            return
        if not self.handshake_complete:
            self.heard_at = at
            super().data_received(data)
            return
        self._said.append((at, data))
        if len(self._said) == 1:
            hub.here().listeners.put(self)
        elif len(self._said) >= MOST_SAID:
            self.listen()

    def may_say(self, data: bytes) -> bool:
        """Count it, before anything reads it; False when it is too much."""
        frames, size, at = self._count.begun(data, FRAMES), max(len(data), READ), time.monotonic()
        if self.spends is not None:
            return self.spends(self._budget, frames, size, at)
        self._budget.spend(frames, size, at)
        return not self._budget.is_spent(at)

    def _hang_up(self) -> None:
        """Say why, read nothing more, and end."""
        self._has_said_too_much, self._said = True, []
        if not self.handshake_complete or self.transport.is_closing():
            self.transport.abort()
            return
        self.close(POLICY)
        self.transport.pause_reading()
        self.loop.call_later(LINGER, self.transport.abort)

    def listen(self) -> None:
        """Hear what was said so far."""
        said, self._said = self._said, []
        for self.heard_at, data in said:
            super().data_received(data)

    def eof_received(self) -> None:
        """Hear the end of what was said."""
        self.listen()
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hear what was said before."""
        self.listen()
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()

    def send_receive_event_to_app(self) -> None:
        """Let a whole message be heard at once, if there is somebody who hears."""
        if self.hears is None:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if self.close_sent:
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
        """Begin as usual; the application's task starts after this has returned."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[LINE] = self

    def write(self, frame: Frame) -> None:
        """Write a frame at once; who has not taken the last 64 KB is given up and will come back by itself."""
        if self.close_sent or self.disconnected:
            return
        if self.writable.is_set():
            self.transport.write(frame.wire)
        else:
            self.transport.abort()

    def close(self, code: int) -> None:
        """Close with this code."""
        task = self.loop.create_task(self._close(code))
        _closing.add(task)
        task.add_done_callback(_closing.discard)

    async def _close(self, code: int) -> None:
        if self.close_sent or self.disconnected:
            return
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": ""})
