"""Who reigns and who has died, as the hall and the prints say it."""

from __future__ import annotations

from control.registry import EMPTY, Panel, Piece, Standing
from rooms.realm.game.view_deaths import BesideClock, DeathsOfMonth, beside_clock, deaths_told
from rooms.realm.game.view_end import Crowned, crowned
from rooms.realm.game.view_throne import reigns


def on_the_wall(_event_id: int, shown: BesideClock) -> Panel:
    """Who reigns and who is dead, below the clock."""
    return Panel(template="realm/_reigns.html", panel=shown)


def how_it_ended(_event_id: int, shown: Crowned) -> Panel:
    """Who is Divine Sovereign, or that nobody is, when the day is over."""
    return Panel(template="realm/_crowned.html", panel=shown)


def on_paper(_event_id: int, shown: str) -> Panel:
    """The same as a line of a list."""
    return Panel(template="realm/print/_reigns.html", panel=shown)


def in_the_news(_event_id: int, shown: tuple[DeathsOfMonth, ...]) -> Panel:
    """Who has died, below what was announced."""
    return Panel(template="realm/_play_deaths.html", panel=shown) if shown else EMPTY


NEWS = Piece(sees=deaths_told, draw=in_the_news)
CROWNED = Piece(sees=crowned, draw=how_it_ended)
STANDING = Standing(hall=Piece(sees=beside_clock, draw=on_the_wall), paper=Piece(sees=reigns, draw=on_paper))
