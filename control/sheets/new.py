"""A sheet on its way into the database: many at once, in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from control.journal.rows import Rows
from control.models import Sheet

_sheets = Rows(Sheet)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSheet:
    """A revision on its way into the database: the attributes of a `Sheet`, which takes ten times as long to make."""

    event_id: int
    seat: str
    kind: str
    month: int
    revision: int
    client_key: UUID
    received_at: datetime
    late: bool
    body: str
    source: str
    entered_by: str
    pending: bool
    due_at: datetime | None
    salt: str = ""
    leaf: str = ""  # a name was taken out of none that only now arrives


def add_sheets(sheets: Sequence[NewSheet]) -> None:
    """Write sheets.

    Raises:
        AlreadyThereError: one of them is there already, or its revision is.
    """
    _sheets.put(sheets)
