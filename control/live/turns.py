"""Whose turn it is when a thousand phones speak at once and somebody asks for a page meanwhile.

What an event loop has to do for the phones is a tenth of a second of work. Done in one go, it keeps everybody else waiting whom the
loop has not read yet; done in turns of a few milliseconds, whoever asks for a page is read between two of them. And since only one
thread of a process computes at a time, the crowd gives way to a page that is being made: it is one person's, and soon done.

Who asks for pages by the thousand has every other turn at most: threads that make them take one address after the other.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, TypeVar

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


class CrowdedError(Exception):
    """So many requests of one source wait already that no more are taken."""


class Lane:
    """A few threads that work for many sources in turn, the oldest request of each first. What is cancelled is not begun."""

    def __init__(self, threads: int, name: str, of_one: int) -> None:
        self._threads, self._size, self._of_one = ThreadPoolExecutor(threads, name), threads, of_one
        self._guard = threading.RLock()
        self._lines: dict[str, dict[Future[Any], Callable[[], Any]]] = {}  # by source, the one whose turn it is first
        self._open = 0

    @property
    def is_full(self) -> bool:
        """Does somebody wait?"""
        return self._open > self._size

    def submit(self, source: str, act: Callable[[], Thing]) -> Future[Thing]:
        """Have it done when its source has its turn.

        Raises:
            CrowdedError: too much of this source waits.
        """
        work: Future[Thing] = Future()
        with self._guard:
            line = self._lines.setdefault(source, {})
            if len(line) >= self._of_one:
                raise CrowdedError
            line[work] = act
            self._open += 1
        work.add_done_callback(partial(self._forget, source))
        self._threads.submit(self._next)
        return work

    def _forget(self, source: str, work: Future[Any]) -> None:
        with self._guard:
            self._open -= 1
            line = self._lines.get(source, {})
            if line.pop(work, None) and not line:
                del self._lines[source]

    def _next(self) -> None:
        """In a thread: do what waits longest of the source whose turn it is; nothing where it was cancelled."""
        with self._guard:
            if not self._lines:
                return
            source = next(iter(self._lines))
            line = self._lines.pop(source)
            work = next(iter(line))
            act = line.pop(work)
            if line:
                self._lines[source] = line  # behind the others
            if not work.set_running_or_notify_cancel():
                return
        try:
            done = act()
        except BaseException as failed:  # whoever waits for it raises it
            work.set_exception(failed)
        else:
            work.set_result(done)
