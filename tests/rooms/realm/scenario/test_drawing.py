"""Drawn maps: places touch where the neighbour lists say so, without gaps or overlaps."""

from __future__ import annotations

import sys
from functools import cache
from importlib import util
from itertools import combinations
from types import ModuleType

import pytest
from shapely import Point, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from tests.scenarios import FIXTURES, default, small

AUTHORING = FIXTURES.parent / "docs" / "authoring"
TOUCH = 28.0  # in map units: a shorter border is too small to see on a phone

both = pytest.mark.parametrize("scenario", [pytest.param(default(), id="default"), pytest.param(small(), id="small")])


def shapes(scenario) -> dict[str, Polygon]:
    return {region.id: Polygon(region.shape) for region in scenario.map.regions}


def massifs(scenario) -> BaseGeometry:
    mountain = scenario.map.mountain
    return unary_union([Polygon(outline) for outline in (mountain.shape, *mountain.further)])


def border(one: BaseGeometry, other: BaseGeometry) -> float:
    """Length of the border of two places, in map units."""
    return float(one.boundary.intersection(other.boundary).length)


@cache
def tool() -> ModuleType:
    spec = util.spec_from_file_location("draw_map", AUTHORING / "draw_map.py")
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    sys.modules["draw_map"] = module  # dataclasses need the module here
    spec.loader.exec_module(module)
    return module


@both
def test_regions_that_touch_on_the_sheet_are_neighbours_and_no_others(scenario):
    drawn = shapes(scenario)

    touching = {frozenset(pair) for pair in combinations(drawn, 2) if border(drawn[pair[0]], drawn[pair[1]]) > TOUCH}

    assert touching == {frozenset((region.id, other)) for region in scenario.map.regions for other in region.neighbours}


@both
def test_no_border_is_so_short_that_one_could_doubt_it(scenario):
    drawn = shapes(scenario)

    lengths = [border(drawn[one], drawn[other]) for one, other in combinations(drawn, 2)]

    assert not [length for length in lengths if 0 < length <= 1.5 * TOUCH]


@both
@pytest.mark.rule("R-64")
def test_what_touches_the_mountain_on_the_sheet_lies_against_it(scenario):
    drawn, mountain = shapes(scenario), massifs(scenario)

    assert {id_ for id_ in drawn if border(drawn[id_], mountain) > TOUCH} == set(scenario.map.mountain.neighbours)


@both
def test_the_land_has_neither_gaps_nor_overlaps(scenario):
    parts = [*shapes(scenario).values(), massifs(scenario)]
    land = unary_union(parts)

    assert land.area == pytest.approx(sum(part.area for part in parts), rel=1e-6)
    assert land.symmetric_difference(Polygon(scenario.map.coast[0])).area < 1


@both
def test_every_region_holds_a_name_and_counters_and_shows_them_inside(scenario):
    drawn = shapes(scenario)

    assert all(drawn[region.id].buffer(-34).area > 0 for region in scenario.map.regions)
    assert all(drawn[region.id].buffer(-20).covers(Point(region.at)) for region in scenario.map.regions)


@both
def test_regions_are_of_similar_size(scenario):
    areas = sorted(shape.area for id_, shape in shapes(scenario).items() if id_ != "god")

    assert areas[-1] < 2.5 * areas[0]


@both
def test_the_sheet_holds_the_whole_land(scenario):
    left, top, right, bottom = Polygon(scenario.map.coast[0]).bounds

    assert left >= 10
    assert top >= 10
    assert right <= scenario.map.width - 10
    assert bottom <= scenario.map.height - 10


@pytest.mark.parametrize(("name", "scenario"), [("god_emperor", default), ("god_emperor_small", small)])
def test_the_sketch_draws_the_neighbours_that_the_map_has(name, scenario):
    sketch = tool().sketch_from(AUTHORING / f"{name}.sketch.yaml")

    drawing = tool().drawn(sketch, {place.id: place.at for place in sketch.places})

    found = {
        place.id: [id_ for id_ in drawing.neighbours(place.id, sketch.least_border) if id_[0] != "^"] for place in sketch.places
    }
    assert found == {region.id: list(region.neighbours) for region in scenario().map.regions}
