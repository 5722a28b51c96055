"""Database checks: a server log that would store what people write, and a database that went back in time
under a running console.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID, uuid4

from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from msgspec import Struct

from control.engine.language import say
from control.watch import metrics
from control.watch.preflight_lines import CheckResult, LightColour

# === server's log =======================================================================================================

# Checks that PostgreSQL keeps what people write out of its log. By default it logs each failing statement, and the values of a
# conflict, in a file that server administrators can read. This console never puts values into the text of a statement; these
# settings are the second safeguard.


# Required value of each setting. A server that lacks a setting passes.
QUIET: Mapping[str, str] = {
    "log_min_error_statement": "panic",  # failing statements
    "log_error_verbosity": "terse",  # the line DETAIL: "Key (seat)=(cat-1) already exists."
    "log_parameter_max_length_on_error": "0",  # values bound to a failing statement
    "log_statement": "none",  # all statements
    "log_min_duration_statement": "-1",  # slow statements
    "log_min_duration_sample": "-1",
    "log_transaction_sample_rate": "0",
    "auto_explain.log_min_duration": "-1",  # plans of slow statements
}


def check_database_log() -> CheckResult:
    """Check that PostgreSQL logs no statements and no values. Red otherwise."""
    if connection.vendor != "postgresql":
        return CheckResult(colour=LightColour.GREEN, words=say("The database keeps no log."))
    loud = {name: value for name, value in _log_settings().items() if value != QUIET[name]}
    if not loud:
        return CheckResult(colour=LightColour.GREEN, words=say("No statement and no value is written into it."))
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
    return CheckResult(colour=LightColour.RED, words=words, mend=mend)


def _log_settings() -> dict[str, str]:
    """Settings of this console's own connections, in the order of `QUIET`."""
    with connection.cursor() as cursor:
        # Like SHOW, but without an error for unknown names.
        cursor.execute("SELECT name, current_setting(name, true) FROM unnest(%s::text[]) AS name", [list(QUIET)])
        found = dict(cursor.fetchall())
    return {name: found[name] for name in QUIET if found[name]}


# === other pasts ========================================================================================================

# A database that went back in time under a running console: a dump was restored, or a lagging replica answers. A process that finds
# a changed past in a journal reports it here, for all processes and the preflight page. It is stored in the cache, because the
# database itself is in doubt.


log = logging.getLogger(__name__)

KEPT = 18 * 3600  # seconds: a day in the venue
NEWEST = "past:newest"
_found = metrics.register_gauge("megagame_other_pasts", "Journals that were found with another past than this process knew.")


class OtherPast(Struct, frozen=True, kw_only=True):
    """A journal with a changed past. `knew`: entry that this console knew. `found`: head that it found."""

    at: datetime
    journal: str
    knew: int
    found: int


def report_other_past(key: UUID, journal: str, *, knew: int, found: int) -> None:
    """Report a journal whose past differs from the one that this process remembers."""
    log.error("%s is not what it was: entry %s was known, the database is at %s and its past is another", journal, knew, found)
    _found.inc()
    try:
        cache.set_many({age_key(key): uuid4().hex, NEWEST: (time.time(), journal, knew, found)}, KEPT)
    except Exception as failed:  # the page that found it is correct anyway
        log.warning("another past could not be told to the watch: %s", type(failed).__name__)


def newest_other_past() -> OtherPast | None:
    """Latest report. None if there is none."""
    found = cache.get(NEWEST)
    if found is None:
        return None
    at, journal, knew, now = found
    return OtherPast(at=datetime.fromtimestamp(at, tz=timezone.get_current_timezone()), journal=journal, knew=knew, found=now)


def age_of(key: UUID) -> str:
    """Part of cache keys of a journal. It changes when the journal's past has changed."""
    return str(cache.get(age_key(key)) or "")


def age_key(key: UUID) -> str:
    """Cache key of `age_of`, for callers who fetch several keys at once."""
    return f"past:{key}"
