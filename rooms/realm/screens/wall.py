"""The wall of the hall: the Law Board on a screen of its own, and who reigns and who has died, for prints too."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import EMPTY, Panel, Piece, Standing, Wall
from rooms.realm.game.view import LawView
from rooms.realm.game.view_deaths import BesideClock, DeathsOfMonth, beside_clock, deaths_told
from rooms.realm.game.view_end import Crowned, crowned
from rooms.realm.game.view_phone import laws
from rooms.realm.game.view_throne import reigns

# === Law Board ==========================================================================================================

# What God Emperor shows the hall on screens of its own: the Law Board.


def law_board(_event_id: int, shown: tuple[LawView, ...]) -> Panel:
    """The tablets in force, by number."""
    return Panel(template="realm/_laws_wall.html", panel=shown)


WALLS: Final = (
    Wall(
        name="laws",
        title=later("Law Board"),
        piece=Piece(sees=laws, draw=law_board),
        topics=("laws",),
        styles=("realm/wall.css",),
        scripts=("realm/wall.js",),
    ),
)


# === reigns and deaths ==================================================================================================

# Who reigns and who has died, as the hall and the prints say it.


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
