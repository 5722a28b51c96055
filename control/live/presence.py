"""Who of the control team is at which desk, and what they look at there: by their sockets, told to the control team alone.

Each process knows its own sockets and tells the other processes whenever that changes, and again with every beat. What a process
has not repeated for a while is forgotten, so one that died leaves nobody behind. Nothing of it is stored; nothing waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Any

import msgspec

from control.live import broadcast
from control.live.hub import Hub, Line, News

log = logging.getLogger(__name__)

GATHERED = 0.4  # seconds in which comings and goings become one piece of news: who changes the page is not gone in between
FORGOTTEN = 40.0  # seconds without a word from another process until its people count as gone
TYPE = "live.here"
TOPIC = "presence"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One screen of the control team: whose, at which page, at which step; and since when its owner has taken that step on."""

    name: str
    page: str
    step: str = ""
    claimed_at: float = 0.0  # seconds since 1970; 0 while it is not taken on


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """The screens of one event that are open in one process."""

    event: int
    spots: tuple[Spot, ...]


class Company:
    """The control team's screens in one process, and what the others have told of theirs. It lives in the hub's loop."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._own: dict[Line, tuple[int, Spot]] = {}
        self._others: dict[tuple[int, str], tuple[float, tuple[Spot, ...]]] = {}
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        self._spreading: set[asyncio.Task[None]] = set()

    def at(self, event: int, now: float | None = None) -> tuple[Spot, ...]:
        """Every screen of the control team in an event, by name; may be asked from any thread."""
        moment = time.monotonic() if now is None else now
        own = [spot for at, spot in tuple(self._own.values()) if at == event]
        told = [
            spot
            for (at, _process), (heard_at, spots) in tuple(self._others.items())
            if at == event and moment - heard_at < FORGOTTEN
            for spot in spots
        ]
        return tuple(sorted((*own, *told), key=lambda spot: (spot.name.casefold(), spot.page, spot.step)))

    def own(self, event: int) -> tuple[Spot, ...]:
        """The control team's screens that are open in this process."""
        return tuple(spot for at, spot in tuple(self._own.values()) if at == event)

    def stand(self, line: Line, event: int, spot: Spot, *, claims: bool) -> None:
        """A screen says where it is. A step that it has taken on stays its own until it looks at another, or gives it back."""
        _event, before = self._own.get(line, (event, None))
        claimed_at = 0.0
        if claims and spot.step:
            kept = before is not None and before.claimed_at and (before.page, before.step) == (spot.page, spot.step)
            claimed_at = before.claimed_at if before is not None and kept else time.time()
        now = Spot(name=spot.name, page=spot.page, step=spot.step, claimed_at=claimed_at)
        if now != before:
            self._own[line] = (event, now)
            self._soon(event)

    def leave(self, line: Line) -> None:
        """A screen is gone."""
        found = self._own.pop(line, None)
        if found is not None:
            self._soon(found[0])

    def hear(self, process: str, here: Here) -> None:
        """Another process has told of its screens."""
        key = (here.event, process)
        _heard_at, before = self._others.get(key, (0.0, ()))
        self._others[key] = (time.monotonic(), here.spots)
        if not here.spots:
            del self._others[key]
        if before != here.spots:
            self._poke(here.event)

    def repeat(self) -> None:
        """Tell the other processes again, and forget those that have fallen silent."""
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


def here_in(message: dict[str, str]) -> tuple[str, Here] | None:
    """Which process has what screens; None when the message is something else, or this process's own."""
    if message["type"] != TYPE or message["from"] == broadcast.process_key():
        return None
    return message["from"], msgspec.json.decode(message["here"], type=Here)


async def _send(layer: Any, here: Here) -> None:
    try:
        await asyncio.wait_for(layer.group_send(broadcast.GROUP, message_of(here)), broadcast.LAYER_TIMEOUT)
    except Exception as failed:  # the other processes hear it with the next beat
        log.warning("event %s: the other processes were not told who is here: %s", here.event, type(failed).__name__)
