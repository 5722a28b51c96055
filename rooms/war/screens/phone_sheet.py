"""The war sheet on its author's phone: the form while it is open, the receipt, and what is so when it is not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from control import registry
from control.day.lateness import late_rule
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refused import Refused
from control.models import Sheet
from control.registry import Fields, Panel
from control.sheets import sheets as sheet_rows
from control.sheets.closing import Closing, closing_of
from control.sheets.receipts import counts_instead, why_words
from rooms.realm.game.state import GameState
from rooms.war.game.board import board_of
from rooms.war.game.sheets import document, limits
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.view_orders import opened_sheets
from rooms.war.game.words.names import forces_listed
from rooms.war.game.words.orders import written_words
from rooms.war.screens.sheet_form import SheetForm, form_of, typed_form


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The newest revision that Control has, in words."""

    revision: int
    received_at: datetime
    late: bool
    source: str  # sent, draft or paper
    entered_by: str
    pending: bool
    key: UUID  # what it was sent or drafted under
    orders: tuple[str, ...]
    allies: str
    betray: bool
    counts: str  # the revision that counts where this one was late


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPanel:
    """The war sheet on its author's phone. `open` says whether it may be sent; `sentence` why not, or until when."""

    event_id: int
    seat: SeatId
    month: int
    open: bool
    locked: bool
    sentence: str
    rule: str
    receipt: Receipt | None
    closes: Closing | None  # until when it may be sent
    form: SheetForm | None
    late_words: str
    is_draft: bool = False  # what the form shows was typed and not taken


def phone(event_id: int, state: GameState, seat: SeatId, typed: Fields | None) -> Panel:
    """A player's war sheet: the form while it is open, as it was `typed` or written, the receipt, and what is so when it is not."""
    panel = sheet_panel(event_id, state, seat)
    if typed is not None:
        panel = replace(panel, form=typed_form(state, seat, typed), is_draft=True)
    return Panel(template="war/_sheet.html", panel=panel)


def sheet_panel(event_id: int, state: GameState, seat: SeatId) -> SheetPanel:
    """The sheet as its author sees it now."""
    window = limits.window(state, seat)
    row = sheet_rows.latest(event_id, seat, document.KIND, window.month)
    written = written_on(row)
    return SheetPanel(
        event_id=event_id,
        seat=seat,
        month=window.month,
        open=window.open,
        locked=opened_sheets(state) is not None,
        sentence=window.sentence,
        rule=window.rule,
        receipt=_receipt(state, row, written) if row is not None and written is not None else None,
        closes=closing_of(state, registry.sheet_kinds(state.REALM)[document.KIND], window, timezone.now()),
        form=form_of(state, seat, written or document.blank(state, seat)) if window.open else None,
        late_words=why_words(state.frame, row.received_at, row.due_at, late=row.late, rule=late_rule(state, row.kind))
        if row is not None
        else "",
    )


def written_on(row: Sheet | None) -> WarSheet | None:
    if row is None:
        return None
    try:
        return document.parse(row.body.encode())
    except Refused:  # stored by an older version of the console
        return None


def _receipt(state: GameState, row: Sheet, sheet: WarSheet) -> Receipt:
    board = board_of(state.scenario)
    return Receipt(
        revision=row.revision,
        received_at=row.received_at,
        late=row.late,
        source=row.source,
        entered_by=row.entered_by,
        pending=row.pending,
        key=row.client_key,
        orders=written_words(board, sheet),
        allies=forces_listed(board, sheet.allies) or say("nobody"),
        betray=sheet.betray,
        counts=counts_instead(row) if row.late else "",
    )
