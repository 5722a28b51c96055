"""Celery task of the sweep, which gives due commands that no waker has given. It runs once and may be repeated."""

from __future__ import annotations

from django.db import close_old_connections

from control.clock import clockwork
from megagame.celery import app


@app.task(name="control.tasks.sweep", ignore_result=True)  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Give every due command, for example after a killed worker, a restart or an error."""
    try:
        clockwork.carry_out_all_due()
    finally:
        close_old_connections()
