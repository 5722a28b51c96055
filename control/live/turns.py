"""Whose turn it is when a thousand phones speak at once and somebody asks for a page meanwhile.

What an event loop has to do for the phones is a tenth of a second of work. Done in one go, it keeps everybody else waiting whom the
loop has not read yet; done in turns of a few milliseconds, whoever asks for a page is read between two of them. And since only one
thread of a process computes at a time, the crowd gives way to a page that is being made: it is one person's, and soon done.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

TURN = 0.003  # seconds
CROWD = 16  # more than so many give way to one
LOOK_AGAIN = 0.002  # seconds
LONGEST = 0.08  # seconds for which they give way: where pages are asked for without end, nobody does

Thing = TypeVar("Thing")


class Way:
    """Knows whether somebody's page is being made."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._made = 0
        self._since = 0.0

    @contextmanager
    def before_crowds(self) -> Iterator[None]:
        """While a page is made: the crowd gives way, for a while."""
        with self._guard:
            if not self._made:
                self._since = time.monotonic()
            self._made += 1
        try:
            yield
        finally:
            with self._guard:
                self._made -= 1

    def is_given(self, crowd: int) -> bool:
        """Shall a crowd of so many wait a moment longer?"""
        return crowd > CROWD and self._made > 0 and time.monotonic() - self._since < LONGEST


way = Way()


class Turns(Generic[Thing]):
    """Does `act` to each thing in the loop, first come, first served."""

    def __init__(self, loop: asyncio.AbstractEventLoop, act: Callable[[Thing], object]) -> None:
        self._loop, self._act = loop, act
        self._line: deque[Thing] = deque()
        self._called = False

    def put(self, thing: Thing) -> None:
        """Put something in line, from any thread.

        Raises:
            RuntimeError: the loop is closed.
        """
        self._line.append(thing)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._turn)

    def _turn(self) -> None:
        self._called = False  # first of all: who puts something in line from now on calls again if this turn does not see it
        if way.is_given(len(self._line)):
            self._called = True
            self._loop.call_later(LOOK_AGAIN, self._turn)
            return
        until = time.monotonic() + TURN
        try:
            while self._line:
                self._act(self._line.popleft())
                if time.monotonic() >= until:
                    break
        finally:
            if self._line and not self._called:
                self._called = True
                self._loop.call_soon(self._turn)
