"""Turns on the event loop and in threads, so that a crowd of phones does not delay somebody's page.

Serving all phones at once takes the loop a tenth of a second, and new requests would wait unread. In turns of a few milliseconds,
the loop reads requests in between. Only one thread of a process computes at a time, so the crowd also pauses while a page is made.

A client that asks for thousands of pages gets at most every other turn: the threads serve one address after another.
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

from control.call_stacks import roomy

TURN = 0.003  # seconds
CROWD = 16  # queues longer than this give way to a page
LOOK_AGAIN = 0.002  # seconds
LONGEST = 0.08  # longest pause in seconds, in case pages are requested without end

Thing = TypeVar("Thing")


class PageInWork:
    """Tells whether a page is being made."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._made = 0
        self._since = 0.0

    @contextmanager
    def before_crowds(self) -> Iterator[None]:
        """Mark that a page is being made; crowds pause for a while."""
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
        """Should a crowd of this size wait a moment longer?"""
        return crowd > CROWD and self._made > 0 and time.monotonic() - self._since < LONGEST

    def give(self, crowd: int, until: float) -> None:
        """Let a crowd of this size wait while a page is made, at most until then (monotonic seconds)."""
        while self.is_given(crowd) and time.monotonic() < until:
            time.sleep(LOOK_AGAIN)


way = PageInWork()


class Turns(Generic[Thing]):
    """A queue that calls `act` for each thing in the loop, first come, first served."""

    def __init__(self, loop: asyncio.AbstractEventLoop, act: Callable[[Thing], object]) -> None:
        self._loop, self._act = loop, act
        self._line: deque[Thing] = deque()
        self._called = False

    def put(self, thing: Thing) -> None:
        """Add a thing, from any thread.

        Raises:
            RuntimeError: the loop is closed.
        """
        self._line.append(thing)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._turn)

    def _turn(self) -> None:
        self._called = False  # comes first: a later `put` that this turn misses then schedules another
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
    """One source has too many waiting requests; no more are accepted."""


class TurnQueue:
    """A thread pool that serves many sources in turn, the oldest request of each first. Cancelled requests are not started."""

    def __init__(self, threads: int, name: str, of_one: int) -> None:
        self._threads, self._size, self._of_one = ThreadPoolExecutor(threads, name), threads, of_one
        self._guard = threading.RLock()
        self._lines: dict[str, dict[Future[Any], Callable[[], Any]]] = {}  # by source, the next one first
        self._open = 0

    @property
    def is_full(self) -> bool:
        """Are requests waiting?"""
        return self._open > self._size

    def submit(self, source: str, act: Callable[[], Thing]) -> Future[Thing]:
        """Run `act` when its source has its turn.

        Raises:
            CrowdedError: too many requests of this source wait.
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

    @roomy
    def _next(self) -> None:
        """Run in a thread: do the oldest request of the next source, unless it was cancelled."""
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
        except BaseException as failed:  # the waiting caller raises it
            work.set_exception(failed)
        else:
            work.set_result(done)
