"""A line from place to place that runs round what it does not connect: the shortest way past the corners of what lies between."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, dist, hypot, inf, pi, sin
from typing import Final

Point = tuple[float, float]

SIDES: Final = 8  # of the hull round an obstacle
DIRECTIONS: Final = tuple((cos(2 * pi * at / SIDES), sin(2 * pi * at / SIDES)) for at in range(SIDES))
CLEAR: Final = (16.0, 6.0)  # how far a line keeps off; less where there is no other way
TRIES: Final = 6  # how often something more is found in the way
ROUND: Final = 8.0  # how far before a corner the line begins to bend


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that a line goes round: its outline, and the hull round it on whose corners the line may bend."""

    outline: Sequence[Point]

    def hull(self, off: float) -> tuple[Point, ...]:
        """The corners of the eight-sided hull that keeps so far off."""
        reach = [max(x * ux + y * uy for x, y in self.outline) + off for ux, uy in DIRECTIONS]
        return tuple(_meeting(at, reach) for at in range(SIDES))

    def bars(self, one: Point, other: Point) -> bool:
        """Does a straight line from one place to another touch it?"""
        corners = [*self.outline, self.outline[0]]
        return any(_cross(one, other, a, b) for a, b in pairwise(corners)) or _inside(one, self.outline)


def course(one: Point, other: Point, obstacles: Collection[Obstacle]) -> tuple[Point, ...]:
    """The way from one place to another, ends and all; straight where nothing is in the way, or where no way is free."""
    between = [each for each in obstacles if not (_inside(one, each.outline) or _inside(other, each.outline))]
    for off in CLEAR:
        found = _round(one, other, between, off)
        if found is not None:
            return found
    return one, other


def path_of(way: Sequence[Point]) -> str:
    """A way as SVG path data, rounded a little at its bends."""
    path = f"M{_at(way[0])}"
    for before, corner, after in zip(way, way[1:], way[2:], strict=False):
        path += f"L{_at(_towards(corner, before))}Q{_at(corner)} {_at(_towards(corner, after))}"
    return f"{path}L{_at(way[-1])}"


def _round(one: Point, other: Point, obstacles: Sequence[Obstacle], off: float) -> tuple[Point, ...] | None:
    """The shortest way round those that turn out to be in the way; None where there is none so far off."""
    known: list[Obstacle] = []
    for _try in range(TRIES):
        way = _shortest(one, other, known, off)
        if way is None:
            return None
        barring = [each for each in obstacles if each not in known and any(each.bars(a, b) for a, b in pairwise(way))]
        if not barring:
            return way
        known += barring
    return None


def _shortest(one: Point, other: Point, known: Sequence[Obstacle], off: float) -> tuple[Point, ...] | None:
    places = [one, other, *(corner for each in known for corner in each.hull(off))]
    far, before = {0: 0.0}, dict[int, int]()
    queue, done = [(0.0, 0)], set[int]()
    while queue:
        length, at = heappop(queue)
        if at in done:
            continue
        done.add(at)
        if at == 1:
            break
        for to, place in enumerate(places):
            longer = length + dist(places[at], place)
            if to in done or longer >= far.get(to, inf) or any(each.bars(places[at], place) for each in known):
                continue
            far[to], before[to] = longer, at
            heappush(queue, (longer, to))
    return tuple(places[at] for at in reversed(list(_back(before)))) if 1 in done else None


def _back(before: dict[int, int]) -> Iterator[int]:
    at = 1
    while at:
        yield at
        at = before[at]
    yield 0


def _meeting(at: int, reach: Sequence[float]) -> Point:
    """Where two neighbouring sides of the hull meet."""
    (ax, ay), (bx, by) = DIRECTIONS[at], DIRECTIONS[(at + 1) % SIDES]
    a, b, turn = reach[at], reach[(at + 1) % SIDES], ax * by - ay * bx
    return (a * by - b * ay) / turn, (b * ax - a * bx) / turn


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two stretches of line cross, or touch?"""
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _inside(place: Point, outline: Sequence[Point]) -> bool:
    """Does a place lie inside an outline?"""
    x, y = place
    found = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def _towards(corner: Point, end: Point) -> Point:
    long = hypot(end[0] - corner[0], end[1] - corner[1]) or 1.0
    part = min(ROUND / long, 0.5)
    return corner[0] + (end[0] - corner[0]) * part, corner[1] + (end[1] - corner[1]) * part


def _at(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"
