"""Where the hexes of the map lie in a picture, in its own units, and what is printed on them: rivers, tunnels, encounter spaces.

Hexes stand on a point; q and r are axial coordinates. What is printed never changes, so it is made once for each content.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from control.day.recall import Same
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import HomeBase, Territory

ACROSS: Final = 160.0  # from side to side
CORNER: Final = ACROSS / sqrt(3)  # from the centre to a corner
MARGIN: Final = 10.0
INSET: Final = 9.0  # how far inside its hex the line of who controls it runs
SHORT: Final = 0.86  # a river ends before the corners, so that two of them are told apart


class Point(NamedTuple):
    """A place in the picture, in its units."""

    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hex:
    """A hex as it is printed: `kind` is its terrain or "base", `sign` "tunnel", "encounter" or "".

    Of a home base `faction`, `letter` and `name` say who plays from it.
    """

    id: str
    kind: str
    x: float
    y: float
    path: str
    inner: str
    sign: str = ""
    faction: str = ""
    letter: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The printed map. `rivers` is one path with a stroke for each river."""

    width: int
    height: int
    hexes: tuple[Hex, ...]
    rivers: str


def ground_of(book: Book, playing: tuple[str, ...]) -> Ground:
    """The printed map of a content; home bases of factions that do not play are nobody's."""
    return _ground(Same(book), playing)


@lru_cache(maxsize=64)
def _ground(same: Same, playing: tuple[str, ...]) -> Ground:
    book = same.thing
    if not isinstance(book, Book):
        raise TypeError(type(book))
    spaces: tuple[Territory | HomeBase, ...] = (*book.content.territories, *book.content.bases)
    raw = {each.id: Point((each.q + each.r / 2) * ACROSS, each.r * CORNER * 1.5) for each in spaces}
    left, top = min(at.x for at in raw.values()) - ACROSS / 2, min(at.y for at in raw.values()) - CORNER
    places = {space: Point(at.x - left + MARGIN, at.y - top + MARGIN) for space, at in raw.items()}
    owners = {each.home: (each.id, each.letter, each.short) for each in book.content.factions if each.id in playing}
    return Ground(
        width=round(max(at.x for at in places.values()) + ACROSS / 2 + MARGIN),
        height=round(max(at.y for at in places.values()) + CORNER + MARGIN),
        hexes=(
            *[_territory(each, places[each.id]) for each in book.content.territories],
            *[_base(each, places[each.id], *owners.get(each.id, ("", "", ""))) for each in book.content.bases],
        ),
        rivers="".join([_river(places[one], places[other]) for one, other in sorted(book.rivers) if one < other]),
    )


def _territory(each: Territory, at: Point) -> Hex:
    sign = "tunnel" if each.tunnel else "encounter" if each.encounter else ""
    return Hex(id=each.id, kind=each.terrain, x=at.x, y=at.y, path=outline(at), inner=outline(at, INSET), sign=sign)


def _base(each: HomeBase, at: Point, faction: str, letter: str, name: str) -> Hex:
    return Hex(
        id=each.id,
        kind="base",
        x=at.x,
        y=at.y,
        path=outline(at),
        inner=outline(at, INSET),
        faction=faction,
        letter=letter,
        name=name,
    )


def outline(at: Point, inset: float = 0) -> str:
    """The path of a hex around a place, its sides so far inside."""
    far = CORNER - inset * 2 / sqrt(3)
    wide, half = far * sqrt(3) / 2, far / 2
    corners = ((0, -far), (wide, -half), (wide, half), (0, far), (-wide, half), (-wide, -half))
    return "M" + "L".join([f"{at.x + x:.1f} {at.y + y:.1f}" for x, y in corners]) + "z"


def _river(one: Point, other: Point) -> str:
    """A stroke along the side that two hexes share."""
    middle = Point((one.x + other.x) / 2, (one.y + other.y) / 2)
    long = CORNER / 2 * SHORT / ACROSS
    dx, dy = (other.y - one.y) * long, (one.x - other.x) * long
    return f"M{middle.x - dx:.1f} {middle.y - dy:.1f}L{middle.x + dx:.1f} {middle.y + dy:.1f}"


def arrow_between(one: Point, other: Point) -> tuple[str, str]:
    """The line and the head of an arrow from one hex to another; it ends before the pieces that lie there."""
    dx, dy = other.x - one.x, other.y - one.y
    long = sqrt(dx * dx + dy * dy) or 1
    ux, uy = dx / long, dy / long

    def at(far: float, aside: float = 0) -> str:
        return f"{one.x + ux * far - uy * aside:.1f} {one.y + uy * far + ux * aside:.1f}"

    end = long - 54
    return f"M{at(34)}L{at(end - 24)}", f"M{at(end)}L{at(end - 28, 20)}L{at(end - 28, -20)}z"
