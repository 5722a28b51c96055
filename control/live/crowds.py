"""Connections that may have to give way, and the bodies of requests that are kept for them."""

from __future__ import annotations

from collections import Counter
from typing import Protocol


class Held(Protocol):
    """A connection that can be made to end."""

    def give_way(self) -> None:
        """End now: somebody else needs the place."""


class Waiting:
    """Connections that may have to give way, by source and kind, each kind in the order in which they came."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self._of: dict[str, dict[str, dict[Held, None]]] = {}

    def add(self, held: Held, source: str, kind: str) -> int:
        """Put a connection at the end; returns how many of its kind there are at this source."""
        same = self._of.setdefault(source, {}).setdefault(kind, {})
        if held not in same:
            same[held] = None
            self.count[source] += 1
        return len(same)

    def drop(self, held: Held, source: str, kind: str) -> None:
        """Take a connection out."""
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
        """The source with most of them; "" where there are none."""
        return max(self.count, key=self.count.__getitem__, default="")

    def oldest(self, source: str, kind: str | None = None) -> Held:
        """The oldest connection of a source: of this kind, or of the kind with most of them."""
        kinds = self._of[source]
        most = max(kinds, key=lambda each: len(kinds[each])) if kind is None else kind
        return next(iter(kinds[most]))


class Bodies:
    """Bytes of requests that are not answered yet, by source. Those that are not whole stand in the order of their last bytes."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self.total = 0
        self._kept: dict[Held, tuple[str, int]] = {}
        self._halves: dict[str, dict[Held, None]] = {}

    def add(self, held: Held, source: str, size: int) -> None:
        """Keep more of a body, which goes to the end of its line."""
        source, before = self._kept.get(held, (source, 0))
        self._kept[held] = (source, before + size)
        self.of[source] += size
        self.total += size
        halves = self._halves.setdefault(source, {})
        halves.pop(held, None)
        halves[held] = None

    def whole(self, held: Held) -> None:
        """It has come whole, and never gives way any more."""
        source, _size = self._kept.get(held, ("", 0))
        halves = self._halves.get(source, {})
        if held in halves:
            del halves[held]
            if not halves:
                del self._halves[source]

    def drop(self, held: Held) -> None:
        """Keep nothing of it."""
        self.whole(held)
        source, size = self._kept.pop(held, ("", 0))
        self.of[source] -= size
        self.total -= size
        if not self.of[source]:
            del self.of[source]

    def slowest_beyond(self, source: str, of_one: int, in_all: int) -> Held | None:
        """The body that gives way where a source ("" for none), or all together, keep more than this; None where nobody has to.

        It is the one of which nothing has come for longest. A whole one never gives way.
        """
        if source and self.of[source] > of_one and source in self._halves:
            return next(iter(self._halves[source]))
        if self.total > in_all and self._halves:
            return next(iter(self._halves[max(self._halves, key=self.of.__getitem__)]))
        return None
