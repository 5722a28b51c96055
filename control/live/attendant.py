"""What a process does for its sockets: the heartbeat, the news of other processes, and catching up on news that got lost.

The channel layer drops messages by design, and a command may come from a process that cannot reach it. So the journal itself is
asked every few seconds how far it is, and whoever has fallen behind is told to look at everything again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import connection

from control import system_time
from control.live import broadcast, presence
from control.live.doors import Admission, JournalHead, Knock, admitted, facts_now, heads
from control.live.hub import THROWN_OUT, Facts, Hub, Line, Place, frame_of
from control.live.presence import Company, Spot
from control.watch import connections

log = logging.getLogger(__name__)

BEAT_EVERY = 15.0
LOOK_EVERY = 3.0
AGAIN_AFTER = 1.0  # seconds until a failed task starts over
FIRST_WORD = 2.0  # seconds a first socket waits until this process hears the others

T = TypeVar("T")
Waiting = tuple[Knock, asyncio.Future[Admission | None]]


class Clerk:
    """One thread for the questions that sockets ask of the database, with one connection, let go when nothing waits.

    When a whole hall comes back at once, everybody who waits at the door is looked up together.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "live-clerk")
        self._waiting = 0
        self._at_door: list[Waiting] = []
        self._opening: asyncio.Task[None] | None = None

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """The answer to a question that runs queries."""
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question, about)
        finally:
            self._waiting -= 1

    async def admission(self, knock: Knock) -> Admission | None:
        """What this socket may hear; None when there is no such place."""
        answer: asyncio.Future[Admission | None] = asyncio.get_running_loop().create_future()
        self._at_door.append((knock, answer))
        if self._opening is None or self._opening.done():
            self._opening = asyncio.create_task(self._open())
        return await answer

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False)

    async def _open(self) -> None:
        while self._at_door:
            together, self._at_door = self._at_door, []
            try:
                found = await self.ask(admitted, [knock for knock, _answer in together])
            except Exception as failed:  # each place fails by itself: one that cannot be read shuts out of no other
                places: dict[Place, list[Waiting]] = {}
                for each in together:
                    places.setdefault(each[0].place, []).append(each)
                for own in places.values():
                    await self._open_one(own, failed if len(places) == 1 else None)
                continue
            _answered(together, found)

    async def _open_one(self, together: list[Waiting], failed: Exception | None) -> None:
        """Answer those who wait at one place, which may have `failed` already."""
        if failed is None:
            try:
                _answered(together, await self.ask(admitted, [knock for knock, _answer in together]))
                return
            except Exception as again:
                failed = again
        for _knock, answer in together:
            if not answer.done():
                answer.set_exception(failed)

    def _answer(self, question: Callable[..., T], about: tuple[Any, ...]) -> T:
        try:
            return question(*about)
        finally:
            if self._waiting <= 1:
                connection.close()


def _answered(together: list[Waiting], found: list[Admission | None]) -> None:
    for (_knock, answer), admission in zip(together, found, strict=True):
        if not answer.done():
            answer.set_result(admission)


