"""What a side has grown to, as a bot judges it, whatever lies on the map: its economy, its hand, its ways to the stars."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rooms.tables.game.parts import with_one
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import CUBES, Structure
from rooms.tables.scythe.game.judged import ABILITIES, BONUS, BUILT, POWER, UNCOVERED, pieces_left
from rooms.tables.scythe.game.sides import with_units
from rooms.tables.scythe.game.state import CHARACTER, MECHS, NONE, Side, Star, on_board
from rooms.tables.scythe.rules.measures import place_of
from rooms.tables.scythe.rules.pieces import boxes_of, mechs_of


def with_piece(book: Book, side: Side, section: int, prices: Sequence[int]) -> Side:
    """A side on which a bottom row was taken once more: any of its pieces is where it does some good."""
    if section == 0:
        dearest = max(boxes_of(book, side), key=lambda each: prices[each])
        cubes, boxes = list(side.cubes), list(side.boxes)
        cubes[cubes.index(False)] = True
        boxes[dearest] += 1
        return replace(side, cubes=tuple(cubes), boxes=tuple(boxes))
    if section == 1:
        return replace(side, units=with_units(side, {mechs_of(side)[0]: side.units[CHARACTER]}))
    if section == 2:
        return replace(side, structures=with_one(side.structures, side.structures.index(""), side.units[CHARACTER]))
    return replace(side, power=side.power + 1, recruits=with_one(side.recruits, side.recruits.index(NONE), 0))


def economy(book: Book, side: Side, far: float, others: int) -> float:
    """What brings more in every turn that is left: cubes, mechs, structures, recruits, workers, power and cards."""
    left = pieces_left(book, side)
    worth: float = sum([UNCOVERED[cube] for cube, gone in zip(CUBES, side.cubes, strict=True) if gone])
    worth += sum([taken * (0.6 + 0.7 * left[section]) for section, taken in enumerate(side.boxes)])
    faction = book.factions[side.faction]
    worth += sum([ABILITIES.get(faction.mechs[mech - 1], 3.0) + 2.0 for mech in MECHS if side.units[mech]])
    worth += sum([BUILT[each] for each in Structure if place_of(side, each)])
    share = 0.7 + 0.1 * others
    worth += share * sum([BONUS[section] for section, space in enumerate(side.recruits) if space != NONE])
    workers = on_board(side)
    worth += 3.2 * min(workers, 5) + 1.6 * max(0, workers - 5)
    worth *= far
    return worth + (POWER[0] + POWER[1] * far) * (min(side.power, 7) + 0.4 * max(0, side.power - 7))


def hand(side: Side, far: float) -> float:
    """Combat cards: those that come are of unknown value."""
    count = len(side.cards)
    return (0.3 + 0.6 * far) * (min(count, 3) + 0.4 * max(0, count - 3)) + 0.05 * sum(side.cards)


def ways_to_stars(book: Book, side: Side) -> dict[Star, float]:
    """How much of the way to each star that can be placed has been gone, from 0 to 1."""
    numbers = book.content.numbers
    ways = {
        Star.UPGRADES: sum(side.cubes) / 6,
        Star.MECHS: sum([bool(side.units[mech]) for mech in MECHS]) / 4,
        Star.STRUCTURES: sum([bool(space) for space in side.structures]) / 4,
        Star.RECRUITS: sum([space != NONE for space in side.recruits]) / 4,
        Star.WORKERS: max(0, on_board(side) - 2) / 6,
        Star.POWER: side.power / numbers.power,
        Star.POPULARITY: side.popularity / numbers.popularity,
    }
    return {star: done for star, done in ways.items() if star not in side.stars}
