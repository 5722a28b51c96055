"""Signs of life: the beat's, carried out by a worker every two seconds, and the worker's answer to a ping through the queue.

Between two signs of the beat nothing carried out what was due. Where that was long, it is stored as a time of absence.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from control.models import Away, Pulse

ABSENT = timedelta(seconds=15)  # between two signs; anything shorter no player has noticed


def beat(now: datetime | None = None) -> Away | None:
    """The beat was heard and a worker has listened; returns the absence that ends with it, if it was one."""
    at = now or timezone.now()
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)  # a form carries it to the millisecond and back
    with transaction.atomic():
        last = Pulse.objects.select_for_update().filter(name="beat").first()
        if last is None:
            Pulse.objects.create(name="beat", at=at)
            return None
        if at <= last.at:  # of two beats the later one counts
            return None
        Pulse.objects.filter(pk=last.pk).update(at=at)
        if at - last.at <= ABSENT:
            return None
        return Away.objects.get_or_create(began_at=last.at, defaults={"ended_at": at})[0]


def answered(asked_at: datetime, now: datetime | None = None) -> None:
    """A worker has taken a ping out of the queue."""
    at = now or timezone.now()
    took = max((at - asked_at).total_seconds(), 0.0)
    Pulse.objects.update_or_create(name="worker", defaults={"at": at, "took": took})
