"""What the tables of a game keep together: what each leaves when it is over, and what the next ones find.

Tables of one event share it, and those outside of every event among themselves. Two that run at the same time do not know of each
other: both may leave the same, and the first by time stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import QuerySet

from control.journal import journal
from rooms.tables.game.state import TableState
from rooms.tables.models import Kept, Table
from rooms.tables.registry import app_of
from rooms.tables.settling import ENDED


def project_kept(table: Table, state: TableState, at: datetime) -> None:
    """What this table leaves, now that its game is over; nothing where it goes on, its end being taken back."""
    Kept.objects.filter(table=table).delete()
    keeps = app_of(table.kind).kind.keeps
    if keeps is not None and state.stage in ENDED and state.play is not None:
        Kept.objects.bulk_create(Kept(table=table, player=player, entry=entry, at=at) for player, entry in keeps(state.play))


def kept_before(table: Table) -> tuple[str, ...]:
    """What the other tables have left by now, by the game's own names."""
    if app_of(table.kind).kind.keeps is None:
        return ()
    return tuple(sorted(set(_shared_with(table).exclude(table=table).values_list("entry", flat=True))))


def names_kept(table: Table) -> Mapping[str, str]:
    """Who left what, this table included: the first by time."""
    found: dict[str, str] = {}
    for kept in _shared_with(table).select_related("table__stream").defer("table__content"):
        if kept.entry not in found:
            state: TableState = journal.head(kept.table.stream).state
            found[kept.entry] = state.names[kept.player]
    return found


def _shared_with(table: Table) -> QuerySet[Kept]:
    return Kept.objects.filter(table__event=table.event_id, table__kind=table.kind)
