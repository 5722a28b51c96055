"""Waker: a thread that sleeps until the next due row and then gives what is due.

It asks the database alone: while a Redis is away, deadlines are kept. Beside it, Celery's beat asks for a sweep every second, which
gives whatever no waker has given. Several wakers may run; who is first to claim a moment rings, and the others look again later.

Web processes have one too, which stays `BEHIND`: where no worker lives, they end the phases themselves. The desk carries out each
command once, so that nothing has to tell them whether one does.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import close_old_connections

from control import system_time
from control.clock import clockwork
from control.models import Due

log = logging.getLogger(__name__)

LOOK = timedelta(milliseconds=500)  # between two looks: no deadline is set so near
CLAIMED = 2  # seconds in which a moment is left to the waker that claimed it
AT_ONCE = 2  # streams that one waker rings side by side
BEHIND = timedelta(seconds=2)  # by which a web process lets the workers go first


class Waker:
    """A thread that rings what is due until it is stopped; `behind` others, only what none of them has rung by then."""

    def __init__(self, behind: timedelta = timedelta(0)) -> None:
        self.behind = behind
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="waker", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, within: float = 5.0) -> None:
        """End after what is being rung, at most so many seconds later."""
        self._stopping.set()
        self._thread.join(within)

    def _run(self) -> None:
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="waker") as ringers:
            while not self._stopping.is_set():
                try:
                    rest = self.look(ringers)
                except Exception:  # a database that is away comes back
                    log.exception("the waker could not look")
                    rest = LOOK
                finally:
                    close_old_connections()
                self._stopping.wait(rest.total_seconds())

    def look(self, ringers: ThreadPoolExecutor) -> timedelta:
        """Ring what is due now; returns how long to sleep."""
        now = system_time.now() - self.behind
        # Every moment by itself: one that waits for a person stays due, and the next of its stream comes all the same.
        near = list(Due.objects.filter(at__lte=now + LOOK).order_by("at").values_list("stream_id", "at"))
        late = dict.fromkeys(stream for stream, at in near if at <= now and _claimed(stream, at))
        done = list(ringers.map(_ring, late))
        if any(each != 0 for each in done):
            return timedelta(0)
        following = [at - now for _stream, at in near if at > now]
        return max(min((*following, LOOK)), timedelta(milliseconds=1))


def _claimed(stream: int, at: datetime) -> bool:
    """Is this moment for us? Where the cache is away it is everybody's: the desk carries each command out once."""
    return bool(cache.add(f"due:{stream}:{at.timestamp()}", 1, CLAIMED))


def _ring(stream: int) -> int:
    try:
        return clockwork.ring(stream)
    except Exception:  # one stream that cannot be rung stops no other
        log.exception("what is due in stream %s could not be given", stream)
        return 0
    finally:
        close_old_connections()
