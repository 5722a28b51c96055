"""Who reigns, as the hall and the prints say it."""

from __future__ import annotations

from control.registry import Panel, Piece, Standing
from rooms.realm.game.view_throne import reigns, reigns_by_day


def on_the_wall(_event_id: int, shown: str) -> Panel:
    """Who reigns, below the clock."""
    return Panel(template="realm/_reigns.html", panel=shown)


def crowned(_event_id: int, shown: str) -> Panel:
    """Who reigns when the day is over."""
    return Panel(template="realm/_crowned.html", panel=shown)


def on_paper(_event_id: int, shown: str) -> Panel:
    """The same as a line of a list."""
    return Panel(template="realm/print/_reigns.html", panel=shown)


CROWNED = Piece(sees=reigns, draw=crowned)
STANDING = Standing(hall=Piece(sees=reigns_by_day, draw=on_the_wall), paper=Piece(sees=reigns, draw=on_paper))
