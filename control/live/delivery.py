"""Delivery of announcements: the newest announcement that each phone shows.

It is in the cache, like everything about what was seen. Losing it adds a name to the list of people to tell in person, but loses no
announcement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.core.cache import cache
from msgspec import Struct

from control.day.notices import Addressee, NoticeLine
from control.engine.ids import SeatId

KEPT = 18 * 3600  # seconds: a day in the venue


class Delivery(Struct, frozen=True, kw_only=True):
    """Delivery of one announcement. `meant`: players whose phones should show it; nobody if it is for the hall only. `missing`:
    those whose phones do not show it yet.
    """

    meant: tuple[Addressee, ...]
    missing: tuple[Addressee, ...]

    @property
    def arrived(self) -> int:
        return len(self.meant) - len(self.missing)


def mark_shown(stream: UUID, seat: SeatId, notice: int) -> None:
    """Record that a phone shows all announcements up to this one."""
    key = _key(stream, seat)
    if cache.get(key, 0) < notice:
        cache.set(key, notice, KEPT)


def mark_read(stream: UUID, seat: SeatId, notice: int) -> None:
    """Record that a player has read all announcements up to this one; no other device of the seat shows them again."""
    key = f"read:{stream}:{seat}"
    if cache.get(key, -1) < notice:
        cache.set(key, notice, KEPT)


def newest_read(stream: UUID, seat: SeatId) -> int:
    """The newest announcement that the seat has read on any device; -1 for none."""
    newest: int = cache.get(f"read:{stream}:{seat}", -1)
    return newest


def is_worth_telling(stream: UUID) -> bool:
    """Should the control team be told now that something has arrived? Many phones within a second count once."""
    return cache.add(f"arrived:{stream}", 1, 1)


def newest_shown(stream: UUID, seats: Iterable[SeatId]) -> dict[SeatId, int]:
    """The newest announcement on each phone; 0 for none."""
    keys = {_key(stream, seat): seat for seat in seats}
    stored = cache.get_many(keys)
    return {seat: stored.get(key, 0) for key, seat in keys.items()}


def delivery_of(notice: NoticeLine, newest: Mapping[SeatId, int]) -> Delivery:
    """Who has received an announcement; `newest` is what each phone shows."""
    missing = tuple(player for player in notice.meant if newest.get(player.id, 0) < notice.id)
    return Delivery(meant=notice.meant, missing=missing)


def _key(stream: UUID, seat: SeatId) -> str:
    return f"shown:{stream}:{seat.encode().hex()}"
