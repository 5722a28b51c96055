"""How many connections a process holds, whose they are, and who gives way when there are too many.

A hall may come from one address, so an address has room for three hundred phones with six connections each. Behind a trusted proxy
a connection counts for the address that the proxy names. Where no room is left, connections give way to whoever comes:

1. those without a whole request, and live sockets that prove nothing: at the address that has most of them, the oldest;
2. live sockets of one badge, account or screen that has more of them than any phone needs.

Whoever has proved a badge, an account or a screen that Control named or sent somewhere counts for no address: a whole hall behind
one router is served, and its projectors stay.

What live sockets say, and the bodies of requests that are not answered yet, are bounded for each source too.
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

from control.live.budgets import Budget, Budgets
from control.live.crowds import Bodies, Held, Waiting

NAT = 2_000  # connections of one address: 300 phones with six each, and some
MOST = 10_000  # of all, where the system allows it
OF_BROWSER = 100  # live sockets of one badge or account, or of one kind of browser at one address: forty screens with two each
KNOCKS = 20  # live sockets without a badge that an address with OF_BROWSER of them opens in a second
OF_PHONE = 6  # live sockets of one badge or account that are never closed for others
BODIES = 134_217_728  # bytes of requests that are not answered yet, of all addresses
BODIES_OF_ONE = BODIES // 4
KEPT_FREE = 400  # descriptors for files, databases, Redis
WANTED = 16_384  # descriptors
OWN_NET = 64  # bits of an IPv6 address that a device does not choose for itself
OPEN = Path("/proc/self/fd")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one device may cost."""

    head: int = 32_768  # bytes of a request that are not its body: its first line, headers, what frames its parts
    head_within: float = 10.0  # seconds in which a request's head is said
    taken_within: float = 60.0  # seconds in which an answer that waits to be read is read further
    waiting: int = 8  # requests of one connection that wait behind the one that is answered
    of_one: int = NAT
    of_browser: int = OF_BROWSER
    unproven: int = NAT  # live sockets without a badge or an account, of all addresses: each costs its share of pings and news
    knocks: int = KNOCKS
    in_all: int = MOST
    bodies: int = BODIES
    bodies_of_one: int = BODIES_OF_ONE


