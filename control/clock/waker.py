"""Waker: a thread that sleeps until the next due row and then gives the due commands.

It needs only the database, so deadlines are kept even if Redis is away. Celery's beat also requests a sweep every second, which
gives what no waker has given. Several wakers may run: the first to claim a moment gives its commands, the others look again
later.

Web processes have a waker too, which stays `BEHIND`. Without a worker, the web processes end the phases. `control.journal.desk`
carries out each command once, so nobody has to know whether a worker is alive.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import close_old_connections

from control import system_time
from control.call_stacks import roomy
from control.clock import clockwork
from control.journal import rows

log = logging.getLogger(__name__)

LOOK = timedelta(milliseconds=500)  # longest sleep; no deadline is set so near
CLAIMED = 2  # seconds for which a claimed moment belongs to its waker
AT_ONCE = 2  # streams that one waker handles in parallel
BEHIND = timedelta(seconds=2)  # delay of web processes, so that workers go first


class Waker:
    """Thread that gives due commands until it is stopped. `behind`: delay, so that other wakers go first."""

    def __init__(self, behind: timedelta = timedelta(0)) -> None:
        self.behind = behind
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="waker", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, within: float = 5.0) -> None:
        """Stop the thread after its current work, waiting at most `within` seconds."""
        self._stopping.set()
        self._thread.join(within)

    def _run(self) -> None:
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="waker") as ringers:
            while not self._stopping.is_set():
                try:
                    rest = self.look(ringers)
                except Exception:  # the database may be away for a while
                    log.exception("the waker could not look")
                    rest = LOOK
                finally:
                    close_old_connections()
                self._stopping.wait(rest.total_seconds())

    def look(self, ringers: ThreadPoolExecutor) -> timedelta:
        """Give what is due now. Return how long to sleep."""
        now = system_time.now() - self.behind
        # Each moment is claimed separately: one that waits for a person stays due, and the next one of its stream still comes.
        near = [(due.stream_id, due.at) for due in rows.dues_until(now + LOOK)]
        late = dict.fromkeys(stream for stream, at in near if at <= now and _claim_moment(stream, at))
        done = list(ringers.map(_carry_out_due, late))
        if any(each != 0 for each in done):
            return timedelta(0)
        following = [at - now for _stream, at in near if at > now]
        return max(min((*following, LOOK)), timedelta(milliseconds=1))


def _claim_moment(stream: int, at: datetime) -> bool:
    """Whether this waker claims the moment. Without a cache every waker does; each command is still carried out once."""
    return bool(cache.add(f"due:{stream}:{at.timestamp()}", 1, CLAIMED))


@roomy
def _carry_out_due(stream: int) -> int:
    try:
        return clockwork.carry_out_due(stream)
    except Exception:  # a failing stream does not affect the others
        log.exception("what is due in stream %s could not be given", stream)
        return 0
    finally:
        close_old_connections()
