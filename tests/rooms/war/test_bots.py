"""Rehearsal bots use all that a sheet offers: roads, tunnels, Immortals (GE-WAR-76, -79, R-59, R-65)."""

from __future__ import annotations

from random import Random

import pytest

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.scenario.ids import Phase, RegionId, RumorId
from rooms.war.game.board import RumorToken
from rooms.war.game.bots import random_sheet, steady_sheet
from rooms.war.game.records.orders import GuardOrder, OrderKind
from rooms.war.game.sheets.limits import check
from tests.rooms.war.play import AKA, CAT, ZEN, Month, built, crowned, month, road, tunnels, with_board

CAT_1 = SeatId("cat-1")


def planning(at: str, units: dict[str, dict[str, int]] | None = None) -> Month:
    """Planning, with a single Rumor as the only useful target on the map."""
    play = month({"inn": {"cat": 3}} | (units or {}), phase=Phase.PLANNING)
    castles = {region: replace(castle, flags=frozenset({CAT})) for region, castle in play.war.castles.items()}
    rumor = RumorToken(id=RumorId("rumor-1"), region=RegionId(at), text="A word in the street.")
    return with_board(play, castles=castles, rumors=(rumor,), remnants={})


@pytest.mark.rule("GE-WAR-76", "R-65")
@pytest.mark.parametrize(
    ("building", "targets"),
    [
        pytest.param(road("cat", "inn", "zen", "aka"), {AKA}, id="its own"),
        pytest.param(road("wolf", "inn", "zen", "aka", guests="cat"), {AKA}, id="one it is let use"),
        pytest.param(road("wolf", "inn", "zen", "aka"), {RegionId("ode"), ZEN}, id="not one it may not use: it marches there"),
    ],
)
def test_a_steady_player_takes_a_road_to_what_is_worth_it(building, targets):
    play = built(planning("aka"), building)

    orders = [order for seed in range(10) for order in steady_sheet(play.state, CAT_1, Random(seed)).orders]

    assert {order.target for order in orders if order.kind is OrderKind.MOVE} == targets


@pytest.mark.parametrize(
    ("at", "targets"),
    [
        pytest.param("cry", {"zen"}, id="two moves away"),
        pytest.param("dom", {"zen", "ode"}, id="three moves away, by two ways"),
        pytest.param("eel", set(), id="too far"),
    ],
)
def test_a_steady_player_who_sees_nothing_next_door_marches_to_where_it_lies_nearest(at, targets):
    orders = [order for seed in range(20) for order in steady_sheet(planning(at).state, CAT_1, Random(seed)).orders]

    assert {order.target for order in orders if order.kind is OrderKind.MOVE} == targets


@pytest.mark.rule("GE-WAR-79")
def test_a_steady_player_takes_a_tunnel_to_what_is_worth_it():
    play = built(planning("dom", {"mok": {"cat": 2}}), tunnels("cat", "mok", "dom"))

    orders = [order for seed in range(10) for order in steady_sheet(play.state, CAT_1, Random(seed)).orders]

    assert (RegionId("mok"), RegionId("dom")) in {(order.origin, order.target) for order in orders}


@pytest.mark.rule("R-59", "GE-SOV-22")
def test_a_steady_sovereign_sends_half_of_the_guard_to_where_the_own_house_is_pressed():
    contested = {"zen": {"cat": 1, "ram": 5, "wolf": 5, "bear": 5, "eagle": 5, "snake": 5}}
    play = crowned(planning("aka", contested), "cat-1")

    written = steady_sheet(play.state, CAT_1, Random(1)).immortals

    assert written == tuple(GuardOrder(immortal=each, target=ZEN) for each in (1, 2))
    assert steady_sheet(play.state, SeatId("cat-2"), Random(1)).immortals == ()


@pytest.mark.rule("R-59", "R-63")
def test_a_player_at_random_comes_to_every_place_that_is_offered_and_is_never_refused():
    play = crowned(
        built(planning("aka"), road("cat", "inn", "zen", "aka"), road("wolf", "zen", "cry", "dom", guests="cat")), "cat-1"
    )

    sheets = [random_sheet(play.state, CAT_1, Random(seed)) for seed in range(200)]

    for each in sheets:
        check(play.state, CAT_1, each)
    assert {order.target for each in sheets for order in each.orders if order.kind is OrderKind.MOVE} >= {AKA}
    assert {each.immortal for sheet in sheets for each in sheet.immortals} == {1, 2, 3, 4}
