"""Which announcements have arrived on whose phone: the newest that each phone has said it shows.

It is kept in the cache like everything that was merely seen: losing it costs a name on a list of people to be told in person, never
an announcement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache

from control.day.notices import Addressee, NoticeLine
from control.engine.ids import SeatId

KEPT = 18 * 3600  # seconds: a day in the venue


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One announcement: whose phones were meant to show it, and those who do not yet. Nobody, where it was for the hall alone."""

    meant: tuple[Addressee, ...]
    missing: tuple[Addressee, ...]

    @property
    def arrived(self) -> int:
        return len(self.meant) - len(self.missing)


def shown(stream: UUID, seat: SeatId, notice: int) -> None:
    """A phone shows every announcement up to this one."""
    key = _key(stream, seat)
    if cache.get(key, 0) < notice:
        cache.set(key, notice, KEPT)


def seen(stream: UUID, seat: SeatId, notice: int) -> None:
    """Somebody has read every announcement up to this one, on whichever device: no other device of the seat shows it again."""
    key = f"read:{stream}:{seat}"
    if cache.get(key, -1) < notice:
        cache.set(key, notice, KEPT)


def newest_seen(stream: UUID, seat: SeatId) -> int:
    """The newest announcement that the seat has read on any device, -1 for none."""
    newest: int = cache.get(f"read:{stream}:{seat}", -1)
    return newest


def is_news(stream: UUID) -> bool:
    """Is it worth telling the control team now that something has arrived? Many phones within a second are one piece of news."""
    return cache.add(f"arrived:{stream}", 1, 1)


def newest_shown(stream: UUID, seats: Iterable[SeatId]) -> dict[SeatId, int]:
    """The newest announcement on each phone, 0 where none has arrived."""
    keys = {_key(stream, seat): seat for seat in seats}
    stored = cache.get_many(keys)
    return {seat: stored.get(key, 0) for key, seat in keys.items()}


def delivery_of(notice: NoticeLine, newest: Mapping[SeatId, int]) -> Delivery:
    """Who has an announcement and who has not; `newest` is what each phone shows."""
    missing = tuple(player for player in notice.meant if newest.get(player.id, 0) < notice.id)
    return Delivery(meant=notice.meant, missing=missing)


def _key(stream: UUID, seat: SeatId) -> str:
    return f"shown:{stream}:{seat.encode().hex()}"
