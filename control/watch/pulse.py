"""Signs of life: the beat's, carried out by a worker every two seconds, and the worker's answer to a ping through the queue.

Between two signs of the beat nothing carried out what was due. Where that was long, it is stored as a time of absence.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from control import steady
from control.journal.rows import added, put
from control.models import Away, Pulse

ABSENT = timedelta(seconds=15)  # between two signs; anything shorter no player has noticed
DELAYED = timedelta(minutes=1)  # no sign comes so late; one that is still older was given after the clock had been set back


def beat(now: datetime | None = None) -> Away | None:
    """The beat was heard and a worker has listened; returns the absence that ends with it, if it was one."""
    at = now or steady.now()
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)  # a form carries it to the millisecond and back
    with transaction.atomic():
        last = Pulse.objects.select_for_update().filter(name="beat").first()
        if last is None:
            added(Pulse(name="beat", at=at))
            return None
        if last.at - DELAYED <= at <= last.at:  # of two beats the later one counts
            return None
        Pulse.objects.filter(pk=last.pk).update(at=at)
        if at - last.at <= ABSENT:
            return None
        away = Away(began_at=last.at, ended_at=at)
        return away if added(away) else Away.objects.get(began_at=last.at)


def answered(asked_at: datetime, now: datetime | None = None) -> None:
    """A worker has taken a ping out of the queue."""
    at = now or steady.now()
    took = max((at - asked_at).total_seconds(), 0.0)
    put(Pulse(name="worker", at=at, took=took), per=("name",), over=("at", "took"))
