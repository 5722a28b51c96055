"""Overlay of the map: arrows of Moves, expected battles and flags, and a player's own orders only."""

from __future__ import annotations

import pytest

from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from rooms.realm.game.state import Building
from rooms.realm.scenario.ids import RegionId, Room
from rooms.war.game.overlay import Arrow, FlagGhost, Recruit, overlay_of_month, own_orders, preview_map
from rooms.war.game.state import record_of
from tests.rooms.war.play import AKA, AMN, CAT, FOG, INN, WARGAME, WOLF, ZEN, Month, month, move, recruit, sheet

CAT1, CAT2, WOLF1 = (SeatId(each) for each in ("cat-1", "cat-2", "wolf-1"))
AAH = RegionId("aah")


def foretold(war: Month, step: str):
    command = EndStep(room=Room.WAR, month=1, step=StepId(step))
    return preview_map(war.state, WARGAME.decided(war.state, command, war.asked()).events)


def ways(overlay) -> list[tuple[str, str, int, int, bool]]:
    return sorted((each.origin, each.target, each.units, each.wasted, each.swap) for each in overlay.arrows)


def test_two_armies_that_change_places_are_a_swap():
    war = month(
        {"zen": {"cat": 2}, "aka": {"wolf": 1}},
        {"cat-1": sheet(move(2, "zen", "aka")), "wolf-1": sheet(move(1, "aka", "zen"))},
    ).through("favors")

    assert ways(foretold(war, "move")) == [("aka", "zen", 1, 0, True), ("zen", "aka", 2, 0, True)]


def test_a_wasted_move_the_other_way_is_no_swap():
    war = month(
        {"zen": {"cat": 2}, "aka": {"wolf": 1}},
        {"cat-1": sheet(move(2, "zen", "aka")), "cat-2": sheet(move(2, "aka", "zen"))},
    ).through("favors")

    assert ways(foretold(war, "move")) == [("aka", "zen", 0, 2, False), ("zen", "aka", 2, 0, False)]


def test_moves_of_a_house_along_one_way_are_one_arrow():
    war = month({"zen": {"cat": 3}}, {"cat-1": sheet(move(2, "zen", "aka")), "cat-2": sheet(move(1, "zen", "aka"))})

    assert ways(foretold(war.through("favors"), "move")) == [("zen", "aka", 3, 0, False)]


@pytest.mark.rule("GE-WAR-77", "R-63")
def test_movers_stopped_on_the_road_end_where_they_were_stopped():
    war = month({"amn": {"cat": 2}, "aah": {"wolf": 1}}, {"cat-1": sheet(move(2, "amn", "zen")), "wolf-1": sheet()})
    road = Building(id=1, kind="trade-route", house=CAT, places=(AMN, AAH, ZEN))
    war.state = replace(war.state, buildings=(road,))

    (arrow,) = foretold(war.through("favors"), "move").arrows

    assert (arrow.origin, arrow.target, arrow.stopped, arrow.units) == (AMN, ZEN, AAH, 2)


def test_battles_and_flags_to_come_are_foretold():
    war = month({"fog": {"wolf": 4, "cat": 1}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("move")

    overlay = foretold(war, "battle")

    (battle,) = overlay.battles
    assert [(side.short, side.attack, side.stands) for side in battle.counts[0]] == [("WOL", 4, True), ("CAT", 1, False)]
    assert FlagGhost(house=WOLF, region=FOG, on=True) in overlay.flags
    assert any(not flag.on for flag in overlay.flags)


def test_peace_is_foretold():
    war = month({"zen": {"wolf": 1, "cat": 1}}, {"cat-1": sheet(allies="wolf"), "wolf-1": sheet(allies="cat")}).through("move")

    assert foretold(war, "battle").peace == (ZEN,)


def test_looking_back_shows_the_moves_and_battles_of_the_month():
    war = month({"zen": {"cat": 2}, "aka": {"wolf": 1}}, {"cat-1": sheet(move(2, "zen", "aka")), "wolf-1": sheet()})
    war.through("recruit")

    overlay = overlay_of_month(war.state, record_of(war.state))

    assert ways(overlay) == [("zen", "aka", 2, 0, False)]
    assert [battle.region for battle in overlay.battles] == [AKA]


# --- a player's own -----------------------------------------------------------------------------------------------------

MINE = sheet(move(2, "zen", "aka"), recruit("zen"))


def secret() -> Month:
    return month({"zen": {"cat": 2}, "aka": {"wolf": 2}}, {"cat-1": MINE, "wolf-1": sheet(move(1, "aka", "zen"))}, present="cat-2")


@pytest.mark.rule("GE-WAR-07", "R-17")
def test_a_sealed_sheet_is_drawn_from_the_own_document_alone():
    war = secret()

    assert own_orders(war.state, CAT1, MINE).arrows == (Arrow(house=CAT, origin=ZEN, target=AKA, units=2, wasted=0, planned=True),)
    assert own_orders(war.state, CAT1, MINE).recruits == (Recruit(house=CAT, region=ZEN, fate="open"),)
    assert own_orders(war.state, CAT2, None) == own_orders(war.state, WOLF1, None) == own_orders(month().state, CAT1, None)


@pytest.mark.rule("GE-WAR-07", "R-17")
@pytest.mark.parametrize("step", ["orders", "move", "recruit"])
def test_opened_orders_of_others_are_on_no_players_map(step):
    war = secret().through(step)

    assert {arrow.house for arrow in own_orders(war.state, WOLF1, None).arrows} == {WOLF}
    assert own_orders(war.state, CAT2, None).arrows == ()
    assert own_orders(war.state, CAT2, None).recruits == ()


def test_own_orders_say_what_became_of_them():
    war = month({"zen": {"cat": 2}}, {"cat-1": sheet(move(2, "zen", "aka"), recruit("inn"))}, present="cat-2").through("recruit")

    overlay = own_orders(war.state, CAT1, None)

    assert [(arrow.units, arrow.planned) for arrow in overlay.arrows] == [(2, False)]
    assert overlay.recruits == (Recruit(house=CAT, region=INN, fate="wasted"),)
