"""Limits on a process's connections: how many each source may have, and which are closed when there are too many.

A hall may share one address, so one address may have 300 phones with six connections each. Behind a trusted proxy, the address that
the proxy names counts. When there is no room, older connections are closed for new ones:

1. Connections without a complete request, and live sockets without proof. At the address with most of them, the oldest goes.
2. Live sockets of one badge, account or screen that has more of them than a phone needs.

A connection that has proved a badge, an account or a screen known to Control counts for no address. So a whole hall behind one
router is served, and its projectors stay.

What live sockets send and the bodies of unanswered requests are limited for each source, too.
"""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from weakref import WeakSet

from msgspec import Struct

from control.live.budgets import Budget, Budgets
from control.live.crowds import Bodies, CrowdQueue, EndableConnection

NAT = 2_000  # connections of one address: 300 phones with six each, and a reserve
MOST = 10_000  # of all addresses, if the system allows it
OF_BROWSER = 100  # live sockets of one badge or account, or of one browser type at an address: 40 screens with two each
KNOCKS = 20  # live sockets per second and kind that an address above OF_BROWSER may open without a badge
OF_PHONE = 6  # live sockets of one badge or account that are never closed for others
BODIES = 134_217_728  # bytes of unanswered requests, of all addresses
BODIES_OF_ONE = BODIES // 4
KEPT_FREE = 400  # descriptors for files, databases, Redis
WANTED = 16_384  # descriptors
OWN_NET = 64  # bits of an IPv6 address that a device cannot choose itself
OPEN = Path("/proc/self/fd")


class Limits(Struct, frozen=True, kw_only=True):
    """Limits for connections."""

    head: int = 32_768  # bytes of a request outside its body: request line, headers, chunk framing
    head_within: float = 10.0  # seconds for the headers of a request
    taken_within: float = 60.0  # seconds that an answer may stay unread
    waiting: int = 8  # queued requests of one connection, behind the one being answered
    of_one: int = NAT
    of_browser: int = OF_BROWSER
    unproven: int = NAT  # live sockets without badge or account, of all addresses: each costs pings and news
    knocks: int = KNOCKS
    in_all: int = MOST
    bodies: int = BODIES
    bodies_of_one: int = BODIES_OF_ONE


def descriptors() -> tuple[int, int]:
    """The number of descriptors that this process may open, and the number that it could be given."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    return (WANTED if soft == unlimited else soft), (WANTED if hard == unlimited else hard)


def raise_descriptors() -> int:
    """Raise the limit of descriptors as far as needed and allowed. Return the new limit."""
    soft, hard = descriptors()
    wanted = min(WANTED, hard)
    if soft >= wanted:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    except (OSError, ValueError):  # some systems report more than they allow
        return soft
    return wanted


def limits_for(descriptors: int) -> Limits:
    """The limits of a process with this many descriptors."""
    in_all = max(min(MOST, descriptors - KEPT_FREE), descriptors // 2)
    of_one = min(NAT, max(in_all * 3 // 5, 1))
    return Limits(in_all=in_all, of_one=of_one, of_browser=min(OF_BROWSER, max(of_one // 4, 1)), unproven=of_one)


def open_descriptors() -> int:
    """The number of open descriptors; 0 if the system does not tell."""
    try:
        return sum(1 for _each in OPEN.iterdir())
    except OSError:
        return 0


def source_of(address: str) -> str:
    """The source that an address counts for. For IPv6 it is the network, because a device may take many addresses in it."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found.packed, OWN_NET), strict=False)) if not found.is_loopback else str(found)


@dataclass(slots=True)
class ConnectionPlace:
    """The bookkeeping of a connection. `home`: its other end. `source`: the address it counts for; "" once it has
    proved a badge.
    """

    home: str
    source: str
    waits: CrowdQueue | None = None  # the list from which it may be closed; None while it is answered
    group: tuple[str, str] = ("", "")  # its source and kind in that list


