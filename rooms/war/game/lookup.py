"""Lookup for the War Room's sections: invalidations, known names, checks of carried-out orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import say, say_as
from control.engine.modules import Invalidation
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Castle, board_of
from rooms.war.game.records.orders import Order, OrderKind, Outcome
from rooms.war.game.state import WarState, war_of

# === lookup =============================================================================================================


WAR_DESK: Final = frozenset({Desk.WAR})
MAP = Invalidation(topic="map")
DESK = Invalidation(topic="war", to="staff")


# --- who must look again ------------------------------------------------------------------------------------------------


def board_invalidations(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    """Invalidate the map for everybody."""
    return (MAP, DESK)


def desk_invalidations(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    """Invalidate War Control's desk only."""
    return (DESK,)


def result_invalidations(_happened: object, state: GameState) -> tuple[Invalidation, ...]:
    """Invalidate the map, and the orders of players whose sheets were opened."""
    seats = sorted(sheet.seat for sheet in war_of(state).record.sheets)
    return (MAP, DESK, *(Invalidation(topic="orders", to=f"seat:{seat}") for seat in seats))


# --- names --------------------------------------------------------------------------------------------------------------


def region_name(state: GameState, region: RegionId) -> str:
    return board_of(state.scenario).region_name(region)


def house_name(state: GameState, house: HouseId) -> str:
    return board_of(state.scenario).house_name(house)


def place_words(state: GameState, region: RegionId | None) -> str:
    """Words for a place: "in Zen", "off the map"."""
    return say("in {region}", region=region_name(state, region)) if region is not None else say_as("place", "off the map")


# --- what may be named --------------------------------------------------------------------------------------------------


def known_region(state: GameState, region: RegionId) -> str:
    """Name of a region of this map.

    Raises:
        Refused: the map does not have it.
    """
    board = board_of(state.scenario)
    if region not in board.regions:
        raise Refused(say("There is no such region on this map."), code="unknown")
    return board.region_name(region)


def known_house(state: GameState, house: HouseId) -> str:
    """Name of a House of this scenario.

    Raises:
        Refused: the scenario does not have it.
    """
    board = board_of(state.scenario)
    if house not in board.houses:
        raise Refused(say("There is no such House in this scenario."), code="unknown")
    return board.house_name(house)


def known_castle(state: GameState, region: RegionId) -> Castle:
    """The castle in a region.

    Raises:
        Refused: there is none, or it was destroyed (R-51).
    """
    name = known_region(state, region)
    castle = war_of(state).castles.get(region)
    if castle is None or castle.destroyed:
        raise Refused(say("There is no castle in {region}.", region=name), rule="R-51", code="unknown")
    return castle


# --- orders carried out -------------------------------------------------------------------------------------------------

Lines = Mapping[tuple[SeatId, int], Order]  # orders on all sheets, by author and line number


def misread_doubts(war: WarState, outcomes: tuple[Outcome, ...], kinds: frozenset[OrderKind]) -> tuple[str, ...]:
    """Doubts if the orders carried out differ from those on the sheets."""
    lines = {(sheet.seat, line): order for sheet in war.record.sheets for line, order in sheet.lines()}
    return (*_doubts_without_order(lines, outcomes), *_doubts_of_skipped(lines, outcomes, kinds))


def _doubts_without_order(lines: Lines, outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Orders carried out that are on no sheet any more: their correction was withdrawn."""
    return (f"order:{each.seat}" for each in outcomes if lines.get((each.seat, each.line)) != each.order)


def _doubts_of_skipped(lines: Lines, outcomes: Iterable[Outcome], kinds: frozenset[OrderKind]) -> Iterator[str]:
    """Orders on a sheet that were not carried out: the correction that removed them was withdrawn."""
    carried = {(outcome.seat, outcome.line) for outcome in outcomes}
    return (f"passed-over:{line[0]}" for line, order in lines.items() if order.kind in kinds and line not in carried)
