"""Plain map for scenarios without a drawing: discs, links that avoid other regions, and colors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, dist, hypot, inf, pi, sin
from typing import Final

from msgspec import Struct

from rooms.realm.scenario.ids import ProvinceId, RegionId
from rooms.realm.scenario.land import Map, Province
from rooms.war.game.drawing.lines import Point

# === detours ============================================================================================================

# Detours: the shortest line between two places around the corners of obstacles.


DetourPoint = tuple[float, float]

SIDES: Final = 8  # of the hull around an obstacle
DIRECTIONS: Final = tuple((cos(2 * pi * at / SIDES), sin(2 * pi * at / SIDES)) for at in range(SIDES))
CLEAR: Final = (16.0, 6.0)  # distance kept from obstacles; the smaller one is tried second
TRIES: Final = 6  # rounds of adding obstacles that turn out to be in the way
ROUND: Final = 8.0  # distance before a corner where the line begins to bend


class Obstacle(Struct, frozen=True):
    """An obstacle, given by its outline. Lines bend at the corners of the hull around it."""

    outline: Sequence[DetourPoint]

    def hull(self, off: float) -> tuple[DetourPoint, ...]:
        """Corners of the eight-sided hull at distance `off`."""
        reach = [max(x * ux + y * uy for x, y in self.outline) + off for ux, uy in DIRECTIONS]
        return tuple(_meeting(at, reach) for at in range(SIDES))

    def bars(self, one: DetourPoint, other: DetourPoint) -> bool:
        """Whether a straight line between two places touches it."""
        corners = [*self.outline, self.outline[0]]
        return any(_do_cross(one, other, a, b) for a, b in pairwise(corners)) or _is_inside(one, self.outline)


def detour_between(one: DetourPoint, other: DetourPoint, obstacles: Collection[Obstacle]) -> tuple[DetourPoint, ...]:
    """Points of the line between two places, both ends included. Straight if nothing is in the way or no detour exists."""
    between = [each for each in obstacles if not (_is_inside(one, each.outline) or _is_inside(other, each.outline))]
    for off in CLEAR:
        found = _detour(one, other, between, off)
        if found is not None:
            return found
    return one, other


def path_of(way: Sequence[DetourPoint]) -> str:
    """A line as SVG path data, slightly rounded at its bends."""
    path = f"M{_coordinates(way[0])}"
    for before, corner, after in zip(way, way[1:], way[2:], strict=False):
        path += f"L{_coordinates(_towards(corner, before))}Q{_coordinates(corner)} {_coordinates(_towards(corner, after))}"
    return f"{path}L{_coordinates(way[-1])}"


def _detour(one: DetourPoint, other: DetourPoint, obstacles: Sequence[Obstacle], off: float) -> tuple[DetourPoint, ...] | None:
    """The shortest way around the obstacles that are in the way. None if there is none at this distance."""
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


def _shortest(one: DetourPoint, other: DetourPoint, known: Sequence[Obstacle], off: float) -> tuple[DetourPoint, ...] | None:
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
    return tuple(places[at] for at in reversed(list(_trace_back(before)))) if 1 in done else None


def _trace_back(before: dict[int, int]) -> Iterator[int]:
    at = 1
    while at:
        yield at
        at = before[at]
    yield 0


def _meeting(at: int, reach: Sequence[float]) -> DetourPoint:
    """Corner of two neighbouring sides of the hull."""
    (ax, ay), (bx, by) = DIRECTIONS[at], DIRECTIONS[(at + 1) % SIDES]
    a, b, turn = reach[at], reach[(at + 1) % SIDES], ax * by - ay * bx
    return (a * by - b * ay) / turn, (b * ax - a * bx) / turn


def _side(a: DetourPoint, b: DetourPoint, c: DetourPoint) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _do_cross(a: DetourPoint, b: DetourPoint, c: DetourPoint, d: DetourPoint) -> bool:
    """Whether two line segments cross or touch."""
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _is_inside(place: DetourPoint, outline: Sequence[DetourPoint]) -> bool:
    """Whether a place is inside an outline."""
    x, y = place
    found = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def _towards(corner: DetourPoint, end: DetourPoint) -> DetourPoint:
    long = hypot(end[0] - corner[0], end[1] - corner[1]) or 1.0
    part = min(ROUND / long, 0.5)
    return corner[0] + (end[0] - corner[0]) * part, corner[1] + (end[1] - corner[1]) * part


def _coordinates(point: DetourPoint) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


# === discs and links ====================================================================================================

# For a map without a drawing: a disc per region, lines between neighbours, a color per province. A scenario may give no outlines
# (docs/scenario-map.md). Viewers must still see where units can move, and tap a region to write orders.


CORNERS: Final = 24  # of a disc
WIDEST: Final = 66.0  # map units: radius of a disc with distant neighbours
PART: Final = 0.42  # part of the distance to the nearest place, so that discs never touch
MOUNTAIN: Final = 0.6  # part of a disc's radius: nobody stands on the mountain
TINTS: Final = ("west", "north", "east")  # province colors in the style sheet


def outlines_of(drawn: Map) -> Mapping[RegionId, Sequence[Point]]:
    """Outline of each region: the drawn one, else a disc around its place."""
    places = [region.at for region in drawn.regions] + [drawn.mountain.at]
    return {region.id: region.shape or disc(region.at, places) for region in drawn.regions}


def mountain_of(drawn: Map) -> Sequence[Point]:
    """The mountain's outline. A small disc if the regions have none either."""
    if drawn.mountain.shape or all(region.shape for region in drawn.regions):
        return drawn.mountain.shape
    return disc(drawn.mountain.at, [region.at for region in drawn.regions], MOUNTAIN)


