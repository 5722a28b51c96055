"""Garbage collection: full collections run in calm moments.

A full collection of a hall of a thousand phones takes a tenth of a second, in which the process does nothing else. By default
Python runs one every few seconds of a rush. Dropped objects are freed at once; only reference cycles need a collection, and there
are few. So full collections run in calm moments, and in busy ones only after a long time without.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

# === garbage ============================================================================================================


STARTING = 300_000  # new objects before a collection while a command starts: it makes 280,000, and nearly all of them stay
YOUNG = 10_000  # new objects before a collection of the youngest generation, which takes two milliseconds
MIDDLE = 10  # such collections before one of the middle generation
NEVER = 1_000_000_000

LOOK_EVERY = 1.0  # seconds between two checks
CALM = 2  # most young collections between two checks in a calm moment
BETWEEN = 30.0  # fewest seconds between two full collections
LONGEST = 600.0  # seconds after which one runs in any case


def spare_start() -> None:
    """Collect rarely. Searching new modules for garbage would take a tenth of a command's start and find nothing."""
    gc.set_threshold(STARTING)


class Tidying(threading.Thread):
    """Thread that runs the full collections of a process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name="tidying", daemon=True)
        self._clock = clock
        self._last = clock()
        self._seen = _searches()

    def run(self) -> None:
        """Loop of the thread."""
        while True:
            time.sleep(LOOK_EVERY)
            self.look()

    def look(self) -> bool:
        """Run a full collection if it is time and calm. Return whether it ran."""
        before, self._seen = self._seen, _searches()
        since = self._clock() - self._last
        calm = self._seen - before <= CALM
        if since < BETWEEN or not (calm or since >= LONGEST):
            return False
        gc.collect()
        self._last, self._seen = self._clock(), _searches()
        return True


def _searches() -> int:
    """Number of young collections so far. It grows with activity."""
    return int(gc.get_stats()[0]["collections"])


def tune_garbage_collection() -> None:
    """Exclude everything loaded by now from later collections, set the thresholds, and start the thread."""
    gc.freeze()  # without a collection, which takes as long as a page and finds one object of a hundred
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    Tidying().start()
