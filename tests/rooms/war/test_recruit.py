"""Recruits (GE-WAR-13 to -19, -34, -68, -69, -81, R-41, R-42, R-60, R-67, R-97)."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.modules import journal_words
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import Immortal, board_of
from rooms.war.game.records.orders import OpenedSheet, Order, Why
from rooms.war.game.recruits import RecruitsPlaced, carry_out_recruits, tell_recruits_placed
from rooms.war.game.state import WarState
from rooms.war.rules.effects import Closure, Effects
from tests.rooms.war.play import AKA, CAT, DOM, INN, WOLF, ZEN, month, move, only, recruit, sheet
from tests.scenarios import default

FED = Effects(fed=frozenset({CAT}))


def board(units: dict[str, dict[str, int]], **more: object) -> WarState:
    return replace(only(WarState(stock={CAT: 0, WOLF: 0}), units), **more)  # type: ignore[arg-type]


def ordered(*orders: Order, rank: int = 1, extra: str | None = None, house: str = "cat") -> OpenedSheet:
    region = RegionId(extra) if extra else None
    return OpenedSheet(seat=SeatId(f"{house}-{rank}"), house=house, rank=rank, orders=orders, extra=region)  # type: ignore[arg-type]


def done(war: WarState, *sheets: OpenedSheet, effects: Effects | None = None) -> list[tuple[int, Why | None]]:
    outcomes = carry_out_recruits(war, sheets, board=board_of(default()), effects=effects or Effects())
    return [(outcome.done, outcome.why) for outcome in outcomes]


@pytest.mark.rule("GE-WAR-14", "GE-WAR-15", "GE-WAR-16", "GE-WAR-18", "R-41", "R-42")
@pytest.mark.parametrize(
    ("war", "expected"),
    [
        pytest.param(board({"zen": {"cat": 2}}), [(1, None), (1, None)], id="where a unit stands"),
        pytest.param(board({"aka": {"cat": 2}}), [(0, Why.NO_UNIT), (0, Why.NO_UNIT)], id="where none stands"),
        pytest.param(board({"zen": {"cat": 2}}, stock={CAT: 1}), [(1, None), (0, Why.NO_STOCK)], id="while the stock lasts"),
        pytest.param(board({"zen": {"cat": 2}}, stock={CAT: 0}), [(0, Why.NO_STOCK), (0, Why.NO_STOCK)], id="an empty stockpile"),
        pytest.param(board({"zen": {"cat": 2, "wolf": 1}}), [(1, None), (1, None)], id="in company"),
    ],
)
def test_two_recruits_in_zen(war, expected):
    assert done(war, ordered(recruit("zen"), recruit("zen"))) == expected


@pytest.mark.rule("GE-WAR-68", "GE-WAR-69", "R-60")
@pytest.mark.parametrize(
    ("war", "orders", "expected"),
    [
        pytest.param(board({}), (recruit("zen"), recruit("zen")), [(1, None), (1, None)], id="in an empty region"),
        pytest.param(board({}), (recruit("zen"), recruit("aka")), [(1, None), (0, Why.NO_UNIT)], id="then only where it stands"),
        pytest.param(
            board({"zen": {"wolf": 1}}), (recruit("zen"), recruit("aka")), [(0, Why.NOT_EMPTY), (1, None)], id="not empty"
        ),
        pytest.param(board({}, remnants={DOM: 1}), (recruit("dom"),), [(0, Why.NOT_EMPTY)], id="a remnant stands there"),
        pytest.param(board({}, immortals=(Immortal(id=1, region=ZEN),)), (recruit("zen"),), [(0, Why.NOT_EMPTY)], id="an Immortal"),
        pytest.param(board({}, stock={CAT: 0}), (recruit("zen"),), [(0, Why.NO_STOCK)], id="no stock"),
    ],
)
def test_a_house_without_units(war, orders, expected):
    assert done(war, ordered(*orders)) == expected


@pytest.mark.rule("R-60")
def test_two_houses_without_units_may_both_arrive():
    sheets = (ordered(recruit("zen")), ordered(recruit("zen"), house="wolf"))

    assert done(board({}), *sheets) == [(1, None), (1, None)]


@pytest.mark.rule("R-60", "R-69")
def test_a_closed_region_bars_a_house_without_units_but_not_one_that_stands_there():
    closed = Effects(closed=frozenset({Closure(region=ZEN)}))

    assert done(board({}), ordered(recruit("zen")), effects=closed) == [(0, Why.CLOSED)]
    assert done(board({"zen": {"cat": 1}}), ordered(recruit("zen")), effects=closed) == [(1, None)]


@pytest.mark.rule("GE-WAR-81", "R-67")
@pytest.mark.parametrize(
    ("sheets", "effects", "expected"),
    [
        pytest.param((ordered(recruit("zen"), extra="zen"),), FED, [(1, None), (1, None)], id="one more"),
        pytest.param((ordered(extra="zen"),), Effects(), [(0, Why.NOT_FED)], id="no food"),
        pytest.param((ordered(rank=1), ordered(rank=2, extra="zen")), FED, [(0, Why.LOWER_RANK)], id="a lower rank's"),
        pytest.param((ordered(rank=2, extra="zen"),), FED, [(1, None)], id="the highest that sent one"),
        pytest.param((ordered(extra="aka"),), FED, [(0, Why.NO_UNIT)], id="the usual rules apply"),
    ],
)
def test_the_extra_recruit(sheets, effects, expected):
    assert done(board({"zen": {"cat": 1}}), *sheets, effects=effects) == expected


@pytest.mark.rule("R-97", "R-67")
def test_doubled_recruits_bring_two_while_the_stock_lasts():
    effects = Effects(fed=frozenset({CAT}), doubled=frozenset({CAT}))
    war = board({"zen": {"cat": 1}}, stock={CAT: 5})

    assert done(war, ordered(recruit("zen"), recruit("zen"), extra="zen"), effects=effects) == [
        (2, None),
        (2, None),
        (1, Why.NO_STOCK),
    ]


@pytest.mark.rule("GE-WAR-13", "GE-WAR-17", "GE-WAR-19", "GE-WAR-34")
def test_recruits_come_after_moves_battles_and_rewards():
    war = month(
        {"zen": {"cat": 2}, "aka": {"snake": 2}, "uhh": {"cat": 1}, "ode": {"snake": 1}},
        {"cat-1": sheet(recruit("aka"), move(2, "zen", "aka")), "snake-1": sheet(recruit("aka"))},
    ).through("recruit")

    assert war.war.units.get(AKA) is None
    assert war.state.seats["cat-1"].purse.favors == ()


@pytest.mark.rule("GE-WAR-17")
def test_a_region_entered_this_month_counts():
    war = month({"zen": {"cat": 2}}, {"cat-1": sheet(recruit("inn"), move(1, "zen", "inn"))}).through("recruit")

    assert war.war.units == {ZEN: {CAT: 1}, INN: {CAT: 2}}
    assert war.war.stock[CAT] == 17


@pytest.mark.rule("GE-WAR-81", "R-67", "GE-CRT-84")
def test_the_laws_that_send_food_bring_the_extra_recruit():
    war = month({"chi": {"wolf": 1}}, {"wolf-1": sheet(recruit("chi"), recruit("chi"), extra="chi")}).through("recruit")

    assert war.war.units == {"chi": {"wolf": 4}}


@pytest.mark.rule("R-19")
def test_a_law_of_this_month_feeds_from_the_next_on():
    war = month({"chi": {"wolf": 1}}, {"wolf-1": sheet(extra="chi")})
    war.state = replace(war.state, laws=tuple(replace(law, since=1) for law in war.state.laws))

    war.through("recruit")

    assert war.war.units == {"chi": {"wolf": 1}}


def test_units_of_a_house_in_one_region_are_told_as_their_sum():
    war, sheets = (
        board({"aka": {"cat": 1}, "zen": {"wolf": 1}}, stock={CAT: 3, WOLF: 1}),
        (
            ordered(recruit(AKA), recruit(AKA)),
            ordered(recruit(ZEN), house="wolf"),
            ordered(recruit(AKA), rank=2),
        ),
    )
    outcomes = carry_out_recruits(war, sheets, board=board_of(default()), effects=Effects())

    blank = GameState(scenario=default())
    told = journal_words(tell_recruits_placed(RecruitsPlaced(month=1, outcomes=outcomes), blank, blank))

    assert sorted(told.removeprefix("Recruits: ").rstrip(".").split("; ")) == ["Cat 3 in Aka", "Wolf 1 in Zen"]
