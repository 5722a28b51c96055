"""Player mats: sections, cubes, structures, recruits, and the visible costs and benefits (SY-GEN-13)."""

from __future__ import annotations

from rooms.tables.scythe.game.content import ABOVE, CUBES, STRUCTURES, Book, Cube, Mat, MatSection, Structure, Top
from rooms.tables.scythe.game.state import FACTORY, NONE, ScytheState, Side


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


def is_at(book: Book, state: ScytheState, player: int, top: Top) -> bool:
    """Return whether this player may take this top-row action now."""
    section = state.turn.section
    return player == state.active and 0 <= section < FACTORY and section_of(book, state.sides[player], section).top is top
