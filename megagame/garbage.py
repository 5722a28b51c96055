"""Garbage collection: memory that nobody can reach any more is looked for when nothing presses.

A search through everything that a hall of a thousand phones keeps in memory takes a tenth of a second, in which a process
does nothing else; left to itself Python makes one every few seconds of a rush. What objects leave behind that are simply
dropped is free at once; only what refers to itself in a circle is found by a search, and of that there is little. So the
thorough search is made in calm moments, and in a busy one only when there has been none for long.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

# === garbage ============================================================================================================


YOUNG = 10_000  # objects made until the newest are searched: two milliseconds
MIDDLE = 10  # such searches until what they left is searched too
NEVER = 1_000_000_000

LOOK_EVERY = 1.0  # seconds between two looks whether it is calm
CALM = 2  # searches of the newest within that time, at most
BETWEEN = 30.0  # seconds from one thorough search to the next
LONGEST = 600.0  # seconds after which one is made whatever goes on


class Tidying(threading.Thread):
    """Makes the thorough searches of a process, from now to its end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name="tidying", daemon=True)
        self._clock = clock
        self._last = clock()
        self._seen = _searches()

    def run(self) -> None:
        """Look again and again."""
        while True:
            time.sleep(LOOK_EVERY)
            self.look()

    def look(self) -> bool:
        """Search, if it is time and nothing presses; say whether it was done."""
        before, self._seen = self._seen, _searches()
        since = self._clock() - self._last
        calm = self._seen - before <= CALM
        if since < BETWEEN or not (calm or since >= LONGEST):
            return False
        gc.collect()
        self._last, self._seen = self._clock(), _searches()
        return True


def _searches() -> int:
    """How often the newest objects have been searched: the more is going on, the more often."""
    return int(gc.get_stats()[0]["collections"])


def start() -> None:
    """Leave out of all later searches what is loaded by now, which stays for good; search by the rules above from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    Tidying().start()
