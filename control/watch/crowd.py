"""How near its bounds each process with sockets is: connections in all and of one address, descriptors.

Told through the cache, for whoever makes the looks may be another process; a process that looks itself tells what is so now.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache

from control.engine.language import say
from control.live import broadcast, connections
from control.watch import figures
from control.watch.lines import Colour, Found

NEAR = 0.8  # of a bound
TIGHT = 2_000  # connections: three hundred phones with six each
FORGOTTEN = 40.0  # seconds
INDEX = "watch:crowds"
INDEX_FOR = 12 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """One process: what it holds and may hold. `of_one`: of the address with the most; `turned_away`: since it began."""

    connections: int
    most: int
    of_one: int
    most_of_one: int
    descriptors: int
    most_descriptors: int
    turned_away: int


figures.looked_at("megagame_connections", "Open connections.", lambda: sum(each.count for each in connections.here()))
figures.looked_at(
    "megagame_connections_refused",
    "Connections for which there was no room.",
    lambda: sum(each.turned_away for each in connections.here()),
)


def own() -> Crowd | None:
    """This process; None where it serves nothing."""
    servers = connections.here()
    if not servers:
        return None
    return Crowd(
        connections=sum(each.count for each in servers),
        most=min(each.limits.in_all for each in servers),
        of_one=max(each.most_of_one() for each in servers),
        most_of_one=min(each.limits.of_one for each in servers),
        descriptors=connections.open_descriptors(),
        most_descriptors=connections.descriptors()[0],
        turned_away=sum(each.turned_away for each in servers),
    )


def tell() -> None:
    """Let every process know how full this one is."""
    found = own()
    if found is None:
        return
    cache.set(_key(broadcast.process_key()), (time.time(), found), FORGOTTEN * 2)
    known = cache.get(INDEX, ())
    if broadcast.process_key() not in known:
        cache.set(INDEX, (*known[-31:], broadcast.process_key()), INDEX_FOR)


def now() -> tuple[Crowd, ...]:
    """Each process that has told of itself lately."""
    mine = own()
    keys = [_key(process) for process in cache.get(INDEX, ()) if mine is None or process != broadcast.process_key()]
    told = [crowd for at, crowd in cache.get_many(keys).values() if time.time() - at < FORGOTTEN]
    return (mine, *told) if mine is not None else tuple(told)


def look() -> Found:
    """Every process has room for more."""
    crowds = now()
    if not crowds:
        return Found(colour=Colour.GREY, words=say("No process has told of its connections yet."))
    fullest = max(crowds, key=_fill)
    words = say(
        "{count} of {most} connections, {of_one} of {most_of_one} from one address; {descriptors} of {most_descriptors} files.",
        count=fullest.connections,
        most=fullest.most,
        of_one=fullest.of_one,
        most_of_one=fullest.most_of_one,
        descriptors=fullest.descriptors,
        most_descriptors=fullest.most_descriptors,
    )
    if _part(fullest.of_one, fullest.most_of_one) >= NEAR and fullest.of_one > fullest.connections // 2:
        mend = say("If this is the hall’s router, start a second web process; if it is one device, take it off the wifi.")
        return Found(colour=Colour.RED, words=words, mend=mend)
    if _fill(fullest) >= NEAR:
        return Found(colour=Colour.RED, words=words, mend=say("Start a second web process, or raise the limit of open files."))
    if fullest.most < TIGHT:
        mend = say("Raise the limit of open files (ulimit -n, LimitNOFILE) to 4096 or more, and start the console again.")
        return Found(colour=Colour.RED, words=words, mend=mend)
    return Found(colour=Colour.GREEN, words=words)


def _fill(crowd: Crowd) -> float:
    return max(
        _part(crowd.connections, crowd.most),
        _part(crowd.of_one, crowd.most_of_one),
        _part(crowd.descriptors, crowd.most_descriptors),
    )


def _part(count: int, most: int) -> float:
    return count / most if most else 1.0


def _key(process: str) -> str:
    return f"watch:crowd:{process}"
