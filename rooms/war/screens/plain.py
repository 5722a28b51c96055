"""A map that its author has not drawn: a disc for each region, lines between neighbours, and a color for each province.

A scenario may give no outlines (docs/scenario-map.md). Who looks at the map must still see where one can walk, and whoever
writes orders on it must be able to touch a region.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, dist, pi, sin
from typing import Final

from rooms.realm.scenario.ids import ProvinceId, RegionId
from rooms.realm.scenario.land import Map, Province, Region
from rooms.war.screens.lines import Point

CORNERS: Final = 24  # of a disc
WIDEST: Final = 66.0  # map units: the radius of a disc whose neighbours are far
PART: Final = 0.42  # of the way to the nearest other place, so that two discs never touch
CLEAR: Final = 16.0  # how far a bent line keeps off the disc that it goes round
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
    """The lines as SVG path data; one that would run through a third region is bent round it."""
    radius_of = {region.at: max(dist(region.at, each) for each in outline) for region, outline in _outlined(drawn)}
    parts = []
    for one, other in links_of(drawn):
        in_between = [place for place in radius_of if place not in (one, other) and _off(place, one, other) < radius_of[place]]
        aside = 2 * (max(radius_of[place] for place in in_between) + CLEAR) if in_between else 0.0
        parts.append(f"M{one[0]:.0f} {one[1]:.0f}" + _curve(one, other, aside, drawn))
    return "".join(parts)


def _outlined(drawn: Map) -> list[tuple[Region, Sequence[Point]]]:
    outlines = outlines_of(drawn)
    return [(region, outlines[region.id]) for region in drawn.regions]


def _off(place: Point, one: Point, other: Point) -> float:
    """How far a place lies off the way between two others."""
    (x, y), (to_x, to_y) = one, other
    long = dist(one, other) ** 2 or 1.0
    part = min(1.0, max(0.0, ((place[0] - x) * (to_x - x) + (place[1] - y) * (to_y - y)) / long))
    return dist(place, (x + part * (to_x - x), y + part * (to_y - y)))


def _curve(one: Point, other: Point, aside: float, drawn: Map) -> str:
    """The way from one place to another: straight, or so far aside on the side that is freer and on the sheet."""
    (x, y), (to_x, to_y) = one, other
    if not aside:
        return f"L{to_x:.0f} {to_y:.0f}"
    long = dist(one, other) or 1.0
    pulls = []
    for side in (1, -1):
        over_x, over_y = side * aside * (to_y - y) / long, side * aside * (x - to_x) / long
        top = ((x + to_x + over_x) / 2, (y + to_y + over_y) / 2)
        free = min(dist(top, region.at) for region in drawn.regions if region.at not in (one, other))
        on_sheet = 0 <= top[0] <= drawn.width and 0 <= top[1] <= drawn.height
        pulls.append((on_sheet, free, ((x + to_x) / 2 + over_x, (y + to_y) / 2 + over_y)))
    _, _, (pull_x, pull_y) = max(pulls)
    return f"Q{pull_x:.0f} {pull_y:.0f} {to_x:.0f} {to_y:.0f}"


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
