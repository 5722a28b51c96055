"""Views for prints, as each viewer may know them: status strips, law tablets, and additions to the printed state.

No print names a Favor card in a hand (R-135), the text of a Rumor, or a sheet that is still sealed.
"""

from __future__ import annotations

from msgspec import Struct

from control.day.people import lookup as people
from control.day.prints import PersonLine, TeamPart, team_parts
from control.engine.viewer import Viewer
from rooms.realm.game.effects.in_force import is_over, is_shown_to
from rooms.realm.game.laws import by_number
from rooms.realm.game.ranks_and_wounds import DEADLY
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view import PersonView, StripView, person_view, strip_view
from rooms.realm.game.view_in_force import BuildingView, EffectView, LawRow, building_view, effect_view, law_row

# --- for everybody ------------------------------------------------------------------------------------------------------


def strips(state: GameState, _viewer: Viewer) -> tuple[StripView, ...]:
    """Strips of all players who have not left; public, because badges show them (GE-EVT-05)."""
    return tuple(strip_view(state, seat) for house in state.teams for seat in people.members(state, house.id))


def tablets(state: GameState, _viewer: Viewer) -> tuple[LawRow, ...]:
    """Law Board by number."""
    return tuple(law_row(state, law) for law in by_number(state.laws))


# --- the state now, for the control team ------------------------------------------------------------------------------------


class FavorsLeft(Struct, frozen=True, kw_only=True):
    """Number of Favors in nobody's hand."""

    deck: int = 0
    discards: int = 0


class PlayerPrintRow(Struct, frozen=True, kw_only=True):
    """A player as the control team may know it, with hands as counts (R-135)."""

    line: PersonLine
    person: PersonView


class HousePart(Struct, frozen=True, kw_only=True):
    """A House with its players."""

    part: TeamPart
    power: int
    favors: int
    rows: tuple[PlayerPrintRow, ...]


class InForcePrint(Struct, frozen=True, kw_only=True):
    """Law Board, effects without ended ones, and buildings."""

    laws: tuple[LawRow, ...]
    effects: tuple[EffectView, ...]
    buildings: tuple[BuildingView, ...]


class MarshalCard(Struct, frozen=True, kw_only=True):
    """Number for the marshal's card of a duel: the wounds that kill (C-18, GE-CRT-92, GE-CRT-95)."""

    deadly: int


def marshal_card(_state: GameState, _viewer: Viewer) -> MarshalCard:
    """Same for every viewer, at any time: the rules of a duel are public."""
    return MarshalCard(deadly=DEADLY)


def favors_left(state: GameState, viewer: Viewer) -> FavorsLeft:
    """Favor deck, for the control team only."""
    return FavorsLeft(deck=len(state.favor_deck), discards=len(state.favor_discards)) if viewer.staff else FavorsLeft()


def houses(state: GameState, viewer: Viewer) -> tuple[HousePart, ...]:
    """Houses and players with purses and strips, for the control team only."""
    return tuple(_house(state, part) for part in team_parts(state, viewer))


def _house(state: GameState, part: TeamPart) -> HousePart:
    rows = tuple(PlayerPrintRow(line=line, person=person_view(state, state.seats[line.player.seat])) for line in part.members)
    favors = sum(row.person.favors for row in rows)
    return HousePart(part=part, power=house_power(state, part.team), favors=favors, rows=rows)


def in_force_to_print(state: GameState, viewer: Viewer) -> InForcePrint:
    """Laws, effects and buildings. Only the control team sees schemes' effects and guests of buildings."""
    known = (each for each in state.effects if is_shown_to(each, viewer, None))
    return InForcePrint(
        laws=tablets(state, viewer),
        effects=tuple(effect_view(state, each) for each in known if not is_over(each, state.clock.month)),
        buildings=tuple(building_view(state, each, None, staff=viewer.staff) for each in state.buildings),
    )
