"""Views of the Court's place: everybody sees where it sits, only Court Control sees who may propose."""

from __future__ import annotations

import pytest

from control.engine.viewer import HALL, Viewer
from rooms.court.game.view_sitting import host_of, sitting_part
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from tests.rooms.court.test_proposals import planning
from tests.rooms.realm.game.play import CAT_1

ELSEWHERE = [Viewer(desks=frozenset({Desk.WAR})), Viewer(seat=CAT_1), HALL]


@pytest.mark.parametrize("viewer", ELSEWHERE)
def test_who_may_propose_is_told_to_court_control(viewer):
    state = planning().until(1, Phase.ACTION).state
    at_the_desk = sitting_part(state, Viewer(desks=frozenset({Desk.COURT})))
    elsewhere = sitting_part(state, viewer)

    assert {badge.house for badge in at_the_desk.may_propose} == set(state.court.may_propose)
    assert at_the_desk.may_propose
    assert elsewhere.may_propose == ()
    assert (elsewhere.region, elsewhere.host, elsewhere.sovereign) == (at_the_desk.region, at_the_desk.host, at_the_desk.sovereign)


def test_the_host_of_a_month_is_the_one_that_the_scenario_plans():
    state = planning().state
    names = {house.id: house.name for house in state.scenario.houses}

    assert [host_of(state, each.month) for each in state.scenario.court] == [
        names.get(each.host, "") for each in state.scenario.court
    ]
    assert host_of(state, 99) == ""
