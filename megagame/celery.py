"""Background work: each worker has a waker that keeps the deadlines; the beat requests the sweep for missed ones."""

from __future__ import annotations

import os
import time
from typing import Any

from celery import Celery, Task
from celery.signals import before_task_publish, celeryd_after_setup, task_postrun, task_prerun, worker_ready, worker_shutting_down

from megagame.beat_schedule import schedule_every

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")

app = Celery("megagame")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["control.lab", "control.watch"])  # packages of an app, which the line above does not search

ASKED_AT = "asked_at"  # header with the time of the request, in seconds since 1970
SWEEP = "control.tasks.sweep"
_begun: dict[str, float] = {}  # waiting time of each running sweep, by task id


@app.on_after_configure.connect  # type: ignore[untyped-decorator]
def _schedule_steadily(source: Any, **_named: Any) -> None:
    """Let the beat follow a clock without jumps. The settings name seconds, so that a command needs no Celery to read them."""
    lines = source.beat_schedule.items()
    source.beat_schedule = {name: {**line, "schedule": schedule_every(line["schedule"])} for name, line in lines}


@before_task_publish.connect  # type: ignore[untyped-decorator]
def _stamp(headers: dict[str, Any] | None = None, **_named: Any) -> None:
    if headers is not None:
        headers[ASKED_AT] = time.time()


@task_prerun.connect  # type: ignore[untyped-decorator]
def _begin(task_id: str = "", task: Task | None = None, **_named: Any) -> None:
    if task is not None and task.name == SWEEP:
        _begun[task_id] = max(time.time() - (getattr(task.request, ASKED_AT, None) or time.time()), 0.0)


@task_postrun.connect  # type: ignore[untyped-decorator]
def _end(task_id: str = "", task: Task | None = None, state: str = "", **_named: Any) -> None:
    """Record a successful sweep of the clock."""
    if task is not None and task.name == SWEEP:
        waited = _begun.pop(task_id, 0.0)
        if state == "SUCCESS":
            from control.watch import vitals  # the models are not ready at module load

            vitals.note_sweep(waited)


@celeryd_after_setup.connect  # type: ignore[untyped-decorator]
def _wake(**_named: Any) -> None:
    """Start waker and guard before the broker is found, so that deadlines are kept without it."""
    from control.clock.waker import Waker  # the models are not ready at module load
    from control.watch.clock_jump import ClockGuard

    guard, waker = ClockGuard(), Waker()
    guard.start()
    waker.start()

    def stop(**_told: Any) -> None:
        waker.stop()
        guard.stop()

    worker_shutting_down.connect(stop, weak=False)


@worker_ready.connect  # type: ignore[untyped-decorator]
def _show_figures(**_named: Any) -> None:
    """Serve the worker's metrics on a port of its own, if one is set, because it has no pages."""
    from django.conf import settings

    if settings.METRICS_PORT and not settings.EMBEDDED:
        from prometheus_client import start_http_server

        from control.watch import metrics

        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, metrics.REGISTRY)
