"""A row that others may add at the same moment: one of them does, and the database is led into no error.

What fails on a unique index PostgreSQL writes into its log. So whoever may come second asks for the row to be added unless it is
there, and looks what stood there.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model
from django.db.models.signals import post_save, pre_save

from control.journal.rows import AlreadyThereError, Rows


def added(row: Model) -> bool:
    """Insert a row, which learns its number, unless one that excludes it is there; whether it was inserted.

    Who listens for rows of its model hears of it as of any other that is saved.
    """
    rows = Rows(type(row))
    for each in rows.fields:
        if not each.primary_key:
            each.pre_save(row, add=True)  # the moment at which it was added, where the model notes that
    told = {"sender": type(row), "instance": row, "raw": False, "using": row._state.db or DEFAULT_DB_ALIAS, "update_fields": None}
    pre_save.send(**told)
    try:
        rows.add([row])
    except AlreadyThereError:
        return False
    post_save.send(**told, created=True)
    return True


def put(row: Model, *, per: Sequence[str], over: Sequence[str]) -> None:
    """Write the one row that there is for each value of the fields `per`; where it is there, only its fields `over` are written.

    Nobody who listens for rows of its model hears of it.
    """
    type(row)._default_manager.bulk_create([row], update_conflicts=True, unique_fields=per, update_fields=over)
