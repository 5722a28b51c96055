"""Broker in memory for a venue without Redis: a waiting worker wakes with each message, instead of looking for one all the time."""

from __future__ import annotations

import threading
from queue import Empty
from time import monotonic
from typing import Any

from kombu.transport import memory

LONGEST = 1.0  # seconds between two looks; no message waits for it


class Arrivals:
    """Count of the messages put into any queue of this process."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = threading.Condition()

    def note(self) -> None:
        """Count a message, and wake whoever waits for one."""
        with self._changed:
            self.count += 1
            self._changed.notify_all()

    def wait(self, after: int, within: float) -> None:
        """Wait until more than `after` messages have arrived, for at most `within` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self.count > after, within)


ARRIVALS = Arrivals()


class WakingChannel(memory.Channel):
    """Channel that notes each message."""

    def _put(self, queue: str, message: Any, **options: Any) -> None:
        super()._put(queue, message, **options)  # type: ignore[no-untyped-call]
        ARRIVALS.note()

    def _put_fanout(self, exchange: str, message: Any, routing_key: str | None = None, **options: Any) -> None:
        super()._put_fanout(exchange, message, routing_key, **options)  # type: ignore[no-untyped-call]
        ARRIVALS.note()


class Transport(memory.Transport):
    """Transport whose consumers wait for the next message."""

    Channel = WakingChannel

    def drain_events(self, connection: Any, timeout: float | None = None, **_options: Any) -> None:
        """Deliver one message.

        Raises:
            TimeoutError: none has come within `timeout` seconds.
        """
        assert self.cycle is not None
        end = None if timeout is None else monotonic() + timeout
        while True:
            known = ARRIVALS.count
            try:
                self.cycle.get(self._deliver, timeout=timeout)  # type: ignore[no-untyped-call]
            except Empty:
                left = LONGEST if end is None else end - monotonic()
                if left <= 0:
                    raise TimeoutError from None
                ARRIVALS.wait(known, min(left, LONGEST))
            else:
                return
