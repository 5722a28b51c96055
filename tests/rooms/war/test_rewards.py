"""Rewards (GE-WAR-33, -49 to -53, -71, R-06, R-50, R-52, R-55)."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.game.favors.deck import FavorDeckRefilled, FavorDrawn
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.scenario.ids import RegionId, RumorId
from rooms.war.game.board import RumorToken, board_of
from rooms.war.game.reasons import castles_reason, rumor_reason, sums_reason
from rooms.war.game.records.battles import Battle, Overcame
from rooms.war.game.records.month import MonthRecord, Reward
from rooms.war.game.rewards import reward_of, reward_words
from rooms.war.game.state import WarState
from rooms.war.game.view_orders import war_results
from tests.rooms.war.play import AKA, CAT, DOM, RAM, WOLF, castle, month, only, sheet, with_board
from tests.scenarios import default

PET = RegionId("pet")


def token(number: int, region: str) -> RumorToken:
    return RumorToken(id=RumorId(f"rumor-{number}"), region=RegionId(region), text="hush")


def beaten(region: str, *over: str) -> Battle:
    return Battle(region=RegionId(region), rounds=(), overcame=tuple(Overcame(house=CAT, over=each) for each in over))  # type: ignore[arg-type]


def earned(
    units: dict[str, dict[str, int]], *battles: Battle, castles: str = "", rumors: str = "", free: int = 1
) -> tuple[int, int]:
    war = replace(
        only(WarState(stock={}), units),
        castles={RegionId(each): castle(each, CAT) for each in castles.split()},
        rumors=tuple(token(at, each) for at, each in enumerate(rumors.split(), start=1)),
    )
    reward = reward_of(war, CAT, record=MonthRecord(month=1, battles=battles), free_castles=free)
    return reward.power, reward.favors


@pytest.mark.rule("GE-WAR-49", "GE-WAR-50", "R-52")
@pytest.mark.parametrize(
    ("castles", "battles", "expected"),
    [
        pytest.param("", (), 0, id="no castle"),
        pytest.param("dom", (), 0, id="one castle"),
        pytest.param("dom pet old", (), 2, id="three castles"),
        pytest.param("dom", (beaten("dom", WOLF, RAM),), 2, id="two overcome at the only castle"),
        pytest.param("dom pet", (beaten("dom", WOLF),), 2, id="one more castle and one overcome"),
        pytest.param("dom", (beaten("aka", WOLF),), 0, id="overcome where it holds no castle"),
    ],
)
def test_power(castles, battles, expected):
    assert earned({}, *battles, castles=castles)[0] == expected


@pytest.mark.rule("R-52")
def test_a_scenario_may_set_how_many_castles_are_free():
    assert earned({}, castles="dom pet old", free=0)[0] == 3
    assert earned({}, castles="dom pet old", free=5)[0] == 0


@pytest.mark.rule("GE-WAR-04", "GE-WAR-52", "GE-WAR-53", "R-55")
@pytest.mark.parametrize(
    ("units", "rumors", "battles", "expected"),
    [
        pytest.param({"aka": {"cat": 1}}, "aka", (), 1, id="a unit at a Rumor"),
        pytest.param({"aka": {"cat": 3, "wolf": 1}}, "aka", (), 1, id="number and company do not matter"),
        pytest.param({"zen": {"cat": 1}}, "aka", (), 0, id="a unit elsewhere"),
        pytest.param({"aka": {"cat": 1}, "inn": {"cat": 1}}, "aka inn", (), 2, id="two Rumors"),
        pytest.param({"aka": {"cat": 1}}, "aka", (beaten("aka", WOLF, RAM),), 2, id="one further Favor for two overcome"),
        pytest.param({"aka": {"cat": 1}}, "aka aka", (beaten("aka", WOLF),), 3, id="two tokens, one victory"),
        pytest.param({"aka": {"cat": 1}}, "aka", (beaten("inn", WOLF),), 1, id="a victory elsewhere"),
        pytest.param({}, "aka", (beaten("aka", WOLF),), 0, id="nobody left to hear it"),
    ],
)
def test_favors(units, rumors, battles, expected):
    assert earned(units, *battles, rumors=rumors)[1] == expected


@pytest.mark.rule("GE-WAR-33", "R-06", "GE-EVT-08")
def test_power_and_favors_go_to_the_highest_rank_in_the_war_room():
    war = month({"aka": {"cat": 1}}, {"cat-2": sheet(), "cat-3": sheet()})
    with_board(war, castles={DOM: castle("dom", CAT), PET: castle("pet", CAT)}, remnants={}, rumors=(token(1, "aka"),))

    war.through("rewards")

    assert war.all(PowerGained) == [PowerGained(seat="cat-2", amount=1, why=sums_reason((castles_reason(2, 1),)))]
    (drawn,) = war.all(FavorDrawn)
    assert (drawn.seat, drawn.why) == ("cat-2", rumor_reason("Aka"))
    assert war.state.seats["cat-2"].purse.power == 1


@pytest.mark.rule("GE-WAR-71", "R-44")
def test_a_house_without_players_there_earns_for_its_rank_1():
    war = with_board(month({"aka": {"cat": 1}}), castles={}, remnants={}, rumors=(token(1, "aka"),)).through("rewards")

    assert [drawn.seat for drawn in war.all(FavorDrawn)] == ["cat-1"]


@pytest.mark.rule("R-110", "R-135")
def test_houses_that_draw_in_one_step_never_draw_the_same_card():
    war = month({"aka": {"cat": 1, "wolf": 1, "ram": 1}}, {"cat-1": sheet(), "wolf-1": sheet(), "ram-1": sheet()})
    with_board(war, castles={}, remnants={}, rumors=tuple(token(at, "aka") for at in range(1, 4)))
    war.state = replace(war.state, favor_deck=war.state.favor_deck[:2], favor_discards=war.state.favor_deck[2:])
    with_board(war, units={AKA: {WOLF: 2}}, stock={**war.war.stock, CAT: 20, RAM: 20, WOLF: 18})

    war.through("rewards")

    cards = [drawn.card for drawn in war.all(FavorDrawn)]
    assert len(cards) == len(set(cards)) == 3
    assert len(war.all(FavorDeckRefilled)) == 1


@pytest.mark.rule("R-55")
def test_a_rumor_stays_until_war_control_moves_it_unless_the_scenario_says_otherwise():
    stays = with_board(month({"aka": {"cat": 1}}), rumors=(token(1, "aka"), token(2, "inn"))).through("rewards")
    removed = month({"aka": {"cat": 1}}, rumor_after_reward="removed")
    with_board(removed, rumors=(token(1, "aka"), token(2, "inn"))).through("rewards")

    assert [each.region for each in stays.war.rumors] == ["aka", "inn"]
    assert [each.region for each in removed.war.rumors] == [None, "inn"]


@pytest.mark.rule("GE-WAR-49")
@pytest.mark.parametrize(
    ("earned", "said"),
    [
        pytest.param({"castles": (DOM, AKA), "for_castles": 1}, "Cat 1 Power (2 castles give 1)", id="Power alone"),
        pytest.param({"rumors": (AKA,), "for_rumors": 1}, "Cat 1 Favor (Rumor in Aka 1)", id="Favors alone"),
        pytest.param(
            {"castles": (DOM, AKA), "for_castles": 1, "rumors": (AKA, AKA), "for_rumors": 2},
            "Cat 1 Power (2 castles give 1) and 2 Favors (Rumor in Aka 2)",
            id="both",
        ),
    ],
)
def test_what_a_house_earned_is_told_with_its_sums(earned, said):
    assert reward_words(board_of(default()), Reward(house=CAT, seat=None, **earned)) == said


@pytest.mark.rule("GE-WAR-33", "R-06")
def test_what_a_house_earned_and_who_keeps_it_is_told_to_all_of_it_and_to_nobody_else():
    war = month({"aka": {"cat": 1}}, {"cat-2": sheet()})
    war = with_board(war, castles={}, remnants={}, rumors=(token(1, "aka"),)).through("rewards")

    told = [war_results(war.state, Viewer(seat=SeatId(seat))).gains for seat in ("cat-1", "cat-2", "wolf-1")]

    name = war.state.seats[SeatId("cat-2")].name
    assert [[(gain.month, gain.sentence, gain.to) for gain in gains] for gains in told] == [
        [(1, "Cat 1 Favor (Rumor in Aka 1)", name)],
        [(1, "Cat 1 Favor (Rumor in Aka 1)", name)],
        [],
    ]
