"""Which devices are connected, as every process with sockets tells it: screens in the hall, the team's, and how far clocks are off.

Told every fifteen seconds through the cache, for whoever makes the looks may be another process. A process that has not told for a
while is forgotten. Players' devices are counted and never named.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.cache import cache

from control.live import broadcast
from control.live.hub import Hub, Line
from control.live.presence import Company

FORGOTTEN = 40.0  # seconds
SEEN_FOR = 12 * 3600
TABLET, PHONE = "tablet", "phone"

_offsets: dict[Line, float] = {}  # of the devices of this process, in seconds ahead of the server


@dataclass(frozen=True, slots=True, kw_only=True)
class Devices:
    """What is connected to an event. Offsets in seconds, a positive one is ahead; the team's by name, others by kind."""

    hall: int = 0
    phones: int = 0
    staff: tuple[tuple[str, str], ...] = ()  # name and page
    offsets: tuple[tuple[str, float], ...] = ()  # of tablets, and of each badge the worst; others may be anybody's


def clock_told(line: Line, seconds: float) -> None:
    """A device has measured how far its own clock is ahead of the server's."""
    _offsets[line] = seconds


def gone(line: Line) -> None:
    """A device has closed its line."""
    _offsets.pop(line, None)


def tell(hub: Hub, company: Company) -> None:
    """Let every process know what is connected to this one."""
    for event in [place for place in hub.places if isinstance(place, int)]:
        staff = hub.lines_of(event, "staff")
        everybody = hub.lines_of(event, "all")
        players = {line for line in everybody - staff if hub.seat_of(line)}
        names = [(spot.name, spot.page) for spot in company.own(event)]
        offsets = [(TABLET, off) for line in staff if (off := _offsets.get(line)) is not None]
        offsets += [(PHONE, off) for off in _worst_of_badges(hub, players)]
        found = (time.time(), len(everybody - staff - players), len(players), names, offsets)
        cache.set(_key(event, broadcast.process_key()), found, FORGOTTEN * 2)
        _sign_in(event)
        if names:
            _remember(event, [name for name, _page in names])


def now_at(event: int) -> Devices | None:
    """What is connected to an event; None where no process has told of it lately."""
    keys = [_key(event, process) for process in cache.get(_index(event), ())]
    told = [each for each in cache.get_many(keys).values() if time.time() - each[0] < FORGOTTEN]
    if not told:
        return None
    return Devices(
        hall=sum(each[1] for each in told),
        phones=sum(each[2] for each in told),
        staff=tuple(sorted({(name, page) for each in told for name, page in each[3]})),
        offsets=tuple((who, off) for each in told for who, off in each[4]),
    )


def last_seen(event: int) -> dict[str, float]:
    """When each of the team's names was connected last today, in seconds since 1970."""
    return dict(cache.get(f"watch:seen:{event}", {}))


def _remember(event: int, names: Iterable[str]) -> None:
    cache.set(f"watch:seen:{event}", {**last_seen(event), **dict.fromkeys(names, time.time())}, SEEN_FOR)


def _sign_in(event: int) -> None:
    known = cache.get(_index(event), ())
    if broadcast.process_key() not in known:
        cache.set(_index(event), (*known[-31:], broadcast.process_key()), SEEN_FOR)


def _worst_of_badges(hub: Hub, players: set[Line]) -> Iterable[float]:
    """How far the clock is off that is off furthest of each badge: it counts once, however many pages it has open."""
    found: dict[str, float] = {}
    for line in players:
        off, seat = _offsets.get(line), hub.seat_of(line)
        if off is not None and abs(off) >= abs(found.get(seat, 0.0)):
            found[seat] = off
    return found.values()


def _key(event: int, process: str) -> str:
    return f"watch:told:{event}:{process}"


def _index(event: int) -> str:
    return f"watch:tellers:{event}"
