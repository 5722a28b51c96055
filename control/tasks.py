"""Celery: alarms for what is due, and the sweep that mends what was missed. Tasks take ids, call once, and may be repeated."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from datetime import datetime, timedelta

from celery import shared_task
from django.db import close_old_connections
from django.utils import timezone

from control.clock import clockwork
from control.models import Due

log = logging.getLogger(__name__)

RINGING = timedelta(milliseconds=50)  # an alarm that is so near may have rung already
_kept: dict[int, tuple[datetime, ...]] = {}  # by stream, when the alarms ring that this process has asked for and keeps
_guard = threading.Lock()


@shared_task(name="control.tasks.alarm", ignore_result=True)  # type: ignore[untyped-decorator]
def alarm(stream_id: int, kept: bool = False) -> None:
    """Something of this stream is due now; a kept one asks for the next if all was put off meanwhile."""
    try:
        clockwork.ring(stream_id)
        if kept:
            following = Due.objects.filter(stream=stream_id, at__gt=timezone.now()).order_by("at").values_list("at", flat=True)
            keep_alarm(stream_id, following.first())
    finally:
        close_old_connections()


@shared_task(name="control.tasks.sweep", ignore_result=True)  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Whatever is due anywhere: after a lost task, a killed worker, a restart."""
    try:
        clockwork.ring_all()
    finally:
        close_old_connections()


def set_alarms(stream_id: int, times: Iterable[datetime], *, kept: bool = False) -> None:
    """Ask for an alarm at every due time; a moved deadline leaves an old alarm behind that finds nothing due."""
    for at in times:
        try:
            alarm.apply_async(args=(stream_id,), kwargs={"kept": True} if kept else {}, eta=at)
        except Exception:  # the sweep catches what a dead broker loses
            log.warning("no alarm could be set for stream %s; the sweep will do it", stream_id)
            return


def keep_alarm(stream_id: int, at: datetime | None) -> None:
    """Let an alarm ring at this time or before it, where something is put off again and again: a turn that ends in a minute.

    An alarm that rings before is enough, for it asks for the next one itself; so there is one on its way and not one for every
    time that was put off.
    """
    if at is None:
        return
    now = timezone.now()
    with _guard:
        on_their_way = tuple(each for each in _kept.get(stream_id, ()) if each > now + RINGING)
        if any(each <= at for each in on_their_way):
            _kept[stream_id] = on_their_way
            return
        _kept[stream_id] = (*on_their_way, at)
    set_alarms(stream_id, [at], kept=True)
