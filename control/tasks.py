"""Celery: alarms for what is due, and the sweep that mends what was missed. Tasks take ids, call once, and may be repeated."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

from celery import shared_task
from django.db import close_old_connections

from control import clockwork

log = logging.getLogger(__name__)


@shared_task(name="control.tasks.alarm", ignore_result=True)  # type: ignore[untyped-decorator]
def alarm(stream_id: int) -> None:
    """Something of this stream is due now."""
    try:
        clockwork.ring(stream_id)
    finally:
        close_old_connections()


@shared_task(name="control.tasks.sweep", ignore_result=True)  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Whatever is due anywhere: after a lost task, a killed worker, a restart."""
    try:
        clockwork.ring_all()
    finally:
        close_old_connections()


def set_alarms(stream_id: int, times: Iterable[datetime]) -> None:
    """Ask for an alarm at every due time; a moved deadline leaves an old alarm behind that finds nothing due."""
    for at in times:
        try:
            alarm.apply_async(args=(stream_id,), eta=at)
        except Exception:  # the sweep catches what a dead broker loses
            log.warning("no alarm could be set for stream %s; the sweep will do it", stream_id)
            return
