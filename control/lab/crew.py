"""The hands of one process that plays for the lab as long as it is asked: a Celery worker, or the worker beside an embedded server.

There are fewer hands than threads, so that whatever else is asked of the worker finds one that is free.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from typing import Final

from control.lab.hands import Hand
from control.lab.working import Turn

IDLE: Final = 30.0  # seconds after which hands that nobody needs are ended


@dataclass(slots=True)
class Crew:
    """Hands that are free and hands that play; `most` of both."""

    most: int = 1
    idle: list[Hand] = field(default_factory=list)
    busy: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    timer: threading.Timer | None = None

    def room_for(self, threads: int) -> None:
        """Say how many threads the worker has: one is left free, where there is more than one, and no core has two hands."""
        self.most = max(min(threads - 1, os.cpu_count() or 1), 1)

    def turn(self, study_id: int) -> Turn | None:
        """Play one task; None where all hands are at work."""
        with self.lock:
            if self.busy >= self.most:
                return None
            self.busy += 1
            hand = self.idle.pop() if self.idle else Hand(last=True)
        try:
            return hand.turn(study_id)
        finally:
            with self.lock:
                self.busy -= 1
                self.idle.append(hand)
                self._rest_later()

    def dismiss(self) -> None:
        """End the hands that nobody needs now."""
        with self.lock:
            resting, self.idle = self.idle, []
        for hand in resting:
            hand.end()

    def _rest_later(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = threading.Timer(IDLE, self.dismiss)
        self.timer.daemon = True
        self.timer.start()


CREW: Final = Crew()
