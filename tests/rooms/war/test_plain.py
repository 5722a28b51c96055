"""A map without drawn outlines is readable and can be tapped."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from control.engine.records import replace
from rooms.realm.scenario.land import Map, Province
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.drawing.ground import ground_of
from rooms.war.game.drawing.plain_map import CORNERS, Obstacle, links_of, mountain_of, outlines_of, path_of_links, tints_of, ways_of
from tests.scenarios import default, small


def undrawn(scenario: Scenario, *, but: str = "") -> Scenario:
    """Return a scenario whose map has no outlines, except of region `but`."""
    whole: Map = scenario.map
    regions = tuple(region if region.id == but else replace(region, shape=()) for region in whole.regions)
    bare = replace(whole, regions=regions, mountain=replace(whole.mountain, shape=(), further=()), coast=())
    return replace(scenario, map=bare)


@pytest.mark.parametrize("scenario", [default, small], ids=["default", "small"])
def test_every_region_has_a_disc_of_its_own_that_touches_no_other(scenario):
    bare = undrawn(scenario()).map
    outlines = outlines_of(bare)

    assert {len(outline) for outline in outlines.values()} == {CORNERS}
    for one, other in combinations(bare.regions, 2):
        reach = sum(max(dist(region.at, corner) for corner in outlines[region.id]) for region in (one, other))
        assert reach < dist(one.at, other.at)


def test_each_border_is_one_line():
    bare = undrawn(small()).map
    borders = {
        frozenset((region.at, next(each.at for each in bare.regions if each.id == other)))
        for region in bare.regions
        for other in region.neighbours
    }

    links = links_of(bare)

    assert len(links) == len(borders)
    assert {frozenset(link) for link in links} == borders


def test_what_is_drawn_stays_as_it_is():
    ground = ground_of(small())

    assert links_of(small().map) == ()
    assert ground.links == ""
    assert all(outlines_of(small().map)[region.id] == region.shape for region in small().map.regions)


def test_a_region_that_is_drawn_among_others_keeps_its_outline_and_is_joined_to_them():
    amn = next(region for region in small().map.regions if region.id == "amn")
    bare = undrawn(small(), but="amn").map

    assert outlines_of(bare)["amn"] == amn.shape
    assert sum(amn.at in link for link in links_of(bare)) == len(amn.neighbours)


def test_the_ground_has_something_to_touch_in_every_region_and_a_mountain():
    ground = ground_of(undrawn(small()))

    assert all(region.path.startswith("M") for region in ground.regions)
    assert ground.mountain.startswith("M")
    assert ground.links.count("M") == len(links_of(undrawn(small()).map))


def test_a_line_goes_round_a_region_that_lies_in_its_way():
    """Three regions in a row, all neighbours of each other: a straight long line would cross the middle one."""
    whole = undrawn(small()).map
    places = {"amn": (200.0, 200.0), "zen": (500.0, 200.0), "inn": (800.0, 200.0)}
    row = tuple(
        replace(region, at=places[region.id], neighbours=tuple(each for each in places if each != region.id))
        for region in whole.regions
        if region.id in places
    )

    lie = replace(whole, regions=row)
    path = path_of_links(lie)

    bent = [part for part in path.split("M") if "Q" in part]
    assert len(bent) == 1
    (way,) = (way for way in ways_of(lie) if len(way) > 2)
    assert {way[0], way[-1]} == {(200.0, 200.0), (800.0, 200.0)}
    assert not Obstacle(outlines_of(lie)["zen"]).bars(way[1], way[2])


@pytest.mark.parametrize("scenario", [default, small], ids=["default", "small"])
@pytest.mark.parametrize("turn", range(3))
def test_a_line_crosses_nothing_that_it_does_not_connect(scenario, turn):
    """Two pairs of regions swap places, so that the mountain and other regions lie between neighbours."""
    whole = undrawn(scenario()).map
    places = [region.at for region in whole.regions]
    for one, other in ((turn, -1 - turn), (turn + 2, -3 - turn)):
        places[one], places[other] = places[other], places[one]
    regions = tuple(replace(each, at=place) for each, place in zip(whole.regions, places, strict=True))
    lie = replace(whole, regions=regions)
    outlines, at_of = outlines_of(lie), {region.at: region.id for region in lie.regions}
    straight = 0

    for way, link in zip(ways_of(lie), links_of(lie), strict=True):
        assert (way[0], way[-1]) == link
        others = [Obstacle(outline) for region, outline in outlines.items() if region not in (at_of[link[0]], at_of[link[1]])]
        others.append(Obstacle(mountain_of(lie)))
        straight += any(each.bars(*link) for each in others)
        assert not any(each.bars(one, other) for one, other in pairwise(way) for each in others)

    assert straight  # otherwise nothing was tested


@pytest.mark.parametrize(
    ("ids", "tints"),
    [
        (("west", "north", "east"), ["west", "north", "east"]),
        (("north", "south"), ["north", "west"]),
        (("a", "b", "c", "d"), ["west", "north", "east", "west"]),
    ],
)
def test_provinces_have_colors_whatever_they_are_called(ids, tints):
    found = tints_of([Province(id=each, name=each) for each in ids])

    assert [found[each] for each in ids] == tints
