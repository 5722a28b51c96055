"""Celery worker and beat in threads of one process, for a venue without a broker."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from celery import Celery
from celery.beat import Scheduler, Service
from celery.worker import WorkController, state

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds before a part that stopped is started again
NUDGE = "megagame.nudge"  # empty task that wakes a waiting worker


def _nothing() -> None:
    pass


class Background:
    """Worker and beat that run beside the server until they are stopped.

    Neither installs signal handlers, which belong to the main thread. A part that stops unexpectedly is restarted; the sweep
    catches up on what it missed.
    """

    def __init__(self, app: Celery, *, threads: int = 2) -> None:
        self.app = app
        self.app.task(_nothing, name=NUDGE, shared=False)
        self.threads = threads
        self.stopping = Event()
        self.beat: Service | None = None
        self.parts = [
            Thread(target=self._keep, args=("worker", self._work), name="celery-worker", daemon=True),
            Thread(target=self._keep, args=("beat", self._beat), name="celery-beat", daemon=True),
        ]

    def start(self) -> None:
        """Start both parts. They are ready a moment later."""
        self.app.set_default()
        self.app.loader.import_default_modules()  # here, so that a broken task module fails the start
        for part in self.parts:
            part.start()

    def stop(self, *, within: float = 10.0) -> None:
        """Let running tasks finish and end both parts, after at most `within` seconds each."""
        self.stopping.set()
        state.should_stop = 0  # the worker's loop checks this between messages, and ends as on a signal
        for _loop in range(2):  # it waits for a message before and after the check
            self.app.tasks[NUDGE].delay()
        if self.beat:
            self.beat.stop()
        for part in self.parts:
            part.join(within)
            if part.is_alive():
                log.warning("%s did not end within %s seconds", part.name, within)
        state.should_stop = None

    def _keep(self, name: str, run: Callable[[], None]) -> None:
        while not self.stopping.is_set():
            try:
                run()
            except Exception:
                log.exception("the %s failed", name)
            if not self.stopping.is_set():
                log.error("the %s stopped by itself and is started again", name)
                self.stopping.wait(PAUSE)

    def _work(self) -> None:
        state.should_stop = None  # reset first, then check, so that no stop is missed
        if self.stopping.is_set():
            return
        # The plain controller: the command line's one installs signal handlers and changes logging.
        worker = WorkController(
            app=self.app,
            hostname="embedded@localhost",
            pool="threads",
            concurrency=self.threads,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        worker.start()

    def _beat(self) -> None:
        self.beat = Service(self.app, max_interval=1, scheduler_cls=Scheduler, remote_control=False)
        if not self.stopping.is_set():
            self.beat.start()
