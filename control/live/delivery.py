"""Which announcements have arrived on whose phone: the newest that each phone has said it shows.

It is kept in the cache like everything that was merely seen: losing it costs a name on a list of people to be told in person, never
an announcement.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache

from control.day.notices import ALL, HALL
from control.day.records import Notice
from control.day.state import DayState, Presence, Seat
from control.engine.ids import SeatId

KEPT = 18 * 3600  # seconds: a day in the venue


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One announcement: whose phones were meant to show it, and those who do not yet. Nobody, where it was for the hall alone."""

    meant: tuple[Seat, ...]
    missing: tuple[Seat, ...]

    @property
    def arrived(self) -> int:
        return len(self.meant) - len(self.missing)


def shown(stream: UUID, seat: SeatId, notice: int) -> None:
    """A phone shows every announcement up to this one."""
    key = _key(stream, seat)
    if cache.get(key, 0) < notice:
        cache.set(key, notice, KEPT)


def is_news(stream: UUID) -> bool:
    """Is it worth telling the control team now that something has arrived? Many phones within a second are one piece of news."""
    return cache.add(f"arrived:{stream}", 1, 1)


def newest_shown(stream: UUID, seats: Iterable[SeatId]) -> dict[SeatId, int]:
    """The newest announcement on each phone, 0 where none has arrived."""
    keys = {_key(stream, seat): seat for seat in seats}
    stored = cache.get_many(keys)
    return {seat: stored.get(key, 0) for key, seat in keys.items()}


def meant_for(state: DayState, notice: Notice) -> tuple[Seat, ...]:
    """The players whose phones an announcement is for, of those who are here."""
    here = [seat for seat in state.seats.values() if seat.presence is Presence.PRESENT]
    if notice.to == HALL:
        return ()
    return tuple(seat for seat in here if notice.to == ALL or notice.to == seat.team or seat.id in notice.seats)


def delivery_of(state: DayState, notice: Notice, newest: dict[SeatId, int]) -> Delivery:
    """Who has an announcement and who has not; `newest` is what each phone shows."""
    meant = meant_for(state, notice)
    return Delivery(meant=meant, missing=tuple(seat for seat in meant if newest.get(seat.id, 0) < notice.id))


def _key(stream: UUID, seat: SeatId) -> str:
    return f"shown:{stream}:{seat.encode().hex()}"
