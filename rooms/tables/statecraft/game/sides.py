"""Sides of the table as facts change them. Nothing here refuses: what is not there changes nothing, and `broken` says so."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rooms.tables.game.parts import with_one, without
from rooms.tables.statecraft.game.state import Side, StatecraftState


def side_of(state: StatecraftState, player: int) -> Side:
    """A player's side; an empty one for whoever does not play, whom `broken` finds without a leader."""
    return state.sides[player] if player < len(state.sides) else Side()


def with_side(state: StatecraftState, player: int, **changes: Any) -> tuple[Side, ...]:
    """All sides, one of them changed."""
    return with_one(state.sides, player, replace(side_of(state, player), **changes))


def without_all(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The cards but those."""
    for card in gone:
        cards = without(cards, card)
    return cards
