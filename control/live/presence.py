"""Presence of the control team: which page each member looks at, known from open sockets, shown to the control team only.

Each process knows its own sockets. It reports changes to the other processes, and everything again with each heartbeat. What a
process has not repeated for a while is dropped, so a crashed process leaves nobody behind. Nothing is stored, and nothing waits for
it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from msgspec import Struct

from control.live import broadcast
from control.live.hub import Hub, News, SocketLine

log = logging.getLogger(__name__)

GATHERED = 0.4  # seconds in which changes are merged: a person who changes pages does not disappear in between
FORGOTTEN = 40.0  # seconds of silence after which another process's screens are dropped
TYPE = "live.here"
TOPIC = "presence"


class ScreenSpot(Struct, frozen=True, kw_only=True):
    """One screen of the control team: its member, page and step, and since when the member has claimed that step."""

    name: str
    page: str
    step: str = ""
    claimed_at: float = 0.0  # seconds since 1970; 0 if not claimed


class Here(Struct, frozen=True, kw_only=True):
    """The control team's open screens of one event in one process."""

    event: int
    spots: tuple[ScreenSpot, ...]


class Company:
    """The control team's screens in this process, and those that other processes reported. Runs in the hub's loop."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._own: dict[SocketLine, tuple[int, ScreenSpot]] = {}
        self._others: dict[tuple[int, str], tuple[float, tuple[ScreenSpot, ...]]] = {}
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        self._spreading: set[asyncio.Task[None]] = set()

    def at(self, event: int, now: float | None = None) -> tuple[ScreenSpot, ...]:
        """All screens of the control team in an event, sorted by name. Any thread may call this."""
        moment = time.monotonic() if now is None else now
        own = [spot for at, spot in tuple(self._own.values()) if at == event]
        told = [
            spot
            for (at, _process), (heard_at, spots) in tuple(self._others.items())
            if at == event and moment - heard_at < FORGOTTEN
            for spot in spots
        ]
        return tuple(sorted((*own, *told), key=lambda spot: (spot.name.casefold(), spot.page, spot.step)))

    def own(self, event: int) -> tuple[ScreenSpot, ...]:
        """The control team's screens that are open in this process."""
        return tuple(spot for at, spot in tuple(self._own.values()) if at == event)

    def stand(self, line: SocketLine, event: int, spot: ScreenSpot, *, claims: bool) -> None:
        """Record where a screen is. A claimed step stays claimed until the screen shows another step or releases it."""
        _event, before = self._own.get(line, (event, None))
        claimed_at = 0.0
        if claims and spot.step:
            kept = before is not None and before.claimed_at and (before.page, before.step) == (spot.page, spot.step)
            claimed_at = before.claimed_at if before is not None and kept else time.time()
        now = ScreenSpot(name=spot.name, page=spot.page, step=spot.step, claimed_at=claimed_at)
        if now != before:
            self._own[line] = (event, now)
            self._soon(event)

    def leave(self, line: SocketLine) -> None:
        """Remove a closed screen."""
        found = self._own.pop(line, None)
        if found is not None:
            self._soon(found[0])

    def hear(self, process: str, here: Here) -> None:
        """Store what another process reported about its screens."""
        key = (here.event, process)
        _heard_at, before = self._others.get(key, (0.0, ()))
        self._others[key] = (time.monotonic(), here.spots)
        if not here.spots:
            del self._others[key]
        if before != here.spots:
            self._poke(here.event)

    def repeat(self) -> None:
        """Report to the other processes again, and drop those that have fallen silent."""
        now = time.monotonic()
        for key, (heard_at, _spots) in tuple(self._others.items()):
            if now - heard_at >= FORGOTTEN:
                del self._others[key]
                self._poke(key[0])
        for event in {event for event, _spot in self._own.values()}:
            self._spread(event)

    def _soon(self, event: int) -> None:
        if event not in self._waiting:
            self._waiting[event] = self.hub.loop.call_later(GATHERED, self._tell, event)

    def _tell(self, event: int) -> None:
        self._waiting.pop(event, None)
        self._poke(event)
        self._spread(event)

    def _poke(self, event: int) -> None:
        self.hub.deliver(News(place=event, topics={"staff": (TOPIC,)}))

    def _spread(self, event: int) -> None:
        layer = broadcast.shared_layer()
        if layer is None:
            return
        here = Here(event=event, spots=tuple(spot for at, spot in self._own.values() if at == event))
        task = self.hub.loop.create_task(_send(layer, here))
        self._spreading.add(task)
        task.add_done_callback(self._spreading.discard)


def message_of(here: Here) -> dict[str, str]:
    """The screens of this process as one message of the channel layer."""
    return {"type": TYPE, "from": broadcast.process_key(), "here": msgspec.json.encode(here).decode()}


def screens_in(message: dict[str, str]) -> tuple[str, Here] | None:
    """The process in a message and its screens; None for other messages and this process's own."""
    if message["type"] != TYPE or message["from"] == broadcast.process_key():
        return None
    return message["from"], msgspec.json.decode(message["here"], type=Here)


async def _send(layer: Any, here: Here) -> None:
    try:
        await asyncio.wait_for(layer.group_send(broadcast.GROUP, message_of(here)), broadcast.LAYER_TIMEOUT)
    except Exception as failed:  # the next heartbeat reports it again
        log.warning("event %s: the other processes were not told who is here: %s", here.event, type(failed).__name__)
