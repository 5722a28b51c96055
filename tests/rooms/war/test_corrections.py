"""Correction notices of the board: what is true now and what it was before, without the reason."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import RumorId
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.immortals import AdjustImmortal
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.remnants import AdjustRemnant
from rooms.war.game.rumors import MoveRumor, PlaceRumor
from rooms.war.game.units import AdjustUnits
from tests.rooms.war.play import AKA, AMN, CAT, DOM, WARGAME, WOLF, ZEN, month, recruit

WHY = "CANARY"
CAT_1 = SeatId("cat-1")


def told(war, command):
    before = war.state
    (happened, *_rest) = war.do(command)
    return [(each.to, each.words) for each in WARGAME.corrections(happened, before)]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (AdjustUnits(region=ZEN, house=CAT, before=3, units=5, reason=WHY), "Units of Cat in Zen: 5, not 3."),
        (AdjustFlag(region=AMN, house=WOLF, on=True, reason=WHY), "Flag of Wolf in Amn: up, not down."),
        (AdjustRemnant(region=DOM, before=1, units=0, reason=WHY), "Remnants in Dom: 0, not 1."),
        (PlaceRumor(region=AKA, reason=WHY), "A new Rumor: in Aka."),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, str) else "",
)
def test_the_hall_is_told_what_changed_on_the_board_and_not_why(command, words):
    assert told(month({"zen": {"cat": 3}}), command) == [("all", words)]


def test_an_immortal_and_a_rumor_are_told_by_where_they_were():
    war = month({"zen": {"cat": 3}})
    guard = next(each for each in war.war.immortals if each.region)
    token = next(each for each in war.war.rumors if each.region)

    (immortal,) = told(war, AdjustImmortal(immortal=guard.id, region=None, reason=WHY))
    (rumor,) = told(war, MoveRumor(rumor=RumorId(token.id), region=None, reason=WHY))

    assert immortal[1].startswith(f"Immortal {guard.id}: off the map, not in ")
    assert rumor[1].startswith("A Rumor: off the map, not in ")


@pytest.mark.rule("R-17")
def test_only_their_author_is_told_that_orders_were_changed_and_how():
    war = month({"zen": {"cat": 3}}, present="cat-1").through("orders")

    assert told(war, CorrectOrders(player=CAT_1, month=1, reason=WHY, orders=(recruit("amn"),))) == [
        ("seat:cat-1", "Your war orders of month 1: Recruit in Amn.")
    ]
    assert told(war, CorrectOrders(player=CAT_1, month=1, reason=WHY, orders=(recruit("zen"),))) == [
        ("seat:cat-1", "Your war orders of month 1: Recruit in Zen, not Recruit in Amn.")
    ]
    assert told(war, CorrectOrders(player=CAT_1, month=1, reason=WHY)) == [
        ("seat:cat-1", "Your war orders of month 1: no orders, not Recruit in Zen.")
    ]
