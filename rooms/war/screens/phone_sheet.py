"""The war sheet on its author's phone: the form while it is open, the receipt, and the status when it is closed."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from control.registry import PagePanel, PhoneSheet
from control.sheets.deadline import Closing
from control.sheets.own_sheet import OwnSheet, Sent
from rooms.war.game.sheets import document
from rooms.war.game.sheets.form import OwnWarSheet, SheetForm, Written, own_war_sheet


class SheetPanel(Struct, frozen=True, kw_only=True):
    """The war sheet on its author's phone. `open`: it may be sent; `sentence`: why not, or until when."""

    event_id: int
    seat: str
    month: int
    open: bool
    locked: bool
    sentence: str
    rule: str
    receipt: Sent | None  # of the newest revision that Control has; `written` holds its contents
    written: Written | None
    closes: Closing | None  # closing time
    form: SheetForm | None
    late_words: str
    is_draft: bool = False  # the form shows input that was not accepted


def draw(own: OwnSheet, shown: OwnWarSheet) -> PagePanel:
    """Draw a player's war sheet from its window, receipt, contents and form."""
    window = own.window
    panel = SheetPanel(
        event_id=own.event_id,
        seat=own.seat,
        month=window.month,
        open=window.open,
        locked=shown.locked,
        sentence=window.sentence,
        rule=window.rule,
        receipt=own.sent if shown.written is not None else None,
        written=shown.written,
        closes=own.closes,
        form=shown.form,
        late_words=own.late_words,
        is_draft=shown.is_draft,
    )
    return PagePanel(template="war/_sheet.html", panel=panel)


PHONE: Final = PhoneSheet(sees=own_war_sheet, draw=draw, asks=document.confirmation_question)
