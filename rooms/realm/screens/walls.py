"""The wall of the hall: the Law Board on its own screen; the ruler and the dead, also for prints."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import EMPTY, ClockNote, PagePanel, PagePiece, WallKind
from rooms.realm.game.view import LawView
from rooms.realm.game.view_deaths import BesideClock, DeathsOfMonth, deaths_view, lines_beside_clock
from rooms.realm.game.view_divine_sovereign import Crowned, winner_view
from rooms.realm.game.view_phone import laws
from rooms.realm.game.view_throne import ruler_words

# === Law Board ==========================================================================================================

# The Law Board on its own screen.


def law_board(_event_id: int, shown: tuple[LawView, ...]) -> PagePanel:
    """Draw the tablets on the board, by number."""
    return PagePanel(template="realm/_laws_wall.html", panel=shown)


WALLS: Final = (
    WallKind(
        name="laws",
        title=later("Law Board"),
        sees=laws,
        draw=law_board,
        topics=("laws",),
        styles=("realm/wall.css",),
        scripts=("realm/wall.js",),
    ),
)


# === reigns and deaths ==================================================================================================

# The ruler and the dead, for the hall and prints.


def on_the_wall(_event_id: int, shown: BesideClock) -> PagePanel:
    """Draw the ruler and the dead, below the clock."""
    return PagePanel(template="realm/_reigns.html", panel=shown)


def how_it_ended(_event_id: int, shown: Crowned) -> PagePanel:
    """Draw the Divine Sovereign, or that there is none, after the day."""
    return PagePanel(template="realm/_crowned.html", panel=shown)


def on_paper(_event_id: int, shown: str) -> PagePanel:
    """Draw the ruler as a line of a printed list."""
    return PagePanel(template="realm/print/_reigns.html", panel=shown)


def in_the_news(_event_id: int, shown: tuple[DeathsOfMonth, ...]) -> PagePanel:
    """Draw the dead, below the announcements."""
    return PagePanel(template="realm/_play_deaths.html", panel=shown) if shown else EMPTY


NEWS = PagePiece(sees=deaths_view, draw=in_the_news)
CROWNED = PagePiece(sees=winner_view, draw=how_it_ended)
STANDING = ClockNote(hall=PagePiece(sees=lines_beside_clock, draw=on_the_wall), paper=PagePiece(sees=ruler_words, draw=on_paper))
