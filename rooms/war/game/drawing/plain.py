"""A map that its author has not drawn: a disc for each region, lines between neighbours, and a color for each province.

A scenario may give no outlines (docs/scenario-map.md). Who looks at the map must still see where one can walk, and whoever
writes orders on it must be able to touch a region.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, dist, pi, sin
from typing import Final

from rooms.realm.scenario.ids import ProvinceId, RegionId
from rooms.realm.scenario.land import Map, Province
from rooms.war.game.drawing import around
from rooms.war.game.drawing.lines import Point

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
    return "".join(around.path_of(way) for way in ways_of(drawn))


def ways_of(drawn: Map) -> tuple[tuple[Point, ...], ...]:
    """The lines of `links_of`, round the regions and the mountain that they do not connect."""
    outlines, region_at = outlines_of(drawn), {region.at: region.id for region in drawn.regions}
    land = {region: around.Obstacle(tuple(outline)) for region, outline in outlines.items()}
    rock = [around.Obstacle(tuple(outline)) for outline in (mountain_of(drawn), *drawn.mountain.further) if outline]
    return tuple(
        around.course(
            one, other, [*(each for region, each in land.items() if region not in (region_at[one], region_at[other])), *rock]
        )
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
