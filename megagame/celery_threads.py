"""Celery worker and beat in threads of one process, for a venue without a broker."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Any

from celery import Celery
from celery.schedules import maybe_schedule
from celery.worker import WorkController, state

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds before a part that stopped is started again
NUDGE = "megagame.nudge"  # empty task that wakes a waiting worker


def _nothing() -> None:
    pass


class EmbeddedBeat:
    """Beat of one process: it requests each scheduled task at its interval. Celery's own beat costs more each time it wakes.

    Its clock has no jumps. Tasks that were missed are requested once.
    """

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._stopping = Event()

    def start(self) -> None:
        """Request tasks until the beat is stopped."""
        lines = list(self._app.conf.beat_schedule.values())
        every = [maybe_schedule(line["schedule"]).run_every.total_seconds() for line in lines]
        due = [monotonic() + interval for interval in every]
        while not self._stopping.wait(max(min(due, default=monotonic() + PAUSE) - monotonic(), 0.0)):
            now = monotonic()
            for at, line in enumerate(lines):
                if due[at] <= now:
                    due[at] = due[at] + every[at] if due[at] + every[at] > now else now + every[at]
                    self._request(line)

    def stop(self) -> None:
        """Request nothing more."""
        self._stopping.set()

    def _request(self, line: dict[str, Any]) -> None:
        try:
            self._app.tasks[line["task"]].apply_async(line.get("args", ()), **line.get("options", {}))
        except Exception:  # the others are requested all the same
            log.exception("%s could not be requested", line["task"])


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
        self.beat: EmbeddedBeat | None = None
        self.parts = [
            Thread(target=self._keep, args=("worker", self._work), name="celery-worker", daemon=True),
            Thread(target=self._keep, args=("beat", self._beat), name="celery-beat", daemon=True),
        ]

    def start(self) -> None:
        """Start both parts. They are ready a moment later."""
        self.app.set_default()
        os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # the command that starts the server has run them
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
        self.beat = EmbeddedBeat(self.app)
        if not self.stopping.is_set():
            self.beat.start()
