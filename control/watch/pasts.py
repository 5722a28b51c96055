"""Databases that went back in time under a running console: a dump was restored, or something answers that lags behind.

A process that finds another past in a journal than its own says so here, for every process and the preflight page. It is kept in
the cache: the database is what cannot be trusted to remember it.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.core.cache import cache
from django.utils import timezone

from control.watch import figures

log = logging.getLogger(__name__)

KEPT = 18 * 3600  # seconds: a day in the venue
NEWEST = "past:newest"
_found = figures.told("megagame_other_pasts", "Journals that were found with another past than this process knew.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPast:
    """A journal that was found to be another one: how far this console knew it, and how far it was then."""

    at: datetime
    journal: str
    knew: int
    found: int


def noticed(key: UUID, journal: str, *, knew: int, found: int) -> None:
    """A process has found another past of a journal than the one it remembers."""
    log.error("%s is not what it was: entry %s was known, the database is at %s and its past is another", journal, knew, found)
    _found.inc()
    try:
        cache.set_many({age_key(key): uuid4().hex, NEWEST: (time.time(), journal, knew, found)}, KEPT)
    except Exception as failed:  # the page that found it is right all the same
        log.warning("another past could not be told to the watch: %s", type(failed).__name__)


def newest() -> OtherPast | None:
    """What was noticed last."""
    found = cache.get(NEWEST)
    if found is None:
        return None
    at, journal, knew, now = found
    return OtherPast(at=datetime.fromtimestamp(at, tz=timezone.get_current_timezone()), journal=journal, knew=knew, found=now)


def age_of(key: UUID) -> str:
    """By which what is cached of a journal is told from what was cached of another past of it."""
    return str(cache.get(age_key(key)) or "")


def age_key(key: UUID) -> str:
    """Where the age of a journal is cached: whoever asks for more at once asks for this too."""
    return f"past:{key}"
