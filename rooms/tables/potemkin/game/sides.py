"""Sides of the table as facts change them."""

from __future__ import annotations

from msgspec.structs import replace

from rooms.tables.game.parts import with_one
from rooms.tables.potemkin.game.state import PotemkinState, Side


def with_side(state: PotemkinState, player: int, side: Side) -> tuple[Side, ...]:
    """All sides, one of them changed."""
    return with_one(state.sides, player, side)


def side_of(state: PotemkinState, player: int) -> Side:
    """A player's side; an empty one for whoever does not play, whom `broken` finds without cards."""
    return state.sides[player] if player < len(state.sides) else Side()


def with_more(state: PotemkinState, player: int, id_: int, *, agents: int = 0, cubes: int = 0) -> tuple[Side, ...]:
    """All sides, with agents and cubes added behind one building of a player."""
    side = side_of(state, player)
    village = tuple(
        [
            replace(building, agents=building.agents + agents, cubes=building.cubes + cubes) if building.id == id_ else building
            for building in side.village
        ]
    )
    return with_side(state, player, replace(side, village=village))
