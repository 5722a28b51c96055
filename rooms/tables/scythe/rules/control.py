"""Positions of units, and control of territories (SY-CTL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.state import MECHS, NO_TOKENS, OFF, WORKERS, ScytheState, Side, Tokens, fights, plus

NOBODY: Final = -1


def units_at(side: Side, space: str) -> tuple[int, ...]:
    return tuple([unit for unit, where in enumerate(side.units) if where == space])


def fighters_at(side: Side, space: str) -> tuple[int, ...]:
    """A player's combat units on a space: character and mechs."""
    return tuple([unit for unit, where in enumerate(side.units[:5]) if where == space])


def workers_at(side: Side, space: str) -> tuple[int, ...]:
    return tuple([unit for unit in WORKERS if side.units[unit] == space])


def controllers(book: Book, state: ScytheState) -> dict[str, int]:
    """The controller of each controlled territory.

    Units count before structures (SY-CTL-01, SY-CTL-02, SY-CTL-03). Where combat units of two players stand, the first to come
    controls it. That is never the active player, who came in this turn's Move (SY-CTL-04). Home bases are not territories; lakes
    and the Factory are (SY-CTL-05).
    """
    found: dict[str, int] = {}
    for player, side in enumerate(state.sides):
        found.update(dict.fromkeys(side.structures, player))
    for last in (False, True):  # the active player's units first, because others on the same space came before
        for player, side in enumerate(state.sides):
            if (player != state.active) is last:
                found.update(dict.fromkeys(side.units, player))
    found.pop(OFF, None)
    for base in book.bases:
        found.pop(base, None)
    return found


def controller(book: Book, state: ScytheState, space: str) -> int:
    """The controller of a space. NOBODY for none."""
    return controllers(book, state).get(space, NOBODY)


def controlled(book: Book, state: ScytheState, player: int) -> tuple[str, ...]:
    """The territories that a player controls, in the order of the map."""
    order = book.order
    return tuple(
        sorted([space for space, owner in controllers(book, state).items() if owner == player], key=lambda each: order[each])
    )


def tokens_of(book: Book, state: ScytheState, player: int) -> dict[str, Tokens]:
    """The tokens that a player controls, by territory (SY-CTL-06). Tokens that nobody controls are left out (SY-CTL-07)."""
    owners = controllers(book, state)
    return {space: tokens for space, tokens in state.tokens.items() if owners.get(space) == player}


def all_tokens(book: Book, state: ScytheState, player: int) -> Tokens:
    """The sum of all tokens that a player controls, by type."""
    found = NO_TOKENS
    for tokens in tokens_of(book, state, player).values():
        found = plus(found, tokens)
    return found


def manned_territories(book: Book, state: ScytheState, player: int) -> tuple[str, ...]:
    """Controlled territories with own workers, where gained things may be placed, in the order of the map."""
    workers = set(state.sides[player].units[5:])
    return tuple([space for space in controlled(book, state, player) if space in workers])


def contested_territories(state: ScytheState) -> tuple[str, ...]:
    """Territories with combat units of the active player and of another one (SY-CMB-01)."""
    others = set(_fighting_spaces(state, other_than=state.active))
    mine = dict.fromkeys([space for space in state.sides[state.active].units[:5] if space])
    return tuple([space for space in mine if space in others])


def _fighting_spaces(state: ScytheState, *, other_than: int) -> Iterator[str]:
    for player, side in enumerate(state.sides):
        if player != other_than:
            yield from [side.units[unit] for unit in (0, *MECHS) if side.units[unit]]


def opponent_at(state: ScytheState, player: int, space: str, *, fighting: bool) -> int:
    """Another player with a unit there, or with a combat unit (`fighting`). NOBODY for none."""
    for other, side in enumerate(state.sides):
        if other != player:
            for unit, where in enumerate(side.units):
                if where == space and (not fighting or fights(unit)):
                    return other
    return NOBODY