def path_of_links(drawn: Map) -> str:
    """Links between neighbours as SVG path data, around other regions."""
    return "".join(path_of(way) for way in ways_of(drawn))


def ways_of(drawn: Map) -> tuple[tuple[Point, ...], ...]:
    """Lines of `links_of`, led around the regions and the mountain that they do not connect."""
    outlines, region_at = outlines_of(drawn), {region.at: region.id for region in drawn.regions}
    land = {region: Obstacle(tuple(outline)) for region, outline in outlines.items()}
    rock = [Obstacle(tuple(outline)) for outline in (mountain_of(drawn), *drawn.mountain.further) if outline]
    return tuple(
        detour_between(
            one, other, [*(each for region, each in land.items() if region not in (region_at[one], region_at[other])), *rock]
        )
        for one, other in links_of(drawn)
    )


def links_of(drawn: Map) -> tuple[tuple[Point, Point], ...]:
    """Pairs of neighbours where at least one has no outline, so their border is invisible. Places of both, each pair once."""
    region_of = {region.id: region for region in drawn.regions}
    found: dict[tuple[RegionId, ...], tuple[Point, Point]] = {}
    for region in drawn.regions:
        for other in (region_of[each] for each in region.neighbours if each in region_of):
            if not region.shape or not other.shape:
                found.setdefault(tuple(sorted((region.id, other.id))), (region.at, other.at))
    return tuple(found.values())


def tints_of(provinces: Sequence[Province]) -> Mapping[ProvinceId, str]:
    """Color of each province: the color of its own name if there is one, else the next free one.

    Colors repeat when all are used.
    """
    ids = [province.id for province in provinces]
    free = [tint for tint in TINTS if tint not in ids] or list(TINTS)
    others = [each for each in ids if each not in TINTS]
    return {**{each: str(each) for each in ids if each in TINTS}, **{each: free[at % len(free)] for at, each in enumerate(others)}}


def disc(middle: Point, places: Sequence[Point], part: float = 1.0) -> tuple[Point, ...]:
    """A disc around a place that does not touch the discs of other places."""
    nearest = min((dist(middle, each) for each in places if each != middle), default=WIDEST / PART)
    radius = min(WIDEST, PART * nearest) * part
    turns = (2 * pi * corner / CORNERS for corner in range(CORNERS))
    return tuple((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns)
