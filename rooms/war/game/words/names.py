"""Names of units, forces, regions and players within a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.reasons import force, forces
from rooms.war.game.records.battles import IMMORTALS, REMNANTS


def some_units(count: int) -> str:
    """A number of units: "1 unit", "3 units"."""
    return say_count("{count} unit", "{count} units", count)


def some_remnants(count: int) -> str:
    """A number of remnants."""
    return say_count("{count} remnant", "{count} remnants", count)


def some_immortals(count: int) -> str:
    """A number of Immortals."""
    return say_count("{count} Immortal", "{count} Immortals", count)


def some_rumors(count: int) -> str:
    """A number of Rumors."""
    return say_count("{count} Rumor", "{count} Rumors", count)


def force_name(board: Board, house: HouseId) -> str:
    """Name of a force in a battle."""
    return str(force(board, house))


def forces_listed(board: Board, houses: Sequence[HouseId]) -> str:
    """Several forces as a list: Houses in the scenario's order, then the others."""
    return listed(str(each) for each in forces(board, houses))


def plural(house: HouseId) -> bool:
    """Whether this force takes a plural verb."""
    return house in (REMNANTS, IMMORTALS)


def number_of(houses: Sequence[HouseId]) -> int:
    """Grammatical number of their verb: 1 or 2."""
    return 2 if len(houses) != 1 or plural(houses[0]) else 1


def regions_listed(board: Board, regions: Iterable[RegionId]) -> str:
    """Regions by name, as a list."""
    return listed(board.region_name(region) for region in regions)


def capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def seat_words(state: GameState, seat: SeatId) -> str:
    """A player with House and rank: "Livia (Cat, rank 2)"."""
    found = state.seats.get(seat)
    if found is None:
        return str(seat)
    house = board_of(state.scenario).house_name(found.house)
    return say("{name} ({house}, rank {rank})", name=found.name, house=house, rank=found.rank)


def immortal_name(number: int) -> str:
    return say("Immortal {number}", number=number)
