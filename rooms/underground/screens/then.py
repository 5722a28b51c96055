"""What the Underground shows in the time machine."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import LookBack, Panel
from rooms.underground.game.view_then import TableThen, card_signs, tables_then


def tables(_event_id: int, shown: tuple[TableThen, ...]) -> Panel:
    """The tables with what lay on them."""
    return Panel(template="underground/_then.html", panel=shown)


LOOKS: Final = (
    LookBack(
        name="tables",
        title=later("Tables of the Underground"),
        sees=tables_then,
        draw=tables,
        ground=card_signs,
        on="underground/_card_signs.html",
    ),
)
STYLES: Final = ("underground/cards.css", "underground/then.css")
