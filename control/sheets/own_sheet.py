"""A player's own sheet on the player's phone, for every kind."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import Struct

from control import registry, system_time
from control.day.sheets import Window, month_now, own_closes, own_window, sheets_view, typed_in
from control.day.state import DayState
from control.engine.refusal import Refused
from control.models import Sheet
from control.regions.sight import Sight
from control.registry import Fields, PagePanel, PhoneMap, SheetKind
from control.sheets.deadline import Closing, closing_of
from control.sheets.receipts import counts_instead, why_words

# === own sheet ==========================================================================================================


class Sent(Struct, frozen=True, kw_only=True):
    """The newest stored revision, without its content. `counts`: if it is late, a sentence on the earlier one that counts."""

    revision: int
    received_at: datetime
    late: bool
    source: str  # sent, draft or paper
    entered_by: str
    pending: bool
    key: UUID  # the key under which it was sent or drafted
    counts: str


class OwnSheet(Struct, frozen=True, kw_only=True):
    """The data of any own sheet: its player, when it may be sent, what Control has received, and why that is late."""

    event_id: int
    seat: str
    window: Window
    sent: Sent | None
    closes: Closing | None  # when it closes
    late_words: str


def sheet_panel(
    event_id: int, sight: Sight[DayState], kind: SheetKind, rows: Iterable[Sheet], typed: Fields | None = None
) -> PagePanel:
    """The sheet as its author sees it now. `rows`: the author's sheets, newest first; `typed`: the fields of a refused form."""
    window = sight.view(own_window, kind.window)
    row = _newest_own(rows, kind, window.month)
    shown = sight.view(kind.phone.sees, content_of(row, kind), None if typed is None else typed_in(typed))
    return kind.phone.draw(own_sheet(event_id, sight, kind, window, row), shown)


def own_sheet(event_id: int, sight: Sight[DayState], kind: SheetKind, window: Window, row: Sheet | None) -> OwnSheet:
    """The data of a player's own sheet; `row` is its newest revision."""
    return OwnSheet(
        event_id=event_id,
        seat=sight.viewer.player,
        window=window,
        sent=_sent_sheet(row) if row is not None else None,
        closes=closing_of(sight.view(own_closes, kind), kind, system_time.now()),
        late_words=_late_words(sight, row) if row is not None else "",
    )


def map_panel(event_id: int, sight: Sight[DayState], chart: PhoneMap, rows: Iterable[Sheet]) -> PagePanel:
    """The map as this player may see it, with the player's sheet of this round drawn on it. `rows`: as for `sheet_panel`."""
    kind = registry.sheet_kinds(sight.realm)[chart.kind]
    row = _newest_own(rows, kind, sight.public(month_now))
    return chart.draw(event_id, sight.view(chart.sees, None if row is None or row.late else content_of(row, kind)))


def _newest_own(rows: Iterable[Sheet], kind: SheetKind, month: int) -> Sheet | None:
    """The newest revision of a month among a player's sheets, newest first; late or not."""
    return next((row for row in rows if (row.kind, row.month) == (kind.kind, month)), None)


def content_of(row: Sheet | None, kind: SheetKind) -> Any:
    """The content of a sheet; None without a sheet, or if an older release stored it in an unreadable form."""
    if row is None:
        return None
    try:
        return kind.decode(row.body.encode())
    except Refused:
        return None


def _sent_sheet(row: Sheet) -> Sent:
    return Sent(
        revision=row.revision,
        received_at=row.received_at,
        late=row.late,
        source=row.source,
        entered_by=row.entered_by,
        pending=row.pending,
        key=row.client_key,
        counts=counts_instead(row) if row.late else "",
    )


def _late_words(sight: Sight[DayState], row: Sheet) -> str:
    rule = sight.public(sheets_view, row.kind).late
    return why_words(sight.frame, row.received_at, row.due_at, late=row.late, rule=rule)
