"""How many connections a process holds, whose they are, and who gives way when there are too many.

A hall may come from one address, so an address has room for three hundred phones with six connections each. Where there is no room
left, whoever has waited longest without asking for anything gives way to whoever comes: so nobody shuts others out by holding on.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

NAT = 2_000  # connections of one address: 300 phones with six each, and some
MOST = 10_000  # of all, where the system allows it
KEPT_FREE = 400  # descriptors for files, databases, Redis
WANTED = 16_384  # descriptors
OWN_NET = 64  # bits of an IPv6 address that a device does not choose for itself
OPEN = Path("/proc/self/fd")


class Held(Protocol):
    """A connection that can be made to end."""

    def give_way(self) -> None:
        """End now: somebody else needs the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one device may cost."""

    head: int = 32_768  # bytes of a request that are not its body: its first line, headers, what frames its parts
    head_within: float = 10.0  # seconds in which a request's head is said
    taken_within: float = 60.0  # seconds in which an answer that waits to be read is read further
    waiting: int = 8  # requests of one connection that wait behind the one that is answered
    of_one: int = NAT
    in_all: int = MOST


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
    return Limits(in_all=in_all, of_one=min(NAT, max(in_all * 3 // 5, 1)))


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


class Connections:
    """The connections of one server, by address. Used in its loop alone."""

    def __init__(self, limits: Limits, proxies: Iterable[IPv4Network | IPv6Network] = ()) -> None:
        self.limits = limits
        self._proxies = tuple(proxies)
        self._of: Counter[str] = Counter()
        self._silent: dict[str, dict[Held, None]] = {}  # those that wait for a request, by address, the longest first
        self.count = 0
        self.turned_away = 0
        _servers.add(self)

    def enter(self, held: Held, address: str) -> bool:
        """Take a connection in, perhaps in the place of one that says nothing; False where there is no room."""
        if self._of[address] >= self.limits.of_one and not self._is_proxy(address) and not self._gives_way(address):
            self.turned_away += 1
            return False
        if self.count >= self.limits.in_all and not self._gives_way(self._most_silent()):
            self.turned_away += 1
            return False
        self._of[address] += 1
        self.count += 1
        self.silent(held, address)
        return True

    def silent(self, held: Held, address: str) -> None:
        """This connection waits for a request."""
        self._silent.setdefault(address, {})[held] = None

    def busy(self, held: Held, address: str) -> None:
        """This connection has asked for something."""
        line = self._silent.get(address)
        if line is not None:
            line.pop(held, None)
            if not line:
                del self._silent[address]

    def leave(self, held: Held, address: str) -> None:
        """A connection that was taken in has ended."""
        self.busy(held, address)
        self.count -= 1
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]

    def most_of_one(self) -> int:
        """How many the address with the most of them has; a proxy's are its phones'."""
        return max((count for address, count in list(self._of.items()) if not self._is_proxy(address)), default=0)

    def _is_proxy(self, address: str) -> bool:
        """Whether all connections of an address are somebody else's: a trusted proxy's, or a socket's in the file system."""
        try:
            found = ip_address(address)
        except ValueError:
            return True
        return any(found in network for network in self._proxies)

    def _most_silent(self) -> str:
        return max(self._silent, key=lambda address: len(self._silent[address]), default="")

    def _gives_way(self, address: str) -> bool:
        line = self._silent.get(address)
        if not line:
            return False
        next(iter(line)).give_way()
        return True


_servers: WeakSet[Connections] = WeakSet()


def here() -> tuple[Connections, ...]:
    """The connections of each server of this process."""
    return tuple(_servers)
