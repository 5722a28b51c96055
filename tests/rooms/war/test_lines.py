"""Arrows on the war map avoid what is drawn there, above all names."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import board_of
from rooms.war.game.drawing.lines import LABEL_ROUND, Crowd, arrow_mark
from rooms.war.game.drawing.war_map import draw_map
from rooms.war.game.overlay import Arrow, MapOverlay
from rooms.war.game.view_map import map_view
from tests.rooms.war.play import month
from tests.scenarios import default

CAT, WOLF = HouseId("cat"), HouseId("wolf")
CROWD = {"cat": 3, "wolf": 3, "ram": 2, "bear": 4, "snake": 1, "eagle": 2}
NEIGHBOURS = [(one, other) for one, others in board_of(default()).neighbours.items() for other in sorted(others)]


def arrow(origin: RegionId, target: RegionId, house: HouseId = CAT, units: int = 2) -> Arrow:
    return Arrow(house=house, origin=origin, target=target, units=units, wasted=0)


def crossed(mark, cluster) -> bool:
    """Return whether an arrow's number lies on a name."""
    half = 6 * len(cluster.name)
    return abs(mark.x - cluster.x) < half + 12 and -18 - 12 < mark.y - cluster.y < 2 + 12


@pytest.mark.parametrize(("one", "other"), [pair for pair in NEIGHBOURS if pair[0] < pair[1]])
def test_numbers_of_arrows_lie_neither_on_a_name_nor_on_each_other(one, other):
    state = month({one: CROWD, other: CROWD}).state
    overlay = MapOverlay(arrows=(arrow(one, other), arrow(other, one, WOLF)))

    drawing = draw_map(state.scenario, map_view(state), event_id=1, overlay=overlay)

    there, back = drawing.arrows
    assert [cluster.name for cluster in drawing.clusters for mark in (there, back) if crossed(mark, cluster)] == []
    assert abs(there.x - back.x) + abs(there.y - back.y) > LABEL_ROUND


def test_an_arrow_goes_round_a_place_that_is_taken():
    state = month().state
    board, drawn = board_of(state.scenario), state.scenario.map
    one, other = NEIGHBOURS[0]
    free = arrow_mark(board, drawn, arrow(one, other))
    taken = Crowd([(free.x - 15, free.y - 15, free.x + 15, free.y + 15, 8)])

    aside = arrow_mark(board, drawn, arrow(one, other), taken)

    assert (aside.x, aside.y) != (free.x, free.y)
    assert taken.cost((aside.x, aside.y), LABEL_ROUND) > 0  # its second place is taken now as well
    assert replace(free, x=0, y=0, path="", head="") == replace(aside, x=0, y=0, path="", head="")


def test_what_lies_half_on_a_place_costs_half_its_weight():
    crowd = Crowd([(0, 0, 10, 20, 8)])

    assert crowd.cost((10, 10), 10) == 4
    assert crowd.cost((5, 10), 5) == 8
    assert crowd.cost((40, 10), 10) == 0
