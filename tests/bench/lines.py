"""Lines between a browser and the console: TCP proxies that are slow, lose packets, or break.

TCP hides a lost packet: it sends it again, and all bytes behind it wait. So a lost packet is a packet that comes late. This is
how loss looks above TCP, and so to a browser. Each chunk takes half of the delay in each direction. A lost chunk takes the time
of a retransmission more, twice this time if it is lost again, and so on. A new connection costs one delay before its first byte.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

PACKET = 1_460  # bytes
WHOLE = 65_536  # bytes that are read at once
RETRANSMISSION = 0.3  # seconds until a lost packet is sent again for the first time


@dataclass
class Weather:
    """How all lines are at present. `delay`: seconds there and back. `loss`: share of lost packets."""

    delay: float = 0.0
    loss: float = 0.0
    dice: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def is_fair(self) -> bool:
        """Whether lines only pass bytes on."""
        return not self.delay and not self.loss

    def travel(self) -> float:
        """Return the seconds that one packet takes in one direction."""
        late, again = self.delay / 2, RETRANSMISSION
        while self.loss and self.dice.random() < self.loss:
            late += again
            again *= 2
        return late


@dataclass(eq=False)
class Connection:
    """A connection of a device. `is_dead`: it loses everything and closes nothing, like a wifi that is gone."""

    writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    is_dead: bool = False


@dataclass(eq=False)
class DeviceLine:
    """The line of one device: a port for its browser, and its open connections."""

    lines: Lines
    port: int = 0
    open: set[Connection] = field(default_factory=set)

    def lose(self) -> None:
        """Let all open connections lose everything from now on. Connections that are opened later work."""
        self.lines.call(self._lose)

    def close(self) -> None:
        """Reset all open connections."""
        self.lines.call(self._close)

    async def _lose(self) -> None:
        for each in self.open:
            each.is_dead = True

    async def _close(self) -> None:
        for each in self.open:
            for writer in each.writers:
                writer.transport.abort()


class Lines:
    """All lines to the console at this port. Their loop runs in a thread of its own."""

    def __init__(self, port: int) -> None:
        self.port, self.weather = port, Weather()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def call(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do this in the loop and wait for its end."""

        asyncio.run_coroutine_threadsafe(work(), self.loop).result()

    def line(self) -> DeviceLine:
        """Open the line of a new device."""
        made = DeviceLine(self)

        async def listen() -> None:
            server = await asyncio.start_server(lambda *near: self._connected(made, *near), "127.0.0.1", 0)
            made.port = server.sockets[0].getsockname()[1]

        self.call(listen)
        return made

    async def _connected(self, line: DeviceLine, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
        connection = Connection((writer, far_writer))
        line.open.add(connection)
        first = self.loop.time() + self.weather.delay
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(
                self._carry(connection, reader, far_writer, first), self._carry(connection, far_reader, writer, first)
            )
        if not connection.is_dead:
            line.open.discard(connection)
            for each in (writer, far_writer):
                each.transport.abort()

    async def _carry(
        self, connection: Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: float
    ) -> None:
        """Pass on the bytes of one direction in their order. `first`: when the connection is open (time of the loop)."""
        packets: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            while True:
                due, packet = await packets.get()
                if (left := due - self.loop.time()) > 0:
                    await asyncio.sleep(left)
                if not connection.is_dead:
                    writer.write(packet) if packet else writer.close()
                if not packet:
                    return

        arriving, due = asyncio.create_task(arrive()), first
        try:
            while packet := await reader.read(WHOLE if self.weather.is_fair else PACKET):
                due = max(due, self.loop.time() + self.weather.travel())
                packets.put_nowait((due, packet))
            packets.put_nowait((due, b""))
            await arriving
        finally:
            arriving.cancel()


@contextmanager
def lines_to(port: int) -> Iterator[Lines]:
    """Lines to the console at this port."""
    lines = Lines(port)
    try:
        yield lines
    finally:
        lines.call(_cancel_all)
        lines.loop.call_soon_threadsafe(lines.loop.stop)
        lines.thread.join()


async def _cancel_all() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for each in others:
        each.cancel()
    await asyncio.gather(*others, return_exceptions=True)
