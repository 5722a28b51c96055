"""Health of this process: database and tables, broker, channel layer, the clock's sweep.

Every check has a time limit, runs in parallel, and is shared by concurrent callers. So a hanging Redis costs each caller at most
`WITHIN` seconds. The answers name parts, never addresses, users or messages.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min
from msgspec import Struct

from control import system_time
from control.journal.rows import upsert
from control.live import broadcast
from control.models import Due, Pulse
from control.watch import overdue_commands

WITHIN = 2.0  # seconds for all checks together
STALE_AFTER = 15.0  # seconds without a sweep; after a failure of Redis the cache is unused for ten
WRITES_EVERY = 5.0  # seconds between two trial writes
ROOM = 262_144  # bytes required beside a database file
KEPT = 1.0  # seconds for which answers are reused
SWEPT = "vitals:swept"

NO_ANSWER = f"no answer within {WITHIN:.0f} seconds"


class VitalSign(Struct, frozen=True, kw_only=True):
    """Health of one part, with one short sentence."""

    part: str
    well: bool
    word: str


class Sweep(Struct, frozen=True, kw_only=True):
    """Last sweep of the clock: when it ended, and how long its task waited for a worker, in seconds."""

    at: float
    waited: float


class Backlog(Struct, frozen=True, kw_only=True):
    """Waiting work: delay of the clock in seconds, tasks in the broker's queue, the last sweep."""

    clock_late: float
    tasks: int
    sweep: Sweep | None
    late_events: Mapping[int, float]  # delay in seconds of each event with due rows, by its id


class Unwell(Exception):  # noqa: N818  # it is an answer
    """A part is available but unfit."""


def note_sweep(waited: float = 0.0) -> None:
    """Record a sweep. `waited`: seconds between the beat's request and the sweep."""
    cache.set(SWEPT, (time.time(), waited), timeout=3600)


def last_sweep() -> Sweep | None:
    """Last recorded sweep. None if unknown."""
    found = cache.get(SWEPT)
    return Sweep(at=found[0], waited=found[1]) if found else None


# --- checks -------------------------------------------------------------------------------------------------------------

_tables_complete = False


_tried: tuple[float, str] = (float("-inf"), "")  # time and error of the last trial write


def ask_database() -> str:
    """Check that the database answers and accepts a write."""
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
    """Error of a trial commit and of a trial file beside the database. "" if both work."""
    try:
        upsert(Pulse(name="ready", at=system_time.now()), per=("name",), over=("at",))
    except DatabaseError as failed:
        return f"takes no write ({type(failed).__name__}): is its disk full?"
    place = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and place.is_file():  # a row may fit into existing pages
        try:
            with TemporaryFile(dir=place.parent) as room:
                room.write(bytes(ROOM))
                room.flush()
                os.fsync(room.fileno())
        except OSError as failed:
            return f"no room beside it ({os.strerror(failed.errno or 0)}): make room on its disk"
    return ""


def ask_tables() -> str:
    """Check that all migrations are applied."""
    global _tables_complete
    if not _tables_complete:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if missing:
            raise Unwell(f"{missing} migrations have not been applied: run manage.py serve --prepare-only")
        _tables_complete = True
    return "up to date"


def ask_broker() -> str:
    """Check that the broker accepts tasks."""
    if not settings.REDIS_URL:
        return "inside this process"
    client = _redis()
    try:
        client.ping()
    finally:
        client.close()
    return "answers"


def ask_sweep() -> str:
    """Check that beat and worker are running, by the age of the last sweep."""
    found = last_sweep()
    if found is None:
        raise Unwell("no sweep has been seen: are a worker and the beat running?")
    ago = max(time.time() - found.at, 0.0)
    if ago > STALE_AFTER:
        raise Unwell(f"the last sweep was {ago:.0f} seconds ago: are a worker and the beat running?")
    return "fresh"


async def ask_layer() -> str:
    """Check that the channel layer reaches other processes."""
    layer = broadcast.shared_layer()
    if layer is None:
        return "inside this process"
    await layer.group_send("vitals", {"type": "vitals.nothing"})
    return "answers"


def backlog() -> Backlog:
    """Waiting work. Runs queries."""
    oldest = Due.objects.filter(at__lte=system_time.now()).aggregate(oldest=Min("at"))["oldest"]
    late = (system_time.now() - oldest).total_seconds() if oldest else 0.0
    tasks = 0
    if settings.REDIS_URL:
        client = _redis()
        try:
            tasks = int(client.llen("celery"))
        finally:
            client.close()
    late_events = overdue_commands.lateness(system_time.now())
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

# --- running the checks -------------------------------------------------------------------------------------------------


class VitalsRunner:
    """Runner of the checks, each in its own thread. A hanging check is not started again before it returns."""

    def __init__(self) -> None:
        self._running: dict[str, Future[Any]] = {}
        self._guard = threading.Lock()
        self._last: tuple[float, tuple[VitalSign, ...]] = (float("-inf"), ())

    async def signs(self) -> tuple[VitalSign, ...]:
        """Health of every part."""
        asked_at, known = self._last
        if time.monotonic() - asked_at < KEPT:
            return known
        asked = [self._sign(part, self.answer(part, question)) for part, question in IN_THREADS.items()]
        found = tuple(await asyncio.gather(*asked, self._sign("channel layer", ask_layer())))
        self._last = (time.monotonic(), found)
        return found

    async def answer(self, name: str, question: Callable[[], Any]) -> Any:
        """Answer to a question that runs queries or waits for Redis."""
        with self._guard:
            future = self._running.get(name)
            if future is None or future.done():
                future = self._running[name] = Future()
                threading.Thread(target=_answer_question, args=(question, future), name=f"vitals-{name}", daemon=True).start()
        return await asyncio.shield(asyncio.wrap_future(future))

    async def _sign(self, part: str, question: Awaitable[str]) -> VitalSign:
        try:
            return VitalSign(part=part, well=True, word=await asyncio.wait_for(question, WITHIN))
        except TimeoutError:
            return VitalSign(part=part, well=False, word=NO_ANSWER)
        except Unwell as why:
            return VitalSign(part=part, well=False, word=str(why))
        except Exception as failed:  # its message may contain an address or a user's name
            return VitalSign(part=part, well=False, word=f"failed: {type(failed).__name__}")


def _answer_question(question: Callable[[], Any], future: Future[Any]) -> None:
    try:
        found = question()
    except Exception as failed:
        future.set_exception(failed)
    else:
        future.set_result(found)
    finally:
        connection.close()


_desk = VitalsRunner()


async def signs() -> tuple[VitalSign, ...]:
    """Health of every part, within `WITHIN` seconds whatever hangs."""
    return await _desk.signs()


async def waiting() -> Backlog | None:
    """Waiting work. None if it cannot be determined now."""
    try:
        found: Backlog = await asyncio.wait_for(_desk.answer("backlog", backlog), WITHIN)
    except Exception:
        return None
    return found
