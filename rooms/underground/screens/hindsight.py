"""What the Underground brings to the debrief."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import Hindsight, LookBack, Panel
from rooms.underground.game.view_then import TableThen, tables_then


def tables(_event_id: int, shown: tuple[TableThen, ...]) -> Panel:
    """The tables with what lay on them."""
    return Panel(template="underground/_then.html", panel=shown)


HINDSIGHT: Final = Hindsight(
    looks=(LookBack(name="tables", title=later("Tables of the Underground"), sees=tables_then, draw=tables),),
    styles=("underground/cards.css", "underground/then.css"),
)
