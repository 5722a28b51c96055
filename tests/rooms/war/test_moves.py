"""Moves (GE-WAR-09 to -12, -20, -21, -31, -82, R-41, R-45)."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import board_of
from rooms.war.game.moves import carry_out_moves
from rooms.war.game.records.orders import OpenedSheet, Order, Why
from rooms.war.game.state import WarState
from rooms.war.rules.effects import Closure, Effects
from tests.rooms.war.play import AKA, CAT, FOG, WOLF, ZEN, month, move, only, recruit, sheet
from tests.scenarios import default


def board(units: dict[str, dict[str, int]]) -> WarState:
    return only(WarState(stock={}), units)


def ordered(*orders: Order, seat: str = "cat-1", rank: int = 1) -> OpenedSheet:
    return OpenedSheet(seat=SeatId(seat), house=CAT, rank=rank, orders=orders)


def done(units: dict[str, dict[str, int]], *sheets: OpenedSheet, **more: object) -> list[tuple[int, Why | None]]:
    outcomes = carry_out_moves(board(units), sheets, board=board_of(default()), **more)  # type: ignore[arg-type]
    return [(outcome.done, outcome.why) for outcome in outcomes]


@pytest.mark.rule("GE-WAR-09", "GE-WAR-10", "GE-WAR-11", "GE-WAR-12", "R-41")
@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        pytest.param((move(2, "zen", "aka"),), [(2, None)], id="as many as it says"),
        pytest.param((move(3, "zen", "aka"),), [(3, None)], id="all of them"),
        pytest.param((move(9, "zen", "aka"),), [(3, Why.TOO_FEW)], id="as many as there are"),
        pytest.param((move(2, "inn", "aka"),), [(0, Why.NOT_ADJACENT)], id="only to a neighbour"),
        pytest.param((move(1, "inn", "zen"),), [(0, Why.NONE_THERE)], id="from where nobody stands"),
        pytest.param((move(2, "zen", "aka"), move(2, "zen", "inn")), [(2, None), (1, Why.MOVED_ALREADY)], id="the rest"),
        pytest.param((move(3, "zen", "aka"), move(1, "zen", "inn")), [(3, None), (0, Why.MOVED_ALREADY)], id="nothing left"),
        pytest.param((move(3, "zen", "aka"), move(3, "aka", "ode")), [(3, None), (0, Why.NONE_THERE)], id="a unit moves once"),
        pytest.param((move(9, "inn", "zen"), move(3, "zen", "aka")), [(0, Why.NONE_THERE), (3, None)], id="waste uses up nothing"),
        pytest.param((recruit("zen"),), [], id="a Recruit is no Move"),
    ],
)
def test_moves_of_one_player_with_three_units_in_zen(orders, expected):
    assert done({"zen": {"cat": 3}}, ordered(*orders)) == expected


@pytest.mark.rule("R-41")
def test_with_partial_moves_off_too_large_a_move_is_wasted_whole():
    large, small = ordered(move(4, "zen", "aka")), ordered(move(3, "zen", "inn"), seat="cat-2", rank=2)

    assert done({"zen": {"cat": 3}}, large, small, partial=False) == [(0, Why.TOO_FEW), (3, None)]


@pytest.mark.rule("GE-WAR-21", "GE-WAR-20")
def test_the_higher_rank_moves_first():
    lower = ordered(move(2, "zen", "aka"), seat="cat-2", rank=2)
    higher = ordered(move(3, "zen", "inn"))

    assert done({"zen": {"cat": 4}}, lower, higher) == [(3, None), (1, Why.MOVED_ALREADY)]


@pytest.mark.rule("GE-WAR-82", "R-69", "R-41")
def test_a_move_into_a_closed_region_is_wasted_and_its_units_may_go_elsewhere():
    closed = Effects(closed=frozenset({Closure(region=ZEN)}))
    first, second = ordered(move(2, "aka", "zen")), ordered(move(2, "aka", "fog"), seat="cat-2", rank=2)

    assert done({"aka": {"cat": 2}}, first, second, effects=closed) == [(0, Why.CLOSED), (2, None)]


@pytest.mark.rule("R-69")
def test_a_region_may_be_closed_to_one_house_alone_and_be_left():
    closed = Effects(closed=frozenset({Closure(region=AKA, house=WOLF)}))

    assert done({"zen": {"cat": 1}}, ordered(move(1, "zen", "aka")), effects=closed) == [(1, None)]
    assert done({"aka": {"cat": 1}}, ordered(move(1, "aka", "fog")), effects=closed) == [(1, None)]


@pytest.mark.rule("GE-WAR-31", "R-45")
def test_all_moves_start_from_where_units_stood_before():
    war = month(
        {"zen": {"cat": 2}, "inn": {"snake": 3}, "aka": {"cat": 1}},
        {"cat-1": sheet(move(2, "zen", "inn"), move(1, "aka", "zen")), "snake-1": sheet(move(3, "inn", "zen"))},
    ).through("move")

    assert war.war.units == {RegionId("inn"): {"cat": 2}, ZEN: {"snake": 3, "cat": 1}}


@pytest.mark.rule("GE-WAR-27", "R-55")
def test_a_move_marks_the_regions_it_changes():
    war = month({"zen": {"cat": 2}, "fog": {"swords": 1}}, {"cat-1": sheet(move(1, "zen", "aka"))}).through("move")

    assert war.war.record.changed == (AKA, ZEN)
    assert FOG not in war.war.record.changed
