"""Memory of a process: a bounded LRU cache of streams with a lock for each key, and the changes of a stream's state.

Everything in it can be read again from the database: a dropped value costs one query. A value is made under its key's lock. So two
pages of one event do not both read it, and no page waits for another event.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Generic, TypeVar

from cachetools import LRUCache
from msgspec import Struct

from control.day.memoization import Part, changed_parts
from control.day.state import DayState

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class _Kept(Struct, Generic[Value], frozen=True):
    value: Value
    weight: int


@dataclass(slots=True)
class _Door:
    lock: threading.RLock = field(default_factory=threading.RLock)
    people: int = 0  # threads that hold the lock or wait for it


class Memory(Generic[Key, Value]):
    """An LRU cache of at most `most` total weight, safe from any thread. `make` of one key runs once at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: LRUCache[Key, _Kept[Value]] = LRUCache(most, getsizeof=lambda kept: kept.weight)
        self._guard = threading.Lock()  # held only around cache access, never while a value is read or made
        self._doors: dict[Key, _Door] = {}

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def weight(self) -> int:
        """The total weight of the cached values."""
        return int(self._kept.currsize)

    def get(self, key: Key) -> Value | None:
        """The value of a key; None if there is none."""
        with self._guard:
            kept = self._kept.get(key)
        return kept.value if kept is not None else None

    def put(self, key: Key, value: Value, weight: int = 1) -> None:
        """Store a value; the least recently used values go until there is room."""
        with self._guard:
            self._kept[key] = _Kept(value, weight)

    def put_unless(self, key: Key, value: Value, newer: Callable[[Value], bool], weight: int = 1) -> None:
        """Store a value unless `newer` holds for the cached one."""
        with self._guard:
            kept = self._kept.get(key)
            if kept is None or not newer(kept.value):
                self._kept[key] = _Kept(value, weight)

    def found(self, key: Key, make: Callable[[], Value], weight: int = 1) -> Value:
        """The value of a key; if there is none, make it under the key's lock."""
        found = self.get(key)
        if found is None:
            with self.locked(key):
                found = self.get(key)
                if found is None:
                    found = make()
                    self.put(key, found, weight)
        return found

    def drop(self, key: Key) -> None:
        with self._guard:
            self._kept.pop(key, None)

    def clear(self) -> None:
        with self._guard:
            self._kept.clear()

    @contextmanager
    def locked(self, key: Key) -> Iterator[None]:
        """Hold the lock of one key. The same thread may take it again; the last user removes it."""
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


# === changes ============================================================================================================


StateNumber = tuple[int, int]  # of the `StateChanges` that gave it, and of the state there
NO_STATE: Final[StateNumber] = (0, 0)
_numbers = count(1)  # of all streams together; none is used twice


class StateChanges:
    """The changes of one stream's state, as this process sees one state after the other.

    States may come in any order: of two threads, one may still have the former state. What differs counts as changed both times.
    Only the state seen last is held.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._state: DayState | None = None
        self._began = self._now = next(_numbers)
        self._changed: dict[Part, int] = {}  # number of the state with the last change

    def since(self, number: StateNumber, state: DayState) -> tuple[StateNumber, frozenset[Part] | None]:
        """The number of this state, and the parts that may differ from the state with that number; None: all may differ.

        Nothing is known of a state whose number other `StateChanges` gave, which this process has dropped meanwhile.
        """
        with self._guard:
            if state is not self._state:
                self._now = next(_numbers)
                if self._state is not None:
                    self._changed.update(dict.fromkeys(changed_parts(self._state, state), self._now))
                self._state = state
            came, at = number
            parts = frozenset(part for part, when in self._changed.items() if when > at) if came == self._began else None
            return (self._began, self._now), parts
