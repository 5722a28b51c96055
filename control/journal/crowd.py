"""Who waits for the same lock: in a line, first come, first served; a crowd goes through together.

The first in line leads: it takes the lock, and with it all behind it that may go together, serves them, and hands the lead to who
stands first then. So a process asks the database for a stream's lock once at a time, and what a crowd does shares one commit.
Nothing waits for a crowd to gather: it gathers while the one before is served.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")

MOST = 64  # that go through together


@dataclass(eq=False, slots=True)
class _Waiting(Generic[Thing]):
    thing: Thing | None  # None goes alone
    called: threading.Event = field(default_factory=threading.Event)
    served: bool = False


class Lines(Generic[Thing]):
    """A line for each key, as long as somebody stands in it. Whoever leads one waits in no other: that could be for ever."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lines: dict[Hashable, deque[_Waiting[Thing]]] = {}
        self._here = threading.local()

    @property
    def leads(self) -> bool:
        """Does this thread lead a line? What it asks for meanwhile, as after a commit, it must ask for past all lines."""
        return getattr(self._here, "leads", False)

    def together(self, key: Hashable, thing: Thing, serve: Callable[[Callable[[], list[Thing]]], None]) -> None:
        """Wait until the thing is served, by this thread or by another one that `serve` was called in.

        `serve` is given what takes those out of the line whom it serves, in their order; it asks for them once it has the lock. If
        it raises, that is raised to the one who leads; the others are taken to be served if they were taken.
        """
        mine = _Waiting(thing)
        if self._is_first(key, mine):
            taken: list[_Waiting[Thing]] = []
            self._lead(key, mine, taken, lambda: serve(lambda: self._take(key, taken)))

    def alone(self, key: Hashable, act: Callable[[], Answer]) -> Answer:
        """Do this when it is its turn."""
        mine = _Waiting[Thing](None)
        self._is_first(key, mine)
        return self._lead(key, mine, [], act)

    def _is_first(self, key: Hashable, mine: _Waiting[Thing]) -> bool:
        """Wait until this leads the line, or was served by who led it."""
        with self._guard:
            line = self._lines.setdefault(key, deque())
            line.append(mine)
            is_first = len(line) == 1
        if not is_first:
            mine.called.wait()
        return not mine.served

    def _take(self, key: Hashable, taken: list[_Waiting[Thing]]) -> list[Thing]:
        """All from the first on that go together; they stay in line, so that nobody else leads it."""
        with self._guard:
            for each in self._lines[key]:
                if each.thing is None or len(taken) == MOST:
                    break
                taken.append(each)
        return [each.thing for each in taken if each.thing is not None]

    def _lead(self, key: Hashable, mine: _Waiting[Thing], taken: list[_Waiting[Thing]], act: Callable[[], Answer]) -> Answer:
        self._here.leads = True
        try:
            return act()
        finally:
            self._here.leads = False
            with self._guard:
                line = self._lines[key]
                for each in taken or [mine]:
                    line.remove(each)
                    each.served = True
                following = line[0] if line else None
                if following is None:
                    del self._lines[key]
            for each in taken:
                each.called.set()
            if following is not None:
                following.called.set()
