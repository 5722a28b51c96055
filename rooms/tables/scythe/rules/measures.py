"""What a side can do and how much of it: abilities in force, costs and benefits as they are visible now (SY-GEN-13)."""

from __future__ import annotations

from rooms.tables.scythe.game.content import ABOVE, CUBES, STRUCTURES, Ability, Book, Cube, Mat, MatSection, Structure, Top
from rooms.tables.scythe.game.state import MECHS, NONE, OFF, ScytheState, Side, Star


def has(book: Book, side: Side, ability: Ability) -> bool:
    """Is an ability in force: the faction's own from the start (SY-FAC-12), a mech's once it is deployed (SY-DEP-04)?"""
    faction = book.factions[side.faction]
    if faction.own is ability:
        return True
    return ability in faction.mechs and side.units[MECHS[faction.mechs.index(ability)]] != OFF


def mat_of(book: Book, side: Side) -> Mat:
    """A side's player mat."""
    return book.mats[side.mat]


def section_of(book: Book, side: Side, section: int) -> MatSection:
    """A section of a side's player mat."""
    return book.mats[side.mat].sections[section]


def section_with(book: Book, side: Side, top: Top) -> int:
    """Which section of the mat has this top-row action."""
    return next(number for number, each in enumerate(book.mats[side.mat].sections) if each.top is top)


def upgraded(side: Side, cube: Cube) -> int:
    """1 when the cube of this green box is gone, otherwise 0 (SY-UPG-03)."""
    return int(side.cubes[CUBES.index(cube)])


def place_of(side: Side, structure: Structure) -> str:
    """Where a structure stands; "" when it is not built."""
    return side.structures[STRUCTURES.index(structure)]


def bottom_cost(book: Book, side: Side, section: int) -> int:
    """How many tokens the bottom row of a section costs: red boxes with no cube on them (SY-BOT-02, SY-UPG-04)."""
    printed = section_of(book, side, section)
    return printed.fixed + printed.boxes - side.boxes[section]


def structure_above(book: Book, side: Side, section: int) -> Structure:
    """The structure whose bonus belongs to the top row of a section (SY-SET-12, SY-BLD-09)."""
    return ABOVE[section_of(book, side, section).top]


def recruited(side: Side, section: int) -> bool:
    """Is the ongoing bonus of a section uncovered (SY-ENL-04)?"""
    return side.recruits[section] != NONE


def stars_for(side: Side, star: Star) -> int:
    """How many stars were placed for a goal."""
    return side.stars.count(star)


def left_of(state: ScytheState, player: int) -> int:
    """The next player clockwise (SY-TRN-12)."""
    return state.order[(state.order.index(player) + 1) % len(state.order)]


def clockwise(state: ScytheState, start: int) -> tuple[int, ...]:
    """All players clockwise from one of them."""
    at = state.order.index(start)
    return state.order[at:] + state.order[:at]


def right_of(state: ScytheState, player: int) -> int:
    """The previous player clockwise; with two players the same opponent as on the left (SY-TRN-12)."""
    return state.order[state.order.index(player) - 1]
