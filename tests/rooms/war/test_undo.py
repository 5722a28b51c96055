"""Invariants that a withdrawal would break: a fold without some events, checked by `broken`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.battles import BattleFought, PeaceKept
from rooms.war.game.flags import AdjustFlag, FlagsChanged
from rooms.war.game.invariants import broken_war
from rooms.war.game.module import WAR
from rooms.war.game.moves import MovesMade
from rooms.war.game.orders import REVEALED, CorrectOrders, OrdersCorrected, OrdersOpened
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.remnants import AdjustRemnant, RemnantAdjusted, RemnantsReturned
from rooms.war.game.rewards import RewardsPaid
from rooms.war.game.state import war_of, with_war
from rooms.war.game.units import AdjustUnits, UnitsAdjusted
from tests.rooms.war.play import AKA, CAT, DOM, RAM, WARGAME, WOLF, ZEN, Month, castle, month, move, recruit, sheet, with_board

WHY = "seen at the table"


def without(war: Month, start: GameState, *gone: type, where: Callable[[GameEvent], bool] = lambda _event: True) -> tuple[str, ...]:
    """Return the broken invariants if these events had not happened."""
    state = start
    for happened in war.happened:
        if not (type(happened) in gone and where(happened)):
            state = WARGAME.evolve(state, happened)
    return WARGAME.broken(state)


def played() -> tuple[Month, GameState]:
    war = month(
        {"zen": {"cat": 3}, "aka": {"wolf": 2}},
        {"cat-1": sheet(move(3, "zen", "aka"), recruit("aka")), "wolf-1": sheet()},
    )
    start = war.state
    return war.through("recruit"), start


def test_a_month_as_it_was_played_is_whole():
    war, start = played()

    assert without(war, start) == ()


@pytest.mark.parametrize(
    ("gone", "sentence"),
    [
        pytest.param(MovesMade, "one before them is missing", id="Move before Battle"),
        pytest.param(FlagsChanged, "one before them is missing", id="Battle before Rewards"),
        pytest.param(RewardsPaid, "one before them is missing", id="Rewards before Recruit"),
        pytest.param(OrdersOpened, "one before them is missing", id="Orders before Move"),
    ],
)
def test_a_step_withdrawn_from_under_a_later_one_is_noticed(gone, sentence):
    war, start = played()

    assert any(sentence in each for each in without(war, start, gone))


def test_the_last_step_can_be_withdrawn():
    war, start = played()

    assert without(war, start, RecruitsPlaced) == ()


def test_all_steps_together_can_be_withdrawn():
    war, start = played()

    assert without(war, start, MovesMade, BattleFought, FlagsChanged, RewardsPaid, RecruitsPlaced) == ()


def test_an_adjustment_that_a_battle_counted_is_leaned_on():
    war = month({"zen": {"cat": 1, "wolf": 2}}, {"cat-1": sheet(), "wolf-1": sheet()})
    start = war.state
    war.do(AdjustUnits(region=ZEN, house=CAT, before=1, units=3, reason=WHY))
    war.through("battle")

    found = without(war, start, UnitsAdjusted)

    assert "Month 1: The battle in Zen counted other units, flags or stances than there are." in found
    assert found


def test_a_correction_that_was_carried_out_is_leaned_on():
    war = month({"zen": {"cat": 2}}, {"cat-1": sheet(move(1, "zen", "aka"))})
    start = war.state
    war.through("orders").do(CorrectOrders(player="cat-1", month=1, orders=(move(2, "zen", "inn"),), reason=WHY))
    alone = without(war, start, OrdersCorrected)
    war.through("move")

    assert alone == ()
    assert any(
        "An order of cat-1 was carried out that stands on no sheet." in each for each in without(war, start, OrdersCorrected)
    )


def test_a_stance_that_a_battle_counted_is_leaned_on():
    war = month({"zen": {"cat": 3, "wolf": 2}}, {"cat-1": sheet(), "wolf-1": sheet()})
    start = war.state
    war.through("orders").do(CorrectOrders(player="wolf-1", month=1, allies=(CAT,), reason=WHY))
    war.through("battle")

    assert any("The battle in Zen" in each for each in without(war, start, OrdersCorrected))


def test_a_correction_that_took_an_order_away_is_leaned_on():
    war = month({"zen": {"cat": 2}}, {"cat-1": sheet(move(1, "zen", "aka"))})
    start = war.state
    war.through("orders").do(CorrectOrders(player="cat-1", month=1, orders=(), reason=WHY))
    war.through("move")

    assert any("An order of cat-1 stands on its sheet" in each for each in without(war, start, OrdersCorrected))


def test_a_region_cleared_before_battle_is_leaned_on():
    war = month({"zen": {"cat": 3, "wolf": 2}}, {"cat-1": sheet(), "wolf-1": sheet()})
    start = war.state
    war.do(AdjustUnits(region=ZEN, house=WOLF, before=2, units=0, reason=WHY))
    war.through("battle")

    assert any("no battle was counted in Zen" in each for each in without(war, start, UnitsAdjusted))


def test_a_remnant_cleared_before_battle_is_leaned_on():
    war = month({"dom": {"cat": 3}}, {"cat-1": sheet()})
    start = war.state
    war.do(AdjustRemnant(region=DOM, before=1, units=0, reason=WHY))
    war.through("battle")

    assert any("no battle was counted in Dom" in each for each in without(war, start, RemnantAdjusted))


def test_a_betrayal_cleared_before_battle_is_leaned_on():
    war = month({"amn": {"cat": 3}}, {"cat-1": sheet(betray=True)})
    start = war.state
    war.through("orders").do(CorrectOrders(player="cat-1", month=1, reason=WHY))
    war.through("battle")

    assert any("no battle was counted in Amn" in each for each in without(war, start, OrdersCorrected))


def test_a_peace_that_leaned_on_ticks_is_noticed():
    war = month({"zen": {"cat": 3, "wolf": 2}}, {"cat-1": sheet(allies="wolf"), "wolf-1": sheet()})
    start = war.state
    war.through("orders").do(CorrectOrders(player="wolf-1", month=1, allies=(CAT,), reason=WHY))
    war.through("battle")

    assert any("The peace in Zen" in each for each in without(war, start, OrdersCorrected))


def test_a_flag_taken_down_before_battle_is_leaned_on():
    war = with_board(month({"dom": {"cat": 3}}, {"cat-1": sheet()}), castles={DOM: castle("dom", CAT, WOLF)}, remnants={})
    start = war.state
    war.do(AdjustFlag(region=DOM, house=WOLF, on=False, reason=WHY))
    war.through("battle")

    assert any("The flags of Dom" in each for each in without(war, start, type(war.happened[0])))


def test_rewards_that_a_house_was_not_given_are_leaned_on():
    war = with_board(month({}), castles={DOM: castle("dom", CAT), RegionId("pet"): castle("pet", CAT)}, remnants={})
    start = war.state
    war.do(AdjustFlag(region=RegionId("pet"), house=CAT, on=False, reason=WHY))
    war.through("rewards")

    assert any("The rewards of Cat" in each for each in without(war, start, type(war.happened[0])))


def test_a_peace_that_leaned_on_units_is_noticed():
    war = month({"zen": {"wolf": 2}}, {"cat-1": sheet(allies="wolf"), "wolf-1": sheet(allies="cat")})
    start = war.state
    war.do(AdjustUnits(region=ZEN, house=CAT, before=0, units=1, reason=WHY))
    war.through("battle")

    assert war.all(PeaceKept)
    assert any("The peace in Zen" in each for each in without(war, start, UnitsAdjusted))


def test_a_remnant_that_leaned_on_an_empty_castle_is_noticed():
    war = month({})
    start = war.state
    war.do(AdjustRemnant(region=DOM, before=1, units=0, reason=WHY))
    war.turn()

    assert [event.regions for event in war.all(RemnantsReturned)] == [(DOM,)]
    assert any("A remnant appeared in Dom" in each for each in without(war, start, RemnantAdjusted))


def test_rewards_that_counted_a_flag_are_leaned_on():
    war = with_board(month({}), castles={DOM: castle("dom", CAT), RegionId("pet"): castle("pet")}, remnants={})
    start = war.state
    war.do(AdjustFlag(region=RegionId("pet"), house=CAT, on=True, reason=WHY))
    war.through("rewards")

    found = without(war, start, type(war.happened[0]))

    assert any("The rewards of Cat" in each for each in found)


def test_a_month_that_is_played_anew_begins_a_record_of_its_own():
    war, _start = played()
    (opened,) = war.all(OrdersOpened)

    again = WARGAME.evolve(war.state, opened)

    assert war_of(again).record.done == ("orders",)
    assert war_of(again).record.battles == ()


def test_a_month_the_clock_was_set_back_to_goes_on_with_its_own_record():
    war, _start = played()
    adjusted = UnitsAdjusted(month=2, region=AKA, house=RAM, before=0, after=2, reason=WHY)
    back = UnitsAdjusted(month=1, region=AKA, house=RAM, before=2, after=0, reason=WHY)

    later = WARGAME.evolve(war.state, adjusted)
    earlier = WARGAME.evolve(later, back)

    assert (war_of(later).record.month, war_of(later).past.month) == (2, 1)
    assert (war_of(earlier).record.month, war_of(earlier).past.month) == (1, 2)
    assert war_of(earlier).record.sheets == war.war.record.sheets


def test_a_correction_that_nothing_leans_on_can_be_withdrawn():
    war, start = played()
    war.do(AdjustUnits(region=AKA, house=RAM, before=0, units=2, reason=WHY))

    assert without(war, start, UnitsAdjusted) == ()


def test_the_opening_of_orders_lasts():
    lasting = {kind.__name__: handler.undo.never for kind, handler in WAR.events.items() if handler.undo.never}

    assert lasting == {"OrdersOpened": REVEALED}


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(
            lambda war: replace(war, units={ZEN: {CAT: -1}}, stock={**war.stock, CAT: 21}), "Zen holds -1", id="units below zero"
        ),
        pytest.param(
            lambda war: replace(war, stock={**war.stock, CAT: -2}), "The stockpile of Cat holds -2", id="stock below zero"
        ),
        pytest.param(
            lambda war: replace(war, stock={**war.stock, CAT: 3}),
            "Cat has 3 pieces on the map and 3 in stock, not 20",
            id="lost pieces",
        ),
        pytest.param(lambda war: replace(war, units={**war.units, "x": {CAT: 0}}), "Units stand in x", id="an unknown region"),
        pytest.param(lambda war: replace(war, remnants={ZEN: 1}), "where no castle is", id="a remnant in a field"),
        pytest.param(lambda war: replace(war, remnants={"amn": 1}), "bears a flag and has a remnant", id="a flag and a remnant"),
        pytest.param(lambda war: replace(war, remnants={DOM: -1}), "Dom has -1 remnants", id="remnants below zero"),
        pytest.param(
            lambda war: replace(war, castles={DOM: castle("dom", "hydra")}, remnants={}), "the flag of no House", id="no House"
        ),
        pytest.param(
            lambda war: replace(war, castles={"x": castle("x")}, remnants={}), "A castle stands in x", id="a castle nowhere"
        ),
        pytest.param(
            lambda war: replace(war, rumors=(replace(war.rumors[0], region="x"),)), "Something stands in x", id="a Rumor nowhere"
        ),
    ],
)
def test_what_must_always_hold(spoil, sentence):
    state = month().state
    spoilt = with_war(state, spoil(war_of(state)))

    assert broken_war(state) == ()
    assert any(sentence in each for each in broken_war(spoilt))
    assert WOLF == "wolf"
