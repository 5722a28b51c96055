"""Due rows that could not be carried out: said once in the log, told to the watch, tried again after a pause that grows."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.cache import cache

from control.models import Due

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 1.0  # seconds until the second try; each further pause is twice as long
LONGEST_PAUSE: Final = 60.0
TOLD_FOR: Final = 15 * 60  # seconds: longer than any pause, so that what fails on is told on
MOST: Final = 500  # rows that a process remembers


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """One row that failed: so often by now, with an error of this name, and not to be tried before `again` (monotonic)."""

    tries: int
    error: str
    again: float


Key = tuple[int, str, datetime, str]
_known: dict[Key, Trouble] = {}
_guard = threading.Lock()


def rests(due: Due, clock: Callable[[], float] = time.monotonic) -> bool:
    """Has this row failed here, and shall be left alone for a while? One that has been changed since is another."""
    trouble = _known.get(_key(due))
    return trouble is not None and clock() < trouble.again


def failed(due: Due, error: Exception, clock: Callable[[], float] = time.monotonic) -> Trouble:
    """Note that a row could not be carried out."""
    with _guard:
        before = _known.get(_key(due))
        tries = before.tries + 1 if before else 1
        pause = min(FIRST_PAUSE * 2 ** min(tries - 1, 10), LONGEST_PAUSE)
        found = Trouble(tries=tries, error=type(error).__name__, again=clock() + pause)
        while len(_known) >= MOST:
            del _known[next(iter(_known))]
        _known[_key(due)] = found
    if before is None or before.error != found.error:
        log.error("what is due as %s in stream %s could not be carried out", due.what, due.stream_id, exc_info=error)
    cache.set(_told(due.stream_id, due.what), found.error, TOLD_FOR)
    return found


def went_well(due: Due) -> None:
    """Forget what was known of a row."""
    with _guard:
        before = _known.pop(_key(due), None)
    if before is not None:
        log.warning("what was due as %s in stream %s was carried out at try %s", due.what, due.stream_id, before.tries + 1)
        cache.delete(_told(due.stream_id, due.what))


def error_of(due: Due) -> str:
    """The name of the error with which a row failed last, in whichever process; empty where none is known of."""
    return str(cache.get(_told(due.stream_id, due.what), ""))


def forget() -> None:
    """Forget all."""
    with _guard:
        _known.clear()


def _key(due: Due) -> Key:
    return (due.stream_id, due.what, due.at, due.body)


def _told(stream_id: int, what: str) -> str:
    return f"due:trouble:{stream_id}:{what}"
