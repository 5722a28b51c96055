"""What God Emperor prints beside the platform: status strips, law tablets, and what it adds to the state now.

No print names a Favor card in a hand (R-135), the text of a Rumor, or a sheet that is still sealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.day.people import asked as people
from control.engine.language import later
from control.printing.now import PersonLine, TeamPart
from control.registry import OnStatePrint, Panel, Print
from rooms.realm.game.effects.asked import is_over
from rooms.realm.game.standing import BuildingView, EffectView, building_view, effect_view
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view import PersonView, StripView, person_view, strip_view
from rooms.realm.screens.standing import LawRow, law_row

CSS: Final = "realm/print.css"


# --- strips and laws ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Strips:
    """Status strips, to be cut out and worn: what is on everybody's badge anyway (GE-EVT-05)."""

    strips: tuple[StripView, ...]
    close: bool


STRIPS: Mapping[str, tuple[int, int]] = {"a4": (22, 24), "letter": (20, 22)}
"""How many strips a page of each size takes, and how many that stand closer; print.css has their heights."""


def stands_closer(strips: int, size: str) -> bool:
    """Does it save the page that would hold the last few strips alone?"""
    wide, close = STRIPS[size]
    return -(-strips // close) < -(-strips // wide)


def strips(state: GameState, size: str) -> Panel:
    """A strip for everybody who has not left."""
    shown = tuple(strip_view(state, seat) for house in state.teams for seat in people.members(state, house.id))
    return Panel(template="realm/print/_strips.html", panel=Strips(strips=shown, close=stands_closer(len(shown), size)))


def tablets(state: GameState, _size: str) -> Panel:
    """The law tablets, large enough for the wall."""
    return Panel(template="realm/print/_tablets.html", panel=_laws(state))


def _laws(state: GameState) -> tuple[LawRow, ...]:
    return tuple(law_row(state, law) for law in sorted(state.laws, key=lambda law: law.number))


PRINTS: Final = (
    Print(name="strips", title=later("Status strips"), draw=strips, css=CSS),
    Print(name="laws", title=later("Law tablets"), draw=tablets, css=CSS),
)


# --- the state now ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorsLeft:
    """How many Favors are in nobody's hand."""

    deck: int
    discards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRow:
    """A player with what the control team may know: hands are counts (R-135)."""

    line: PersonLine
    person: PersonView


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePart:
    """A House with its people."""

    part: TeamPart
    power: int
    favors: int
    rows: tuple[HouseRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """The Law Board, effects that are not over, and buildings."""

    laws: tuple[LawRow, ...]
    effects: tuple[EffectView, ...]
    buildings: tuple[BuildingView, ...]


def favors_left(state: GameState) -> Panel:
    """The Favor deck."""
    left = FavorsLeft(deck=len(state.favor_deck), discards=len(state.favor_discards))
    return Panel(template="realm/print/_favors.html", panel=left)


def houses(state: GameState, parts: tuple[TeamPart, ...]) -> Panel:
    """Houses and players with their purses and strips."""
    return Panel(template="realm/print/_houses.html", panel=tuple(_house(state, part) for part in parts))


def _house(state: GameState, part: TeamPart) -> HousePart:
    rows = tuple(HouseRow(line=line, person=person_view(state, state.seats[line.player.seat])) for line in part.members)
    favors = sum(row.person.favors for row in rows)
    return HousePart(part=part, power=house_power(state, part.team), favors=favors, rows=rows)


def in_force(state: GameState) -> Panel:
    """Laws, effects and buildings."""
    return Panel(
        template="realm/print/_in_force.html",
        panel=InForce(
            laws=_laws(state),
            effects=tuple(effect_view(state, each) for each in state.effects if not is_over(each, state.clock.month)),
            buildings=tuple(building_view(state, each, None, staff=True) for each in state.buildings),
        ),
    )


STATE_PRINT: Final = OnStatePrint(facts=favors_left, people=houses, board=in_force, css=CSS)
