"""A plain map where its author has drawn none: discs, links that run round what they do not connect, and colors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, dist, hypot, inf, pi, sin
from typing import Final

from rooms.realm.scenario.ids import ProvinceId, RegionId
from rooms.realm.scenario.land import Map, Province
from rooms.war.game.drawing.lines import Point

# === detours ============================================================================================================

# A line from place to place that runs round what it does not connect: the shortest way past the corners of what lies between.


DetourPoint = tuple[float, float]

SIDES: Final = 8  # of the hull round an obstacle
DIRECTIONS: Final = tuple((cos(2 * pi * at / SIDES), sin(2 * pi * at / SIDES)) for at in range(SIDES))
CLEAR: Final = (16.0, 6.0)  # how far a line keeps off; less where there is no other way
TRIES: Final = 6  # how often something more is found in the way
ROUND: Final = 8.0  # how far before a corner the line begins to bend


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that a line goes round: its outline, and the hull round it on whose corners the line may bend."""

    outline: Sequence[DetourPoint]

    def hull(self, off: float) -> tuple[DetourPoint, ...]:
        """The corners of the eight-sided hull that keeps so far off."""
        reach = [max(x * ux + y * uy for x, y in self.outline) + off for ux, uy in DIRECTIONS]
        return tuple(_meeting(at, reach) for at in range(SIDES))

    def bars(self, one: DetourPoint, other: DetourPoint) -> bool:
        """Does a straight line from one place to another touch it?"""
        corners = [*self.outline, self.outline[0]]
        return any(_cross(one, other, a, b) for a, b in pairwise(corners)) or _inside(one, self.outline)


def course(one: DetourPoint, other: DetourPoint, obstacles: Collection[Obstacle]) -> tuple[DetourPoint, ...]:
    """The way from one place to another, ends and all; straight where nothing is in the way, or where no way is free."""
    between = [each for each in obstacles if not (_inside(one, each.outline) or _inside(other, each.outline))]
    for off in CLEAR:
        found = _round(one, other, between, off)
        if found is not None:
            return found
    return one, other


def path_of(way: Sequence[DetourPoint]) -> str:
    """A way as SVG path data, rounded a little at its bends."""
    path = f"M{_at(way[0])}"
    for before, corner, after in zip(way, way[1:], way[2:], strict=False):
        path += f"L{_at(_towards(corner, before))}Q{_at(corner)} {_at(_towards(corner, after))}"
    return f"{path}L{_at(way[-1])}"


def _round(one: DetourPoint, other: DetourPoint, obstacles: Sequence[Obstacle], off: float) -> tuple[DetourPoint, ...] | None:
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
    return tuple(places[at] for at in reversed(list(_back(before)))) if 1 in done else None


def _back(before: dict[int, int]) -> Iterator[int]:
    at = 1
    while at:
        yield at
        at = before[at]
    yield 0


def _meeting(at: int, reach: Sequence[float]) -> DetourPoint:
    """Where two neighbouring sides of the hull meet."""
    (ax, ay), (bx, by) = DIRECTIONS[at], DIRECTIONS[(at + 1) % SIDES]
    a, b, turn = reach[at], reach[(at + 1) % SIDES], ax * by - ay * bx
    return (a * by - b * ay) / turn, (b * ax - a * bx) / turn


def _side(a: DetourPoint, b: DetourPoint, c: DetourPoint) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: DetourPoint, b: DetourPoint, c: DetourPoint, d: DetourPoint) -> bool:
    """Do two stretches of line cross, or touch?"""
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _inside(place: DetourPoint, outline: Sequence[DetourPoint]) -> bool:
    """Does a place lie inside an outline?"""
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


def _at(point: DetourPoint) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


# === discs and links ====================================================================================================

# A map that its author has not drawn: a disc for each region, lines between neighbours, and a color for each province.
# A scenario may give no outlines (docs/scenario-map.md). Who looks at the map must still see where one can walk, and whoever
# writes orders on it must be able to touch a region.


CORNERS: Final = 24  # of a disc
WIDEST: Final = 66.0  # map units: the radius of a disc whose neighbours are far
PART: Final = 0.42  # of the way to the nearest other place, so that two discs never touch
MOUNTAIN: Final = 0.6  # of the widest: nobody stands on it
TINTS: Final = ("west", "north", "east")  # the colors of provinces that the style sheet has


def outlines_of(drawn: Map) -> Mapping[RegionId, Sequence[Point]]:
    """The outline of each region: the one that was drawn, else a disc round its place."""
    places = [region.at for region in drawn.regions] + [drawn.mountain.at]
    return {region.id: region.shape or disc(region.at, places) for region in drawn.regions}


def mountain_of(drawn: Map) -> Sequence[Point]:
    """The mountain's own outline; a small disc where the regions have none either."""
    if drawn.mountain.shape or all(region.shape for region in drawn.regions):
        return drawn.mountain.shape
    return disc(drawn.mountain.at, [region.at for region in drawn.regions], MOUNTAIN)


def path_of_links(drawn: Map) -> str:
    """The lines as SVG path data, each round what it does not connect."""
    return "".join(path_of(way) for way in ways_of(drawn))


def ways_of(drawn: Map) -> tuple[tuple[Point, ...], ...]:
    """The lines of `links_of`, round the regions and the mountain that they do not connect."""
    outlines, region_at = outlines_of(drawn), {region.at: region.id for region in drawn.regions}
    land = {region: Obstacle(tuple(outline)) for region, outline in outlines.items()}
    rock = [Obstacle(tuple(outline)) for outline in (mountain_of(drawn), *drawn.mountain.further) if outline]
    return tuple(
        course(one, other, [*(each for region, each in land.items() if region not in (region_at[one], region_at[other])), *rock])
        for one, other in links_of(drawn)
    )


def links_of(drawn: Map) -> tuple[tuple[Point, Point], ...]:
    """Neighbours of which one has no outline, so that nobody could see that they touch, by their places; each pair once."""
    region_of = {region.id: region for region in drawn.regions}
    found: dict[tuple[RegionId, ...], tuple[Point, Point]] = {}
    for region in drawn.regions:
        for other in (region_of[each] for each in region.neighbours if each in region_of):
            if not region.shape or not other.shape:
                found.setdefault(tuple(sorted((region.id, other.id))), (region.at, other.at))
    return tuple(found.values())


def tints_of(provinces: Sequence[Province]) -> Mapping[ProvinceId, str]:
    """A color for each province: its own where it is called like one, else the next that is free, and then from the first again."""
    ids = [province.id for province in provinces]
    free = [tint for tint in TINTS if tint not in ids] or list(TINTS)
    others = [each for each in ids if each not in TINTS]
    return {**{each: str(each) for each in ids if each in TINTS}, **{each: free[at % len(free)] for at, each in enumerate(others)}}


def disc(middle: Point, places: Sequence[Point], part: float = 1.0) -> tuple[Point, ...]:
    """A disc round a place that keeps clear of those round the other places."""
    nearest = min((dist(middle, each) for each in places if each != middle), default=WIDEST / PART)
    radius = min(WIDEST, PART * nearest) * part
    turns = (2 * pi * corner / CORNERS for corner in range(CORNERS))
    return tuple((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns)
