"""Background work for a process's sockets: heartbeat, news from other processes, and recovery of lost news.

The channel layer may drop messages, and a process that cannot reach it may carry out a command. So each journal's head is queried
every few seconds. Screens that have fallen behind are told to refresh everything.
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
from control.live.admission import Admission, JournalHead, Knock, admit, facts_now, journal_heads
from control.live.hub import THROWN_OUT, Facts, Hub, Place, SocketLine, frame_of
from control.live.presence import Company, ScreenSpot
from control.live.press_queue import PressQueue
from control.live.questions import QuestionQueue
from control.watch import connections

log = logging.getLogger(__name__)

BEAT_EVERY = 15.0
LOOK_EVERY = 3.0
AGAIN_AFTER = 1.0  # seconds until a failed task restarts
FIRST_WORD = 2.0  # seconds that a first socket waits for this process to join the channel layer

T = TypeVar("T")
Waiting = tuple[Knock, asyncio.Future[Admission | None]]


class Clerk:
    """One thread with one database connection for the queries of sockets. The connection closes when no query waits.

    When a whole hall reconnects at once, all waiting sockets are looked up together.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "live-clerk")
        self._waiting = 0
        self._at_door: list[Waiting] = []
        self._opening: asyncio.Task[None] | None = None

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """Run `question`, which makes queries, in the thread; return its result."""
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question, about)
        finally:
            self._waiting -= 1

    async def admission(self, knock: Knock) -> Admission | None:
        """What this socket may hear; None if its place does not exist."""
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
                found = await self.ask(admit, [knock for knock, _answer in together])
            except Exception as failed:  # each place fails alone: an unreadable one keeps nobody out of the others
                places: dict[Place, list[Waiting]] = {}
                for each in together:
                    places.setdefault(each[0].place, []).append(each)
                for own in places.values():
                    await self._open_one(own, failed if len(places) == 1 else None)
                continue
            _answer_sockets(together, found)

    async def _open_one(self, together: list[Waiting], failed: Exception | None) -> None:
        """Answer the sockets that wait at one place; `failed` is an error that it has raised already."""
        if failed is None:
            try:
                _answer_sockets(together, await self.ask(admit, [knock for knock, _answer in together]))
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


def _answer_sockets(together: list[Waiting], found: list[Admission | None]) -> None:
    for (_knock, answer), admission in zip(together, found, strict=True):
        if not answer.done():
            answer.set_result(admission)


class Attendant:
    """Runs the background tasks of one hub, from its first socket to its last."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.clerk = Clerk()
        self.company = Company(hub)
        self.questions = QuestionQueue(hub)
        self.presses = PressQueue(hub)
        self._tasks: list[asyncio.Task[None]] = []
        self._hears = asyncio.Event()
        self._seen: dict[Place, JournalHead] = {}
        self._let_in: dict[SocketLine, tuple[Knock, Admission]] = {}

    def let_in(self, line: SocketLine, knock: Knock, admission: Admission) -> None:
        """Check again and again whether this socket would still be admitted."""
        if admission.keys:
            self._let_in[line] = (knock, admission)

    def leave(self, line: SocketLine) -> None:
        """Forget a closed socket."""
        self._let_in.pop(line, None)
        self.company.leave(line)
        self.questions.forget(line)
        self.presses.forget(line)

    def begin(self) -> None:
        """Start the tasks unless they run."""
        if not self._tasks:
            works = [self._beat, self._look]
            if broadcast.shared_layer() is None:
                self._hears.set()
            else:
                works.append(self._listen)
            self._tasks = [asyncio.create_task(self._keep(work)) for work in works]

    async def ready(self) -> None:
        """Start the tasks; return when this process hears the others, or when the channel layer does not answer."""
        self.begin()
        try:
            await asyncio.wait_for(self._hears.wait(), FIRST_WORD)
        except TimeoutError:
            log.warning("the channel layer does not answer; screens look at the journal every %s seconds", LOOK_EVERY)
            self._hears.set()

    def rest(self) -> None:
        """Stop the tasks if the last socket has closed."""
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
            except Exception as failed:  # the database or the channel layer does not answer; screens stay open
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
                    if (told := presence.screens_in(message)) is not None:
                        self.company.hear(*told)
                elif (news := broadcast.news_in(message)) is not None:
                    self.hub.deliver(news)
        finally:
            await layer.group_discard(broadcast.GROUP, channel)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = await self.clerk.ask(journal_heads, self.hub.places)
            for place, head in now.items():
                told, before = self.hub.told.get(place), self._seen.get(place)
                if told is not None and before is not None and head.goes_back_from(before):
                    await self._look_again(place, self.hub.go_back)
                # News comes a moment after its commit, so only news of the previous look can be lost.
                elif told is not None and before is not None and before.seq > told:
                    await self._look_again(place, self.hub.catch_up)
            self._seen = now
            await self._recheck()

    async def _look_again(self, place: Place, tell: Callable[[Place, Facts], None]) -> None:
        """Tell the screens of a place to refresh everything; an unreadable place does not stop the others."""
        try:
            facts = await self.clerk.ask(facts_now, place)
        except Exception as failed:
            log.warning("%s: its screens cannot be told how its clock stands: %s", place, type(failed).__name__)
            return
        tell(place, facts)

    async def _recheck(self) -> None:
        """Close sockets that would be admitted differently now, in case the news of that got lost."""
        known = tuple(self._let_in.items())
        try:
            await self._close_changed(known)
        except Exception:  # each place alone: an unreadable one keeps no other socket open
            for place in {knock.place for _line, (knock, _before) in known}:
                try:
                    await self._close_changed([each for each in known if each[1][0].place == place])
                except Exception as failed:
                    log.warning("%s: who may hear it cannot be asked: %s", place, type(failed).__name__)

    async def _close_changed(self, known: Sequence[tuple[SocketLine, tuple[Knock, Admission]]]) -> None:
        if not known:
            return
        now = await self.clerk.ask(admit, [knock for _line, (knock, _before) in known])
        for (line, (_knock, before)), found in zip(known, now, strict=True):
            if found is None or (found.audiences, found.keys) != (before.audiences, before.keys):
                line.close(THROWN_OUT)


_attendants: dict[Hub, Attendant] = {}


def attendant_of(hub: Hub) -> Attendant:
    """The attendant of this hub; call it in the hub's loop."""
    for other in [each for each in _attendants if each.loop.is_closed()]:
        former = _attendants.pop(other)
        former.clerk.close()
        former.questions.close()
        former.presses.close()
    if hub not in _attendants:
        _attendants[hub] = Attendant(hub)
    return _attendants[hub]


def staff_screens(event: int) -> tuple[ScreenSpot, ...]:
    """The control team's screens in an event, as far as this process knows. Any thread may call this."""
    return tuple(spot for each in tuple(_attendants.values()) if not each.hub.loop.is_closed() for spot in each.company.at(event))
