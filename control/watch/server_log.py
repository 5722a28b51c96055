"""Does PostgreSQL keep what people write out of its own log?

By itself it writes each statement that fails, and of a conflict the values, into a file that anybody who cares for the server may
read. Nothing that this console sends holds values in its text, so what is asked here is the second of two locks.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import connection

from control.engine.language import say
from control.watch.lines import Colour, Found

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