def descriptors() -> tuple[int, int]:
    """How many descriptors this process may have open, and how many it could be given."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    return (WANTED if soft == unlimited else soft), (WANTED if hard == unlimited else hard)


def raise_descriptors() -> int:
    """Take as many descriptors as a crowd needs and the system gives; returns how many there are."""
    soft, hard = descriptors()
    wanted = min(WANTED, hard)
    if soft >= wanted:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    except (OSError, ValueError):  # some systems promise more than they give
        return soft
    return wanted


def limits_for(descriptors: int) -> Limits:
    """The limits of a process with so many descriptors."""
    in_all = max(min(MOST, descriptors - KEPT_FREE), descriptors // 2)
    of_one = min(NAT, max(in_all * 3 // 5, 1))
    return Limits(in_all=in_all, of_one=of_one, of_browser=min(OF_BROWSER, max(of_one // 4, 1)), unproven=of_one)


def open_descriptors() -> int:
    """How many descriptors this process has open; 0 where the system does not tell."""
    try:
        return sum(1 for _each in OPEN.iterdir())
    except OSError:
        return 0


def source_of(address: str) -> str:
    """Who an address is for whoever counts: of IPv6 the network alone, for a device takes as many addresses in it as it likes."""
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
class Place:
    """Where a connection stands. `home`: its other end. `source`: the address it counts for; "" for whoever proved a badge."""

    home: str
    source: str
    waits: Waiting | None = None  # among whom it may have to give way; None while it is answered
    group: tuple[str, str] = ("", "")  # its source and its kind there


class Connections:
    """The connections of one server, by address. Used in its loop alone."""

    def __init__(self, limits: Limits, proxies: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        self.limits = limits
        self._proxies = tuple(proxies)
        self._places: dict[Held, Place] = {}
        self._of: Counter[str] = Counter()
        self._silent = Waiting()  # without a whole request, by address
        self._unproven = Waiting()  # live sockets without a badge or an account, by address and browser
        self._proven = Waiting()  # live sockets by badge or account
        self._knocks: Counter[tuple[str, str]] = Counter()  # in this second, by address and kind
        self._second = 0
        self._budgets = Budgets()  # of what live sockets say
        self._bodies = Bodies()
        self.turned_away = 0
        _servers.add(self)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._places)

    @property
    def silent_count(self) -> int:
        """How many have no whole request."""
        return self._silent.count.total()

    def enter(self, held: Held, address: str) -> bool:
        """Take a connection in, perhaps in the place of another one; False where there is no room."""
        if not self._has_room_for(address) or not (self.count < self.limits.in_all or self._makes_room()):
            self.turned_away += 1
            return False
        self._places[held] = Place(address, address)
        self._of[address] += 1
        self.rests(held)
        return True

    def asks(self, held: Held, forwarded_for: Iterable[bytes] = ()) -> bool:
        """Begin a request: it counts for the address that a trusted proxy names. False where that address has no room."""
        place = self._places.get(held)
        if place is None:
            return True
        source = (self._is_proxy(place.home) and self._asker(forwarded_for)) or place.home
        if source != place.source and not self._has_room_for(source):
            self.turned_away += 1
            return False
        self._count_for(place, source)
        self._stand(held, self._silent, source)  # at the end of its line: it has said something just now
        return True

    def may_knock(self, held: Held, kind: str) -> bool:
        """Whether a live socket that shows no badge is worth asking about.

        An address with many of them opens few a second, and so does one whose sockets say too much.
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

    def silent(self, held: Held) -> None:
        """Wait for the rest of a request, or for its answer to be read."""
        place = self._places.get(held)
        if place is not None and place.waits is None:
            self._stand(held, self._silent, place.source)

    def busy(self, held: Held) -> None:
        """Be answered."""
        if held in self._places:
            self._stand(held, None)

    def rests(self, held: Held) -> None:
        """Wait for the next request. A proxy's own connections never give way: it may be about to use them."""
        place = self._places.get(held)
        if place is not None:
            self._count_for(place, place.home)
            self._stand(held, None if self._is_proxy(place.home) else self._silent, place.home)

    def opened(self, held: Held, proof: str, browser: str) -> None:
        """Become a live socket, let in by the badge, account or screen `proof`; "" for whoever has proved nothing."""
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

    def says(self, held: Held, own: Budget, frames: int, size: int, at: float) -> bool:
        """Count what a live socket says, for its badge, account or address too; False when it is to be closed for it."""
        place = self._places.get(held)
        return self._budgets.spend(self._crowd(place) if place is not None else "", own, frames, size, at)

    def keeps(self, held: Held, size: int) -> None:
        """Keep bytes of a request's body. Beyond the bound the body that has waited longest for more of itself gives way."""
        place = self._places.get(held)
        if place is None:
            return
        source = self._crowd(place)
        self._bodies.add(held, source, size)
        while (slowest := self._bodies.slowest_beyond(source, self.limits.bodies_of_one, self.limits.bodies)) is not None:
            self.turned_away += 1
            slowest.give_way()

    def whole(self, held: Held) -> None:
        """A body has come whole: it is kept until it is answered."""
        self._bodies.whole(held)

    def answered(self, held: Held) -> None:
        """Its body is kept no more."""
        self._bodies.drop(held)

    def leave(self, held: Held) -> None:
        """Forget a connection that has ended."""
        self._bodies.drop(held)
        place = self._places.get(held)
        if place is not None:
            self._stand(held, None)
            self._count_for(place, "")
            del self._places[held]

    def most_of_one(self) -> int:
        """How many the address with the most of them has; a proxy's are its phones'."""
        return max((count for address, count in list(self._of.items()) if not self._is_proxy(address)), default=0)

    def _stand(self, held: Held, waits: Waiting | None, source: str = "", kind: str = "") -> int:
        place = self._places[held]
        if place.waits is not None:
            place.waits.drop(held, *place.group)
        place.waits, place.group = waits, (source, kind)
        return waits.add(held, source, kind) if waits is not None else 0

    def _count_for(self, place: Place, source: str) -> None:
        if place.source == source:
            return
        if place.source:
            self._of[place.source] -= 1
            if not self._of[place.source]:
                del self._of[place.source]
        if source:
            self._of[source] += 1
        place.source = source

    def _crowd(self, place: Place) -> str:
        """For whom it counts what is said: a badge or account, or an address; "" behind a proxy that names nobody."""
        if place.waits is self._proven:
            return place.group[0]
        return "" if self._is_proxy(place.source) else place.source

    def _is_proxy(self, address: str) -> bool:
        """Whether all connections of an address are somebody else's: a trusted proxy's, or a socket's in the file system."""
        trusted = _within(address, self._proxies)
        return trusted is None or trusted

    def _is_trusted(self, address: str) -> bool:
        return bool(_within(address, self._proxies))

    def _asker(self, forwarded_for: Iterable[bytes]) -> str:
        """The last address that is no trusted proxy's: what stands before it may be forged."""
        named = [_bare(each) for value in forwarded_for for each in value.decode("latin-1").split(",")]
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
def _within(address: str, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool | None:
    """Whether an address is of one of these networks; None where it is no address. Asked for each piece of each body."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return any(found in network for network in networks)


def _bare(address: str) -> str:
    """An address as a proxy names it, without a port."""
    address = address.strip()[:64]
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


_servers: WeakSet[Connections] = WeakSet()


def here() -> tuple[Connections, ...]:
    """The connections of each server of this process."""
    return tuple(_servers)
