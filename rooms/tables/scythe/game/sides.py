"""Sides of the table as facts change them. Nothing here refuses: what is not there changes nothing, and `broken` says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rooms.tables.game.parts import with_one
from rooms.tables.scythe.game.state import NO_TOKENS, ScytheState, Side, Tokens, plus


def side_of(state: ScytheState, player: int) -> Side:
    """A player's side; an empty one for whoever does not play."""
    return state.sides[player] if 0 <= player < len(state.sides) else Side()


def with_side(state: ScytheState, player: int, **changes: Any) -> tuple[Side, ...]:
    """All sides, one of them changed."""
    return with_one(state.sides, player, replace(side_of(state, player), **changes))


def with_units(side: Side, where: Mapping[int, str]) -> tuple[str, ...]:
    """A side's units, some of them elsewhere."""
    units = list(side.units)
    for unit, space in where.items():
        units[unit] = space
    return tuple(units)


def with_tokens(tokens: Mapping[str, Tokens], changes: Mapping[str, Tokens]) -> dict[str, Tokens]:
    """What lies where after so many more (or, below 0, fewer); spaces in the order of their ids, none with nothing."""
    there = dict(tokens)
    for space, by in changes.items():
        there[space] = plus(there.get(space, NO_TOKENS), by)
    return {space: there[space] for space in sorted(there) if any(there[space])}


def without_cards(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """A hand without some of its cards."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