class Attendant:
    """Looks after one hub from its first socket to its last."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.clerk = Clerk()
        self.company = Company(hub)
        self._tasks: list[asyncio.Task[None]] = []
        self._hears = asyncio.Event()
        self._seen: dict[Place, JournalHead] = {}
        self._let_in: dict[Line, tuple[Knock, Admission]] = {}

    def let_in(self, line: Line, knock: Knock, admission: Admission) -> None:
        """Look again and again whether what let this socket in still does."""
        if admission.keys:
            self._let_in[line] = (knock, admission)

    def leave(self, line: Line) -> None:
        """A socket is gone."""
        self._let_in.pop(line, None)
        self.company.leave(line)

    def begin(self) -> None:
        """Start what is not running yet."""
        if not self._tasks:
            works = [self._beat, self._look]
            if broadcast.shared_layer() is None:
                self._hears.set()
            else:
                works.append(self._listen)
            self._tasks = [asyncio.create_task(self._keep(work)) for work in works]

    async def ready(self) -> None:
        """Begin; returns when this process hears the others, or cannot for now."""
        self.begin()
        try:
            await asyncio.wait_for(self._hears.wait(), FIRST_WORD)
        except TimeoutError:
            log.warning("the channel layer does not answer; screens look at the journal every %s seconds", LOOK_EVERY)
            self._hears.set()

    def rest(self) -> None:
        """End when the last socket has gone."""
        if len(self.hub):
            return
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        self._hears = asyncio.Event()

    async def _keep(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except Exception as failed:  # the database or the channel layer is away; screens stay open meanwhile
                log.warning("live screens: %s, trying again", type(failed).__name__)
                await asyncio.sleep(AGAIN_AFTER)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY)
            self.hub.tell_everyone(frame_of({"t": "beat", "now": int(system_time.seconds() * 1000)}))
            self.company.repeat()
            await self.clerk.ask(connections.tell_devices, self.hub, self.company)
            await self.clerk.ask(connections.tell_crowd)

    async def _listen(self) -> None:
        layer = broadcast.shared_layer()
        channel = await layer.new_channel("live.")
        await layer.group_add(broadcast.GROUP, channel)
        self._hears.set()
        try:
            while True:
                message = await layer.receive(channel)
                if message["type"] == presence.TYPE:
                    if (told := presence.here_in(message)) is not None:
                        self.company.hear(*told)
                elif (news := broadcast.news_in(message)) is not None:
                    self.hub.deliver(news)
        finally:
            await layer.group_discard(broadcast.GROUP, channel)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = await self.clerk.ask(heads, self.hub.places)
            for place, head in now.items():
                told, before = self.hub.told.get(place), self._seen.get(place)
                if told is not None and before is not None and head.goes_back_from(before):
                    await self._look_again(place, self.hub.go_back)
                # News is a moment younger than its commit: only what was there at the last look already is lost.
                elif told is not None and before is not None and before.seq > told:
                    await self._look_again(place, self.hub.catch_up)
            self._seen = now
            await self._recheck()

    async def _look_again(self, place: Place, tell: Callable[[Place, Facts], None]) -> None:
        """Tell the screens of a place to look at everything again; one that cannot be read keeps no other from that."""
        try:
            facts = await self.clerk.ask(facts_now, place)
        except Exception as failed:
            log.warning("%s: its screens cannot be told how its clock stands: %s", place, type(failed).__name__)
            return
        tell(place, facts)

    async def _recheck(self) -> None:
        """Close the sockets that would not be let in as they were, in case that news got lost."""
        known = tuple(self._let_in.items())
        try:
            await self._close_changed(known)
        except Exception:  # each place by itself: one that cannot be read keeps no other open
            for place in {knock.place for _line, (knock, _before) in known}:
                try:
                    await self._close_changed([each for each in known if each[1][0].place == place])
                except Exception as failed:
                    log.warning("%s: who may hear it cannot be asked: %s", place, type(failed).__name__)

    async def _close_changed(self, known: Sequence[tuple[Line, tuple[Knock, Admission]]]) -> None:
        if not known:
            return
        now = await self.clerk.ask(admitted, [knock for _line, (knock, _before) in known])
        for (line, (_knock, before)), found in zip(known, now, strict=True):
            if found is None or (found.audiences, found.keys) != (before.audiences, before.keys):
                line.close(THROWN_OUT)


_attendants: dict[Hub, Attendant] = {}


def attendant_of(hub: Hub) -> Attendant:
    """The one who looks after this hub; called in its loop."""
    for other in [each for each in _attendants if each.loop.is_closed()]:
        _attendants.pop(other).clerk.close()
    if hub not in _attendants:
        _attendants[hub] = Attendant(hub)
    return _attendants[hub]


def present(event: int) -> tuple[Spot, ...]:
    """The control team's screens in an event, as far as this process knows; asked from any thread."""
    return tuple(spot for each in tuple(_attendants.values()) if not each.hub.loop.is_closed() for spot in each.company.at(event))
