"""Celery: the sweep that gives whatever is due and no waker has given. It calls once, and may be repeated."""

from __future__ import annotations

from celery import shared_task
from django.db import close_old_connections

from control.clock import clockwork


@shared_task(name="control.tasks.sweep", ignore_result=True)  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Whatever is due anywhere: after a killed worker, a restart, an error."""
    try:
        clockwork.ring_all()
    finally:
        close_old_connections()
