"""Another phone that joins with a badge: the phones that had the badge before say so, each until it is read there."""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache

from control import steady
from control.engine.modules import Invalidation
from control.live import broadcast
from control.models import AuditLine, Seat
from control.people.audit import Kind, values_of

KEPT = 18 * 3600  # seconds: a day in the venue
MOST = 50  # phones of one badge
TOPIC = "phones"


def announce(row: Seat, device: str) -> None:
    """Tell the phones that joined with this code before that another one, `device`, has joined."""
    lines = AuditLine.objects.filter(event=row.event_id, kind=Kind.JOINED.value, about=row.key)
    if row.issued_at is not None:
        lines = lines.filter(at__gte=row.issued_at)
    others = {values_of(line).get("device", "") for line in lines[:MOST]} - {device, ""}
    if others:
        cache.set_many(dict.fromkeys(map(_key, others), steady.now()), KEPT)
        broadcast.nudge(row.event_id, [Invalidation(topic=TOPIC, to=f"seat:{row.key}")])


def newest(device: str) -> datetime | None:
    """When the newest other phone joined that this one has not read of; None where there is none."""
    found: datetime | None = cache.get(_key(device)) if device else None
    return found


def goes_on(before: str, device: str) -> None:
    """The same phone has joined again as `device`: what it has not read stays to be read."""
    told = newest(before)
    if told is not None:
        cache.set(_key(device), told, KEPT)


def read(device: str, at: str) -> None:
    """This phone's player has read of the one that joined at that time; of a later one nothing was read yet."""
    told = newest(device)
    if told is not None and told.isoformat() == at:
        cache.delete(_key(device))


def _key(device: str) -> str:
    return f"newcomer:{device}"
