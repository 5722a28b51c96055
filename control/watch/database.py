"""Database trouble: a server's log that keeps what people write, and a database that went back in time under a running console."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from control.engine.language import say
from control.watch import figures
from control.watch.preflight_lines import Colour, Found

# === server's log =======================================================================================================

# Does PostgreSQL keep what people write out of its own log? By itself it writes each statement that fails, and of a conflict
# the values, into a file that anybody who cares for the server may read. Nothing that this console sends holds values in its
# text, so what is asked here is the second of two locks.


# What each setting has to be. One that a server does not know cannot be wrong there.
QUIET: Mapping[str, str] = {
    "log_min_error_statement": "panic",  # a statement that fails
    "log_error_verbosity": "terse",  # the line DETAIL: "Key (seat)=(cat-1) already exists."
    "log_parameter_max_length_on_error": "0",  # the values that were bound to a statement that fails
    "log_statement": "none",  # every statement
    "log_min_duration_statement": "-1",  # a slow one
    "log_min_duration_sample": "-1",
    "log_transaction_sample_rate": "0",
    "auto_explain.log_min_duration": "-1",  # how a slow one was carried out
}


def look() -> Found:
    """What PostgreSQL is told to write of statements and values; nothing, or it is red."""
    if connection.vendor != "postgresql":
        return Found(colour=Colour.GREEN, words=say("The database keeps no log."))
    loud = {name: value for name, value in _told().items() if value != QUIET[name]}
    if not loud:
        return Found(colour=Colour.GREEN, words=say("No statement and no value is written into it."))
    first = next(iter(loud))
    words = say(
        "Sealed sheets may come to stand in PostgreSQL’s own log: {settings}.",
        settings=", ".join(f"{name} = {value}" for name, value in loud.items()),
    )
    mend = say(
        "Say ALTER SYSTEM SET {name} = '{value}' and the same for each of them, then SELECT pg_reload_conf(); "
        "docs/production.md has all of them.",
        name=first,
        value=QUIET[first],
    )
    return Found(colour=Colour.RED, words=words, mend=mend)


def _told() -> dict[str, str]:
    """The settings as this console's own connections have them, in the order of `QUIET`."""
    with connection.cursor() as cursor:
        # SHOW, by names of which the server may not know some.
        cursor.execute("SELECT name, current_setting(name, true) FROM unnest(%s::text[]) AS name", [list(QUIET)])
        found = dict(cursor.fetchall())
    return {name: found[name] for name in QUIET if found[name]}


# === other pasts ========================================================================================================

# Databases that went back in time under a running console: a dump was restored, or something answers that lags behind. A
# process that finds another past in a journal than its own says so here, for every process and the preflight page. It is kept
# in the cache: the database is what cannot be trusted to remember it.


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
