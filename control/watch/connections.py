"""Connections of each process with sockets, shared through the cache: use of its limits, devices, and device clocks."""

from __future__ import annotations

import time
from collections.abc import Iterable

from django.core.cache import cache
from msgspec import Struct

from control.engine.language import say
from control.live import broadcast, connections
from control.live.hub import Hub, SocketLine
from control.live.presence import Company
from control.watch import metrics
from control.watch.preflight_lines import CheckResult, LightColour

# === bounds =============================================================================================================

# Use of limits in each process with sockets: all connections, connections of one address, file descriptors.
# They are shared through the cache, because another process may run the checks. The checking process uses its own current values.


NEAR = 0.8  # share of a limit from which on the line is red
TIGHT = 2_000  # connections; three hundred phones with six each
CROWD_FORGOTTEN = 40.0  # seconds
CROWD_INDEX = "watch:crowds"
CROWD_INDEX_FOR = 12 * 3600


class ProcessConnections(Struct, frozen=True, kw_only=True):
    """Use and limits of one process. `of_one`: connections of the address with the most. `turned_away`: refused since the start."""

    connections: int
    most: int
    of_one: int
    most_of_one: int
    descriptors: int
    most_descriptors: int
    turned_away: int


metrics.register_computed(
    "megagame_connections", "Open connections.", lambda: sum(each.count for each in connections.own_connections())
)
metrics.register_computed(
    "megagame_connections_refused",
    "Connections for which there was no room.",
    lambda: sum(each.turned_away for each in connections.own_connections()),
)


def own_crowd() -> ProcessConnections | None:
    """Values of this process. None if it serves nothing."""
    servers = connections.own_connections()
    if not servers:
        return None
    return ProcessConnections(
        connections=sum(each.count for each in servers),
        most=min(each.limits.in_all for each in servers),
        of_one=max(each.most_of_one() for each in servers),
        most_of_one=min(each.limits.of_one for each in servers),
        descriptors=connections.open_descriptors(),
        most_descriptors=connections.descriptors()[0],
        turned_away=sum(each.turned_away for each in servers),
    )


def tell_crowd() -> None:
    """Publish the values of this process."""
    found = own_crowd()
    if found is None:
        return
    cache.set(_crowd_key(broadcast.process_key()), (time.time(), found), CROWD_FORGOTTEN * 2)
    known = cache.get(CROWD_INDEX, ())
    if broadcast.process_key() not in known:
        cache.set(CROWD_INDEX, (*known[-31:], broadcast.process_key()), CROWD_INDEX_FOR)


def crowds_now() -> tuple[ProcessConnections, ...]:
    """Recent values of each process."""
    mine = own_crowd()
    keys = [_crowd_key(process) for process in cache.get(CROWD_INDEX, ()) if mine is None or process != broadcast.process_key()]
    told = [crowd for at, crowd in cache.get_many(keys).values() if time.time() - at < CROWD_FORGOTTEN]
    return (mine, *told) if mine is not None else tuple(told)


def look_at_crowds() -> CheckResult:
    """Check that every process has room for more connections."""
    crowds = crowds_now()
    if not crowds:
        return CheckResult(colour=LightColour.GREY, words=say("No process has told of its connections yet."))
    fullest = max(crowds, key=_fullness)
    words = say(
        "{count} of {most} connections, {of_one} of {most_of_one} from one address; {descriptors} of {most_descriptors} files.",
        count=fullest.connections,
        most=fullest.most,
        of_one=fullest.of_one,
        most_of_one=fullest.most_of_one,
        descriptors=fullest.descriptors,
        most_descriptors=fullest.most_descriptors,
    )
    if _share(fullest.of_one, fullest.most_of_one) >= NEAR and fullest.of_one > fullest.connections // 2:
        mend = say("If this is the hall’s router, start a second web process; if it is one device, take it off the wifi.")
        return CheckResult(colour=LightColour.RED, words=words, mend=mend)
    if _fullness(fullest) >= NEAR:
        return CheckResult(
            colour=LightColour.RED, words=words, mend=say("Start a second web process, or raise the limit of open files.")
        )
    if fullest.most < TIGHT:
        mend = say("Raise the limit of open files (ulimit -n, LimitNOFILE) to 4096 or more, and start the console again.")
        return CheckResult(colour=LightColour.RED, words=words, mend=mend)
    return CheckResult(colour=LightColour.GREEN, words=words)


