"""Whether what this process leans on is there: the database and its tables, the broker, the channel layer, the clock's sweep.

Every question has a time limit, runs beside the others and is asked once however many want to know: a Redis that hangs costs who
asks `WITHIN` seconds and nobody else anything. The answers name parts, never addresses, users or what somebody said.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min

from control import system_time
from control.journal.rows import put
from control.live import broadcast
from control.models import Due, Pulse
from control.watch import overdue

WITHIN = 2.0  # seconds for all questions together
STALE_AFTER = 15.0  # seconds without a sweep; the cache is left alone for ten when its Redis has failed
WRITES_EVERY = 5.0  # seconds between two trials whether the database takes a write
ROOM = 262_144  # bytes that have to find room beside a database in a file
KEPT = 1.0  # seconds in which the last answers are good enough for the next who asks
SWEPT = "vitals:swept"

NO_ANSWER = f"no answer within {WITHIN:.0f} seconds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """One part of the house: whether it is well, and one short sentence about it."""

    part: str
    well: bool
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """The last round of the clock's sweep: when it ended, and how long its task had waited for a worker, both in seconds."""

    at: float
    waited: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """What waits: seconds by which the clock is late, tasks in the broker's queue, the last sweep."""

    clock_late: float
    tasks: int
    sweep: Sweep | None
    late_events: Mapping[int, float]  # seconds by which each event with something due is late, by its number


class Unwell(Exception):  # noqa: N818  # it is an answer
    """A part is there and not fit."""


def swept(waited: float = 0.0) -> None:
    """Note that the sweep has been round just now; `waited` seconds had passed since the beat asked for it."""
    cache.set(SWEPT, (time.time(), waited), timeout=3600)


def last_sweep() -> Sweep | None:
    """When the sweep was round last; None when nobody knows."""
    found = cache.get(SWEPT)
    return Sweep(at=found[0], waited=found[1]) if found else None


# --- the questions ------------------------------------------------------------------------------------------------------

_tables_complete = False


_tried: tuple[float, str] = (float("-inf"), "")  # when a write was tried last, and what was wrong with it


def ask_database() -> str:
    """Whether the database answers, and takes what a sheet needs."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    global _tried
    tried_at, wrong = _tried
    if time.monotonic() - tried_at >= WRITES_EVERY:
        wrong = _trouble_with_a_write()
        _tried = (time.monotonic(), wrong)
    if wrong:
        raise Unwell(wrong)
    return "answers and takes a write"


def _trouble_with_a_write() -> str:
    """What is wrong when a row is committed and a file is written beside the database; "" if nothing is."""
    try:
        put(Pulse(name="ready", at=system_time.now()), per=("name",), over=("at",))
    except DatabaseError as failed:
        return f"takes no write ({type(failed).__name__}): is its disk full?"
    place = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and place.is_file():  # a row may find room in pages that are there already
        try:
            with TemporaryFile(dir=place.parent) as room:
                room.write(bytes(ROOM))
                room.flush()
                os.fsync(room.fileno())
        except OSError as failed:
            return f"no room beside it ({os.strerror(failed.errno or 0)}): make room on its disk"
    return ""


def ask_tables() -> str:
    """Whether every migration of this program has been applied."""
    global _tables_complete
    if not _tables_complete:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if missing:
            raise Unwell(f"{missing} migrations have not been applied: run manage.py serve --prepare-only")
        _tables_complete = True
    return "up to date"


def ask_broker() -> str:
    """Whether tasks can be handed to workers."""
    if not settings.REDIS_URL:
        return "inside this process"
    client = _redis()
    try:
        client.ping()
    finally:
        client.close()
    return "answers"


def ask_sweep() -> str:
    """Whether beat and worker go round."""
    found = last_sweep()
    if found is None:
        raise Unwell("no sweep has been seen: are a worker and the beat running?")
    ago = max(time.time() - found.at, 0.0)
    if ago > STALE_AFTER:
        raise Unwell(f"the last sweep was {ago:.0f} seconds ago: are a worker and the beat running?")
    return "fresh"


async def ask_layer() -> str:
    """Whether news reaches the other processes."""
    layer = broadcast.shared_layer()
    if layer is None:
        return "inside this process"
    await layer.group_send("vitals", {"type": "vitals.nothing"})
    return "answers"


def backlog() -> Backlog:
    """What waits. Runs queries."""
    oldest = Due.objects.filter(at__lte=system_time.now()).aggregate(oldest=Min("at"))["oldest"]
    late = (system_time.now() - oldest).total_seconds() if oldest else 0.0
    tasks = 0
    if settings.REDIS_URL:
        client = _redis()
        try:
            tasks = int(client.llen("celery"))
        finally:
            client.close()
    late_events = overdue.lateness(system_time.now())
    return Backlog(clock_late=max(late, 0.0), tasks=tasks, sweep=last_sweep(), late_events=late_events)


def _redis() -> Any:
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    half = WITHIN / 2
    return Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=half, socket_timeout=half, retry=Retry(NoBackoff(), 0), client_name="vitals"
    )


IN_THREADS: dict[str, Callable[[], str]] = {
    "database": ask_database,
    "migrations": ask_tables,
    "broker": ask_broker,
    "clock": ask_sweep,
}

# --- asking them --------------------------------------------------------------------------------------------------------


class Desk:
    """Asks each question in a thread of its own; one that hangs is not asked again before it has come back."""

    def __init__(self) -> None:
        self._running: dict[str, Future[Any]] = {}
        self._guard = threading.Lock()
        self._last: tuple[float, tuple[Sign, ...]] = (float("-inf"), ())

    async def signs(self) -> tuple[Sign, ...]:
        """How every part is."""
        asked_at, known = self._last
        if time.monotonic() - asked_at < KEPT:
            return known
        asked = [self._sign(part, self.answer(part, question)) for part, question in IN_THREADS.items()]
        found = tuple(await asyncio.gather(*asked, self._sign("channel layer", ask_layer())))
        self._last = (time.monotonic(), found)
        return found

    async def answer(self, name: str, question: Callable[[], Any]) -> Any:
        """The answer to a question that runs queries or waits for Redis."""
        with self._guard:
            future = self._running.get(name)
            if future is None or future.done():
                future = self._running[name] = Future()
                threading.Thread(target=_answer, args=(question, future), name=f"vitals-{name}", daemon=True).start()
        return await asyncio.shield(asyncio.wrap_future(future))

    async def _sign(self, part: str, question: Awaitable[str]) -> Sign:
        try:
            return Sign(part=part, well=True, word=await asyncio.wait_for(question, WITHIN))
        except TimeoutError:
            return Sign(part=part, well=False, word=NO_ANSWER)
        except Unwell as why:
            return Sign(part=part, well=False, word=str(why))
        except Exception as failed:  # an exception's own words may hold an address or a user's name
            return Sign(part=part, well=False, word=f"failed: {type(failed).__name__}")


def _answer(question: Callable[[], Any], future: Future[Any]) -> None:
    try:
        found = question()
    except Exception as failed:
        future.set_exception(failed)
    else:
        future.set_result(found)
    finally:
        connection.close()


_desk = Desk()


async def signs() -> tuple[Sign, ...]:
    """How every part is; within `WITHIN` seconds, whatever hangs."""
    return await _desk.signs()


async def waiting() -> Backlog | None:
    """What waits; None when that cannot be known now."""
    try:
        found: Backlog = await asyncio.wait_for(_desk.answer("backlog", backlog), WITHIN)
    except Exception:
        return None
    return found
