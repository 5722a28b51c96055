"""Abilities in force, and the visible costs and benefits of a side (SY-GEN-13)."""

from __future__ import annotations

from rooms.tables.scythe.game.content import ABOVE, CUBES, STRUCTURES, Ability, Book, Cube, Mat, MatSection, Structure, Top
from rooms.tables.scythe.game.state import MECHS, NONE, OFF, ScytheState, Side, Star


def has(book: Book, side: Side, ability: Ability) -> bool:
    """Return whether an ability is in force: the faction's own from the start (SY-FAC-12), a mech's once deployed (SY-DEP-04)."""
    faction = book.factions[side.faction]
    if faction.own is ability:
        return True
    return ability in faction.mechs and side.units[MECHS[faction.mechs.index(ability)]] != OFF


def mat_of(book: Book, side: Side) -> Mat:
    return book.mats[side.mat]


def section_of(book: Book, side: Side, section: int) -> MatSection:
    return book.mats[side.mat].sections[section]


def section_with(book: Book, side: Side, top: Top) -> int:
    """The section of the mat that has this top-row action."""
    return next(number for number, each in enumerate(book.mats[side.mat].sections) if each.top is top)


def upgraded(side: Side, cube: Cube) -> int:
    """1 when this green box has lost its cube, otherwise 0 (SY-UPG-03)."""
    return int(side.cubes[CUBES.index(cube)])


def place_of(side: Side, structure: Structure) -> str:
    """The territory of a structure. "" when it is not built."""
    return side.structures[STRUCTURES.index(structure)]


def bottom_cost(book: Book, side: Side, section: int) -> int:
    """The tokens that a section's bottom row costs: its red boxes without a cube (SY-BOT-02, SY-UPG-04)."""
    printed = section_of(book, side, section)
    return printed.fixed + printed.boxes - side.boxes[section]


def structure_above(book: Book, side: Side, section: int) -> Structure:
    """The structure whose bonus belongs to the top row of a section (SY-SET-12, SY-BLD-09)."""
    return ABOVE[section_of(book, side, section).top]


def recruited(side: Side, section: int) -> bool:
    """Return whether the ongoing bonus of a section is uncovered (SY-ENL-04)."""
    return side.recruits[section] != NONE


def stars_for(side: Side, star: Star) -> int:
    """The number of stars that were placed for a goal."""
    return side.stars.count(star)


def left_of(state: ScytheState, player: int) -> int:
    """The next player clockwise (SY-TRN-12)."""
    return state.order[(state.order.index(player) + 1) % len(state.order)]


def clockwise(state: ScytheState, start: int) -> tuple[int, ...]:
    """All players clockwise from `start`."""
    at = state.order.index(start)
    return state.order[at:] + state.order[:at]


def right_of(state: ScytheState, player: int) -> int:
    """The previous player clockwise. With two players it is the same opponent as on the left (SY-TRN-12)."""
    return state.order[state.order.index(player) - 1]