class Connections:
    """The connections of one server by address. Use it only in the server's loop."""

    def __init__(self, limits: Limits, proxies: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        self.limits = limits
        self._proxies = tuple(proxies)
        self._places: dict[EndableConnection, ConnectionPlace] = {}
        self._of: Counter[str] = Counter()
        self._silent = CrowdQueue()  # without a complete request, by address
        self._unproven = CrowdQueue()  # live sockets without a badge or an account, by address and browser
        self._proven = CrowdQueue()  # live sockets by badge or account
        self._knocks: Counter[tuple[str, str]] = Counter()  # attempts in this second, by address and kind
        self._second = 0
        self._budgets = Budgets()  # of what live sockets say
        self._bodies = Bodies()
        self.turned_away = 0
        _servers.add(self)

    @property
    def count(self) -> int:
        """The number of connections."""
        return len(self._places)

    @property
    def silent_count(self) -> int:
        """The number without a complete request."""
        return self._silent.count.total()

    def enter(self, held: EndableConnection, address: str) -> bool:
        """Accept a connection, perhaps by closing another one. Return False if there is no room."""
        if not self._has_room_for(address) or not (self.count < self.limits.in_all or self._makes_room()):
            self.turned_away += 1
            return False
        self._places[held] = ConnectionPlace(address, address)
        self._of[address] += 1
        self.rests(held)
        return True

    def asks(self, held: EndableConnection, forwarded_for: Iterable[bytes] = ()) -> bool:
        """Begin a request. It counts for the address that a trusted proxy names; return False if that address has no room."""
        place = self._places.get(held)
        if place is None:
            return True
        source = (self._is_proxy(place.home) and self._asker(forwarded_for)) or place.home
        if source != place.source and not self._has_room_for(source):
            self.turned_away += 1
            return False
        self._count_for(place, source)
        self._stand(held, self._silent, source)  # at the end of the list: it has just sent something
        return True

    def may_knock(self, held: EndableConnection, kind: str) -> bool:
        """May a live socket without a badge try to connect?

        An address with many such sockets may open only a few per second, and so may one whose sockets send too much.
        """
        place = self._places.get(held)
        if place is None:
            return True
        now = time.monotonic()
        if self._unproven.count[place.source] < self.limits.of_browser and not self._budgets.is_spent(place.source, now):
            return True
        second = int(now)
        if second != self._second:
            self._second = second
            self._knocks.clear()
        self._knocks[place.source, kind] += 1
        if self._knocks[place.source, kind] <= self.limits.knocks:
            return True
        self.turned_away += 1
        return False

    def silent(self, held: EndableConnection) -> None:
        """Mark as waiting for the rest of a request, or for the client to read its answer."""
        place = self._places.get(held)
        if place is not None and place.waits is None:
            self._stand(held, self._silent, place.source)

    def busy(self, held: EndableConnection) -> None:
        """Mark as being answered."""
        if held in self._places:
            self._stand(held, None)

    def rests(self, held: EndableConnection) -> None:
        """Mark as waiting for the next request. A proxy's own connections are never closed: it may be about to use them."""
        place = self._places.get(held)
        if place is not None:
            self._count_for(place, place.home)
            self._stand(held, None if self._is_proxy(place.home) else self._silent, place.home)

    def opened(self, held: EndableConnection, proof: str, browser: str) -> None:
        """Mark as a live socket admitted by the badge, account or screen `proof`; "" for none."""
        place = self._places.get(held)
        if place is None:
            return
        if proof:
            source, kind, line = proof, "", self._proven
            self._count_for(place, "")
        else:
            source, kind, line = place.source, browser, self._unproven
        if self._stand(held, line, source, kind) > self.limits.of_browser:
            line.oldest(source, kind).give_way()
        elif self._unproven.count.total() > self.limits.unproven:
            self._unproven.oldest(self._unproven.fullest()).give_way()

    def says(self, held: EndableConnection, own: Budget, frames: int, size: int, at: float) -> bool:
        """Count what a live socket sends, also for its badge, account or address. Return False if it must be closed."""
        place = self._places.get(held)
        return self._budgets.spend(self._crowd(place) if place is not None else "", own, frames, size, at)

    def keeps(self, held: EndableConnection, size: int) -> None:
        """Count bytes of a request's body. Beyond the limit, the body that has received nothing for longest is dropped."""
        place = self._places.get(held)
        if place is None:
            return
        source = self._crowd(place)
        self._bodies.add(held, source, size)
        while (slowest := self._bodies.slowest_beyond(source, self.limits.bodies_of_one, self.limits.bodies)) is not None:
            self.turned_away += 1
            slowest.give_way()

    def whole(self, held: EndableConnection) -> None:
        """Mark a body as complete; it is kept until it is answered."""
        self._bodies.whole(held)

    def answered(self, held: EndableConnection) -> None:
        """Forget the body of an answered request."""
        self._bodies.drop(held)

    def leave(self, held: EndableConnection) -> None:
        """Forget a closed connection."""
        self._bodies.drop(held)
        place = self._places.get(held)
        if place is not None:
            self._stand(held, None)
            self._count_for(place, "")
            del self._places[held]

    def most_of_one(self) -> int:
        """The largest number of connections of one address. A proxy's own are left out: they belong to its phones."""
        return max((count for address, count in list(self._of.items()) if not self._is_proxy(address)), default=0)

    def _stand(self, held: EndableConnection, waits: CrowdQueue | None, source: str = "", kind: str = "") -> int:
        place = self._places[held]
        if place.waits is not None:
            place.waits.drop(held, *place.group)
        place.waits, place.group = waits, (source, kind)
        return waits.add(held, source, kind) if waits is not None else 0

    def _count_for(self, place: ConnectionPlace, source: str) -> None:
        if place.source == source:
            return
        if place.source:
            self._of[place.source] -= 1
            if not self._of[place.source]:
                del self._of[place.source]
        if source:
            self._of[source] += 1
        place.source = source

    def _crowd(self, place: ConnectionPlace) -> str:
        """The source that its input counts for: a badge or account, or an address; "" behind a proxy that names none."""
        if place.waits is self._proven:
            return place.group[0]
        return "" if self._is_proxy(place.source) else place.source

    def _is_proxy(self, address: str) -> bool:
        """Do this address's connections belong to others? True for a trusted proxy or a Unix socket."""
        trusted = _is_in_networks(address, self._proxies)
        return trusted is None or trusted

    def _is_trusted(self, address: str) -> bool:
        return bool(_is_in_networks(address, self._proxies))

    def _asker(self, forwarded_for: Iterable[bytes]) -> str:
        """The last address that is not a trusted proxy's: those before it may be forged."""
        named = [_without_port(each) for value in forwarded_for for each in value.decode("latin-1").split(",")]
        return next((source_of(each) for each in reversed(named) if each and not self._is_trusted(each)), "")

    def _has_room_for(self, address: str) -> bool:
        return self._of[address] < self.limits.of_one or self._is_proxy(address) or self._gives_way(address)

    def _makes_room(self) -> bool:
        waiting = self._silent.count + self._unproven.count
        if waiting:
            return self._gives_way(max(waiting, key=waiting.__getitem__))
        proof = self._proven.fullest()
        if self._proven.count[proof] <= OF_PHONE:
            return False
        self._proven.oldest(proof).give_way()
        return True

    def _gives_way(self, address: str) -> bool:
        line = max(self._silent, self._unproven, key=lambda each: each.count[address])
        if not line.count[address]:
            return False
        line.oldest(address).give_way()
        return True


@lru_cache(maxsize=4096)
def _is_in_networks(address: str, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool | None:
    """Is an address in one of these networks? None if it is no address. Called for each piece of each body."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return any(found in network for network in networks)


def _without_port(address: str) -> str:
    """An address from a proxy's header, without port."""
    address = address.strip()[:64]
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


_servers: WeakSet[Connections] = WeakSet()


def own_connections() -> tuple[Connections, ...]:
    """The connections of each server of this process."""
    return tuple(_servers)
