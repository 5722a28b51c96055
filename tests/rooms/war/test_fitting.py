"""A map of any author and any shape is drawn whole and readable."""

from __future__ import annotations

from math import dist
from statistics import median

import pytest

from control.engine.records import replace
from rooms.realm.scenario.land import Map
from rooms.war.game.board import board_of
from rooms.war.game.drawing.ground import ground_of
from rooms.war.game.drawing.scale import APART, GROWN, HIGH, WIDE, fit_map
from rooms.war.game.drawing.war_map import draw_map
from rooms.war.game.view_map import map_view
from tests.rooms.war.play import month
from tests.scenarios import default, small, stretched

SHAPES = {
    "very wide": (4.0, 0.4, 0.0, 0.0),
    "very tall": (0.4, 4.0, 0.0, 0.0),
    "far from the origin": (1.0, 1.0, 40_000.0, 70_000.0),
    "tiny": (0.01, 0.01, 0.0, 0.0),
    "huge": (30.0, 30.0, 0.0, 0.0),
    "a corner of its sheet": (0.1, 0.1, 1_440.0, 900.0),
}


@pytest.mark.parametrize("scenario", [default, small], ids=["default", "small"])
def test_a_map_of_the_usual_size_stays_as_its_author_drew_it(scenario):
    assert fit_map(scenario().map) is scenario().map


@pytest.mark.parametrize("outlined", [True, False], ids=["drawn", "undrawn"])
@pytest.mark.parametrize("shape", SHAPES)
def test_everything_that_is_drawn_lies_on_a_sheet_of_the_usual_size(shape, outlined):
    scenario = stretched(small(), *SHAPES[shape], outlined=outlined)
    lie = fit_map(scenario.map)
    assert max(lie.width / WIDE, lie.height / HIGH) <= GROWN * 1.3
    assert max(lie.width / WIDE, lie.height / HIGH) >= 0.75

    for outline in (*(region.shape for region in lie.regions), lie.mountain.shape, *lie.coast):
        assert all(-1 <= x <= lie.width + 1 and -1 <= y <= lie.height + 1 for x, y in outline)
    state = replace(month().state, scenario=scenario)
    drawn = draw_map(scenario, map_view(state))
    assert (drawn.width, drawn.height) == (lie.width, lie.height) == (ground_of(scenario).width, ground_of(scenario).height)
    for cluster in drawn.clusters:
        half = 7.5 * len(cluster.name)
        assert cluster.x - half >= 0, cluster.name
        assert cluster.x + half <= drawn.width, cluster.name
        assert 0 <= cluster.y <= drawn.height
        for piece in cluster.pieces:
            assert -4 <= piece.x <= piece.x + piece.wide <= drawn.width + 4
            assert -4 <= piece.y <= drawn.height - 30
    assert {each.at for each in board_of(scenario).regions.values()} == {each.at for each in lie.regions}


def test_places_that_would_lie_on_each_other_get_more_room():
    lie: Map = fit_map(stretched(default(), 6.0, 0.15, 0.0, 0.0, outlined=False).map)
    places = [region.at for region in lie.regions]
    near = median(min(dist(one, other) for other in places if other != one) for one in places)

    assert lie.width > WIDE * 1.2
    assert near < APART * 1.1
