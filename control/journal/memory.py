"""A bounded cache by key (least recently used goes first), with a lock for each key: what a process remembers of streams.

Everything in it can be read again from the database, so what falls out costs a query and nothing else. Whatever is made for one
stream is made under that stream's lock: two pages of one event do not both read it, and no page waits for another event.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Value]):
    value: Value
    weight: int


@dataclass(slots=True)
class _Door:
    lock: threading.RLock = field(default_factory=threading.RLock)
    people: int = 0  # who holds it or waits for it


class Memory(Generic[Key, Value]):
    """At most `most` of weight, newest use counting. Safe from any thread; `make` of one key runs once at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: LRUCache[Key, _Kept[Value]] = LRUCache(most, getsizeof=lambda kept: kept.weight)
        self._guard = threading.Lock()  # around the cache alone: never while anything is read or made
        self._doors: dict[Key, _Door] = {}

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def weight(self) -> int:
        """How much is kept now."""
        return int(self._kept.currsize)

    def get(self, key: Key) -> Value | None:
        """What is kept under a key; None when nothing is."""
        with self._guard:
            kept = self._kept.get(key)
        return kept.value if kept is not None else None

    def put(self, key: Key, value: Value, weight: int = 1) -> None:
        """Keep a value; what was not used for longest goes until there is room."""
        with self._guard:
            self._kept[key] = _Kept(value, weight)

    def put_unless(self, key: Key, value: Value, newer: Callable[[Value], bool], weight: int = 1) -> None:
        """Keep a value unless the one that is kept is newer."""
        with self._guard:
            kept = self._kept.get(key)
            if kept is None or not newer(kept.value):
                self._kept[key] = _Kept(value, weight)

    def found(self, key: Key, make: Callable[[], Value], weight: int = 1) -> Value:
        """What is kept under a key, made under the key's lock when nothing is."""
        found = self.get(key)
        if found is None:
            with self.locked(key):
                found = self.get(key)
                if found is None:
                    found = make()
                    self.put(key, found, weight)
        return found

    def drop(self, key: Key) -> None:
        """Forget one."""
        with self._guard:
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._kept.clear()

    @contextmanager
    def locked(self, key: Key) -> Iterator[None]:
        """Hold the lock of one key; it may be taken again by the same thread, and is gone with the last who wanted it."""
        with self._guard:
            door = self._doors.setdefault(key, _Door())
            door.people += 1
        try:
            with door.lock:
                yield
        finally:
            with self._guard:
                door.people -= 1
                if not door.people:
                    del self._doors[key]
