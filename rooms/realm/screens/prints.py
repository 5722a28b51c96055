"""Prints of God Emperor: status strips, law tablets, a marshal's card, and additions to the printed state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.engine.language import later
from control.registry import PagePanel, PrintKind, RealmPaper, StyledPiece
from rooms.realm.game import view_prints
from rooms.realm.game.view import StripView
from rooms.realm.game.view_in_force import LawRow
from rooms.realm.game.view_prints import FavorsLeft, HousePart, InForcePrint, MarshalCard

# === prints =============================================================================================================


CSS: Final = "realm/print.css"


# --- strips and laws ----------------------------------------------------------------------------------------------------


class Strips(Struct, frozen=True, kw_only=True):
    """Status strips to cut out and wear. `close`: closer together, if that saves a page."""

    strips: tuple[StripView, ...]
    close: bool


STRIPS: Mapping[str, tuple[int, int]] = {"a4": (22, 24), "letter": (20, 22)}
"""How many strips a page of each size takes, and how many that stand closer; print.css has their heights."""


def stands_closer(strips: int, size: str) -> bool:
    """Does closer setting save a page?"""
    wide, close = STRIPS[size]
    return -(-strips // close) < -(-strips // wide)


def strips(shown: tuple[StripView, ...], size: str) -> PagePanel:
    """Draw the strips for this paper size."""
    return PagePanel(template="realm/print/_strips.html", panel=Strips(strips=shown, close=stands_closer(len(shown), size)))


def tablets(shown: tuple[LawRow, ...], _size: str) -> PagePanel:
    """Draw the law tablets, large enough for the wall."""
    return PagePanel(template="realm/print/_tablets.html", panel=shown)


def marshal(shown: MarshalCard, _size: str) -> PagePanel:
    """Draw the card for the marshal of a duel, on one page."""
    return PagePanel(template="realm/print/_marshal.html", panel=shown)


PRINTS: Final = (
    PrintKind(name="strips", title=later("Status strips"), sees=view_prints.strips, draw=strips, css=CSS),
    PrintKind(name="marshal", title=later("Marshal’s card"), sees=view_prints.marshal_card, draw=marshal, css=CSS),
    PrintKind(name="laws", title=later("Law tablets"), sees=view_prints.tablets, draw=tablets, css=CSS),
)


# --- the state now ------------------------------------------------------------------------------------------------------


def favors_left(_event_id: int, shown: FavorsLeft) -> PagePanel:
    """Draw the Favor deck."""
    return PagePanel(template="realm/print/_favors.html", panel=shown)


def houses(_event_id: int, shown: tuple[HousePart, ...]) -> PagePanel:
    """Draw Houses and players with purses and strips."""
    return PagePanel(template="realm/print/_houses.html", panel=shown)


def in_force(_event_id: int, shown: InForcePrint) -> PagePanel:
    """Draw laws, effects and buildings."""
    return PagePanel(template="realm/print/_in_force.html", panel=shown)


PAPER: Final = RealmPaper(
    prints=PRINTS,
    facts=StyledPiece(sees=view_prints.favors_left, draw=favors_left, styles=(CSS,)),
    people=StyledPiece(sees=view_prints.houses, draw=houses, styles=(CSS,)),
    board=StyledPiece(sees=view_prints.in_force_to_print, draw=in_force, styles=(CSS,)),
)