def _fullness(crowd: ProcessConnections) -> float:
    return max(
        _share(crowd.connections, crowd.most),
        _share(crowd.of_one, crowd.most_of_one),
        _share(crowd.descriptors, crowd.most_descriptors),
    )


def _share(count: int, most: int) -> float:
    return count / most if most else 1.0


def _crowd_key(process: str) -> str:
    return f"watch:crowd:{process}"


# === devices ============================================================================================================

# Connected devices, published by every process with sockets: screens in the hall, devices of the team, and clock offsets.
# They are shared through the cache every fifteen seconds, because another process may run the checks. Old values expire.
# Players' devices are counted and never named.


DEVICES_FORGOTTEN = 40.0  # seconds
SEEN_FOR = 12 * 3600
TABLET, PHONE = "tablet", "phone"

_offsets: dict[SocketLine, float] = {}  # clock offsets of this process's devices, in seconds ahead of the server


class Devices(Struct, frozen=True, kw_only=True):
    """Devices connected to an event. Offsets are in seconds, positive if the device is ahead. The team is listed by name, others by
    kind.
    """

    hall: int = 0
    phones: int = 0
    staff: tuple[tuple[str, str], ...] = ()  # name and page
    offsets: tuple[tuple[str, float], ...] = ()  # of tablets, and the largest of each badge


def note_clock_offset(line: SocketLine, seconds: float) -> None:
    """Record a device's clock offset: seconds ahead of the server."""
    _offsets[line] = seconds


def forget_device(line: SocketLine) -> None:
    """Forget a device whose line is closed."""
    _offsets.pop(line, None)


def tell_devices(hub: Hub, company: Company) -> None:
    """Publish the devices connected to this process."""
    for event in [place for place in hub.places if isinstance(place, int)]:
        staff = hub.lines_of(event, "staff")
        everybody = hub.lines_of(event, "all")
        players = {line for line in everybody - staff if hub.seat_of(line)}
        names = [(spot.name, spot.page) for spot in company.own(event)]
        offsets = [(TABLET, off) for line in staff if (off := _offsets.get(line)) is not None]
        offsets += [(PHONE, off) for off in _worst_of_badges(hub, players)]
        found = (time.time(), len(everybody - staff - players), len(players), names, offsets)
        cache.set(_devices_key(event, broadcast.process_key()), found, DEVICES_FORGOTTEN * 2)
        _sign_in_key(event)
        if names:
            _remember(event, [name for name, _page in names])


def devices_now(event: int) -> Devices | None:
    """Devices connected to an event. None if no process has published any lately."""
    keys = [_devices_key(event, process) for process in cache.get(_devices_index(event), ())]
    told = [each for each in cache.get_many(keys).values() if time.time() - each[0] < DEVICES_FORGOTTEN]
    if not told:
        return None
    return Devices(
        hall=sum(each[1] for each in told),
        phones=sum(each[2] for each in told),
        staff=tuple(sorted({(name, page) for each in told for name, page in each[3]})),
        offsets=tuple((who, off) for each in told for who, off in each[4]),
    )


def last_seen(event: int) -> dict[str, float]:
    """Last connection of each name of the team today, in seconds since 1970."""
    return dict(cache.get(f"watch:seen:{event}", {}))


def _remember(event: int, names: Iterable[str]) -> None:
    cache.set(f"watch:seen:{event}", {**last_seen(event), **dict.fromkeys(names, time.time())}, SEEN_FOR)


def _sign_in_key(event: int) -> None:
    known = cache.get(_devices_index(event), ())
    if broadcast.process_key() not in known:
        cache.set(_devices_index(event), (*known[-31:], broadcast.process_key()), SEEN_FOR)


def _worst_of_badges(hub: Hub, players: set[SocketLine]) -> Iterable[float]:
    """Largest clock offset of each badge, which counts once however many pages it has open."""
    found: dict[str, float] = {}
    for line in players:
        off, seat = _offsets.get(line), hub.seat_of(line)
        if off is not None and abs(off) >= abs(found.get(seat, 0.0)):
            found[seat] = off
    return found.values()


def _devices_key(event: int, process: str) -> str:
    return f"watch:told:{event}:{process}"


def _devices_index(event: int) -> str:
    return f"watch:tellers:{event}"
