"""Summary of a month on the map: the result of each battle for a House, and changes of castles."""

from __future__ import annotations

import pytest

from control.engine.reports import OrderFate
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.battles import battle_short
from rooms.war.game.board import Board
from rooms.war.game.flags import castle_short
from rooms.war.game.records.battles import IMMORTALS, Army, Battle, BattleResult, Loss, Round
from tests.rooms.war.test_counted import BOARD

CAT, WOLF, SNAKE = HouseId("cat"), HouseId("wolf"), HouseId("snake")
ARMY = {house: Army(house=house, units=1, strength=1, attack=1) for house in (CAT, WOLF, IMMORTALS)}
INN = RegionId("inn")
board: Board = BOARD


def battle(*houses: HouseId, result: BattleResult, top: tuple[HouseId, ...], side: tuple[HouseId, ...] = ()) -> Battle:
    losses = tuple(Loss(house=each, units=1) for each in houses if each not in side and each != IMMORTALS)
    count = Round(armies=tuple(ARMY[each] for each in houses), result=result, top=top, side=side, losses=losses)
    return Battle(region=INN, rounds=(count,))


@pytest.mark.rule("GE-WAR-40", "GE-WAR-42", "R-56")
def test_each_house_reads_how_a_battle_ended_for_it():
    won = battle(CAT, WOLF, result=BattleResult.WON, top=(CAT,), side=(CAT,))
    tie = battle(CAT, WOLF, result=BattleResult.WIPED_OUT, top=(CAT, WOLF))
    held = battle(CAT, IMMORTALS, result=BattleResult.GUARD_HELD, top=(IMMORTALS,))

    assert battle_short(board, WOLF, won, 1) == ("Inn: beaten by Cat, 1 unit lost.", OrderFate.NOTHING)
    assert battle_short(board, CAT, won, 0) == ("Inn: you beat Wolf.", OrderFate.DONE)
    assert battle_short(board, CAT, tie, 2) == ("Inn: nobody won against Wolf, 2 units lost.", OrderFate.NOTHING)
    assert battle_short(board, CAT, held, 1) == ("Inn: the Immortals held it, 1 unit lost.", OrderFate.NOTHING)


@pytest.mark.rule("R-53")
def test_each_house_reads_what_became_of_a_castle():
    assert castle_short(board, "Inn", CAT, (CAT,), (SNAKE,)) == "You took Inn from Snake."
    assert castle_short(board, "Inn", SNAKE, (CAT,), (SNAKE,)) == "You lost Inn to Cat."
    assert castle_short(board, "Inn", CAT, (CAT,), ()) == "Your flag stands on Inn."
    assert castle_short(board, "Inn", SNAKE, (), (SNAKE,)) == "You lost Inn."
