"""The wall of the hall: the Law Board on its own screen; the ruler and the dead, also for prints."""

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

# The Law Board on its own screen.


def law_board(_event_id: int, shown: tuple[LawView, ...]) -> Panel:
    """Draw the tablets on the board, by number."""
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

# The ruler and the dead, for the hall and prints.


def on_the_wall(_event_id: int, shown: BesideClock) -> Panel:
    """Draw the ruler and the dead, below the clock."""
    return Panel(template="realm/_reigns.html", panel=shown)


def how_it_ended(_event_id: int, shown: Crowned) -> Panel:
    """Draw the Divine Sovereign, or that there is none, after the day."""
    return Panel(template="realm/_crowned.html", panel=shown)


def on_paper(_event_id: int, shown: str) -> Panel:
    """Draw the ruler as a line of a printed list."""
    return Panel(template="realm/print/_reigns.html", panel=shown)


def in_the_news(_event_id: int, shown: tuple[DeathsOfMonth, ...]) -> Panel:
    """Draw the dead, below the announcements."""
    return Panel(template="realm/_play_deaths.html", panel=shown) if shown else EMPTY


NEWS = Piece(sees=deaths_told, draw=in_the_news)
CROWNED = Piece(sees=crowned, draw=how_it_ended)
STANDING = Standing(hall=Piece(sees=beside_clock, draw=on_the_wall), paper=Piece(sees=reigns, draw=on_paper))
