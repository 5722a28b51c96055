"""Changes of a state: when each part of it was last seen as another object. So what was made of it is known to be right or not."""

from __future__ import annotations

import threading
from itertools import count

from control.day.memoization import Part, changed_parts
from control.day.state import DayState

_numbers = count(1)  # of the states that this process has seen, of all streams together; none is used twice


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

    def since(self, number: int, state: DayState) -> tuple[int, frozenset[Part] | None]:
        """The number of this state, and the parts that may differ from the state with that number; None: all may differ."""
        with self._guard:
            if state is not self._state:
                self._now = next(_numbers)
                if self._state is not None:
                    self._changed.update(dict.fromkeys(changed_parts(self._state, state), self._now))
                self._state = state
            if number <= self._began:
                return self._now, None
            return self._now, frozenset(part for part, at in self._changed.items() if at > number)
