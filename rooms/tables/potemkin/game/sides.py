"""Sides of the table as facts change them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rooms.tables.potemkin.game.state import PotemkinState, Side


def with_side(state: PotemkinState, player: int, side: Side) -> tuple[Side, ...]:
    """All sides, one of them changed."""
    sides = state.sides
    return (*sides[:player], side, *sides[player + 1 :])


def side_of(state: PotemkinState, player: int) -> Side:
    """A player's side; an empty one for whoever does not play, whom `broken` finds without cards."""
    return state.sides[player] if player < len(state.sides) else Side()


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but that one; all of them where it is not among them: then it lies in two places, and `broken` says so."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


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


def unchanged(state: PotemkinState, _happened: Any) -> PotemkinState:
    """What is only told changes nothing on the table."""
    return state
