"""The websocket protocol that `serve` gives to uvicorn: its own, with the transport in the application's reach.

The live screens' hub writes ready-made frames through it. A server without this protocol serves the screens too, only slower.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from control.hub import Frame

LINE = "megagame.line"  # where an application finds the protocol, among the extensions of its scope
_closing: set[asyncio.Task[None]] = set()


class LineProtocol(WebSocketsSansIOProtocol):
    """A websocket that takes whole frames."""

    heard_at: float = 0.0  # when the newest bytes of this socket were read, in seconds since 1970

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # Every connection is told at INFO otherwise; a thousand phones are a thousand lines. Errors still come through.
        self.logger = self.conn.logger = logging.getLogger("uvicorn.access")

    def data_received(self, data: bytes) -> None:
        """Note the time, before any queue."""
        self.heard_at = time.time()
        super().data_received(data)

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
