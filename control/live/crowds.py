"""Connections that may be closed for others, and bytes of request bodies kept in memory."""

from __future__ import annotations

from collections import Counter
from typing import Protocol


class EndableConnection(Protocol):
    """A connection that can be closed for another."""

    def give_way(self) -> None:
        """Close now: another connection needs the place."""


class CrowdQueue:
    """Connections that may be closed for others, by source and kind, oldest first within a kind."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self._of: dict[str, dict[str, dict[EndableConnection, None]]] = {}

    def add(self, held: EndableConnection, source: str, kind: str) -> int:
        """Add a connection at the end. Return how many of its kind this source has."""
        same = self._of.setdefault(source, {}).setdefault(kind, {})
        if held not in same:
            same[held] = None
            self.count[source] += 1
        return len(same)

    def drop(self, held: EndableConnection, source: str, kind: str) -> None:
        """Remove a connection."""
        kinds = self._of.get(source, {})
        same = kinds.get(kind, {})
        if held not in same:
            return
        del same[held]
        if not same:
            del kinds[kind]
        if not kinds:
            del self._of[source]
        self.count[source] -= 1
        if not self.count[source]:
            del self.count[source]

    def fullest(self) -> str:
        """The source with most connections; "" if there are none."""
        return max(self.count, key=self.count.__getitem__, default="")

    def oldest(self, source: str, kind: str | None = None) -> EndableConnection:
        """The oldest connection of a source, of this kind (None: of its most frequent kind)."""
        kinds = self._of[source]
        most = max(kinds, key=lambda each: len(kinds[each])) if kind is None else kind
        return next(iter(kinds[most]))


class Bodies:
    """Bytes of unanswered requests by source. Incomplete bodies are ordered by the time of their last bytes."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self.total = 0
        self._kept: dict[EndableConnection, tuple[str, int]] = {}
        self._halves: dict[str, dict[EndableConnection, None]] = {}

    def add(self, held: EndableConnection, source: str, size: int) -> None:
        """Count more bytes of a body, and move it to the end of the order."""
        source, before = self._kept.get(held, (source, 0))
        self._kept[held] = (source, before + size)
        self.of[source] += size
        self.total += size
        halves = self._halves.setdefault(source, {})
        halves.pop(held, None)
        halves[held] = None

    def whole(self, held: EndableConnection) -> None:
        """Mark a body as complete; it is never dropped then."""
        source, _size = self._kept.get(held, ("", 0))
        halves = self._halves.get(source, {})
        if held in halves:
            del halves[held]
            if not halves:
                del self._halves[source]

    def drop(self, held: EndableConnection) -> None:
        """Remove a body."""
        self.whole(held)
        source, size = self._kept.pop(held, ("", 0))
        self.of[source] -= size
        self.total -= size
        if not self.of[source]:
            del self.of[source]

    def slowest_beyond(self, source: str, of_one: int, in_all: int) -> EndableConnection | None:
        """The body to drop when a source ("" for none) or all sources together exceed their limit; None if nothing must go.

        It is the incomplete body that has received nothing for the longest time. A complete one is never dropped.
        """
        if source and self.of[source] > of_one and source in self._halves:
            return next(iter(self._halves[source]))
        if self.total > in_all and self._halves:
            return next(iter(self._halves[max(self._halves, key=self.of.__getitem__)]))
        return None
