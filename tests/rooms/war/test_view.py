"""Views of the War Room: who may know what (GE-WAR-07, R-17), and the desk's previews."""

from __future__ import annotations

import msgspec
import pytest

from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import RegionId, Room
from rooms.war.game.overlay import Arrow, Ghost, preview_map
from rooms.war.game.view import view_war
from rooms.war.game.view_map import ArmyView, map_view
from tests.rooms.war.play import AKA, CAT, WARGAME, WOLF, ZEN, Month, month, move, recruit, sheet

WAR_DESK = Viewer(desks=frozenset({Desk.WAR}))
COURT_DESK = Viewer(desks=frozenset({Desk.COURT}))
ORGANIZER = Viewer(desks=frozenset({Desk.ORGANIZER}))
OWN = Viewer(seat=SeatId("cat-1"))
SAME_HOUSE = Viewer(seat=SeatId("cat-2"))
OTHER_HOUSE = Viewer(seat=SeatId("wolf-1"))


def text_of(war: Month, viewer: Viewer) -> str:
    return msgspec.json.encode(WARGAME.view(war.state, viewer), enc_hook=str).decode()


def secret() -> Month:
    """Cat 1 orders a Move from Zen to Aka and a betrayal."""
    return month({"zen": {"cat": 2}}, {"cat-1": sheet(move(2, "zen", "aka"), betray=True), "wolf-1": sheet()}, present="cat-2")


@pytest.mark.rule("GE-WAR-07", "R-17")
@pytest.mark.parametrize(
    ("viewer", "sees"),
    [
        pytest.param(OWN, True, id="its author"),
        pytest.param(SAME_HOUSE, False, id="the own House"),
        pytest.param(OTHER_HOUSE, False, id="another House"),
        pytest.param(WAR_DESK, True, id="War Control"),
        pytest.param(ORGANIZER, True, id="the organizer"),
        pytest.param(COURT_DESK, False, id="Control of another desk"),
        pytest.param(HALL, False, id="the screen"),
        pytest.param(NOBODY, False, id="nobody"),
    ],
)
def test_who_reads_an_opened_sheet(viewer, sees):
    war = secret().through("orders")

    assert ("Move 2 from Zen to Aka" in text_of(war, viewer)) is sees
    assert ("etrays the Sovereign" in text_of(war, viewer)) is sees


@pytest.mark.rule("GE-WAR-07", "R-17")
@pytest.mark.parametrize("viewer", [OWN, SAME_HOUSE, OTHER_HOUSE, WAR_DESK, ORGANIZER, HALL, NOBODY])
def test_a_sealed_sheet_is_in_no_view(viewer):
    war = secret().through("updates")

    assert "Move 2 from Zen" not in text_of(war, viewer)
    assert "betrays" not in text_of(war, viewer)


@pytest.mark.rule("R-17")
def test_a_scenario_may_let_a_house_see_its_own_sheets():
    war = month(
        {"zen": {"cat": 2}}, {"cat-1": sheet(move(2, "zen", "aka"))}, present="cat-2 wolf-1", war_sheet_visible_to_house=True
    )
    sealed = text_of(war, SAME_HOUSE)
    war.through("orders")

    assert "Move 2 from Zen" not in sealed
    assert "Move 2 from Zen to Aka" in text_of(war, SAME_HOUSE)
    assert "Move 2 from Zen" not in text_of(war, OTHER_HOUSE)


def test_the_board_is_the_same_for_everybody():
    war = secret().through("battle")
    seen = [view_war(war.state, viewer).map for viewer in (OWN, OTHER_HOUSE, WAR_DESK, HALL, NOBODY)]

    assert all(each == seen[0] for each in seen)
    assert seen[0].region(AKA).units_of(CAT) == 2
    assert seen[0].region(RegionId("dom")).remnants == 1
    assert seen[0].region(RegionId("amn")).court
    assert seen[0].region(RegionId("amn")).immortals == 4
    assert [row.id for row in seen[0].houses][:2] == ["cat", "swords"]
    assert seen[0].houses[0].stock == 18


def test_the_texts_of_rumors_are_read_by_war_control_alone():
    war = month()
    text = war.war.rumors[0].text

    assert text in text_of(war, WAR_DESK)
    assert text not in text_of(war, HALL)
    assert text not in text_of(war, OWN)


def test_battles_are_told_to_all_once_they_are_fought():
    war = month({"zen": {"cat": 3, "wolf": 2}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("move")
    before = view_war(war.state, NOBODY).map.battles
    war.through("battle")

    after = view_war(war.state, NOBODY).map.battles

    assert before == ()
    assert [each.sentence for each in after] == ["Zen: Cat 3 beats Wolf 2; Wolf loses 2."]


def test_what_became_of_ones_orders():
    war = month(
        {"zen": {"cat": 3}},
        {"cat-1": sheet(move(2, "zen", "aka"), recruit("inn"), allies="wolf"), "cat-2": sheet(move(3, "zen", "inn"))},
    ).through("recruit")

    first, second = war.seen_by("cat-1").mine, war.seen_by("cat-2").mine

    assert first is not None
    assert second is not None
    assert [(line.fate, line.sentence, line.rule) for line in first.lines] == [
        ("done", "2 units moved from Zen to Aka.", ""),
        ("done", "1 unit recruited in Inn.", ""),
    ]
    assert [(line.fate, line.rule) for line in second.lines] == [("part", "GE-WAR-12")]
    assert first.allies == "Cat marks Wolf as an ally."
    assert "did not count" in second.allies


def test_the_orders_of_the_month_before_stay_readable():
    war = month({"zen": {"cat": 3}}, {"cat-1": sheet(move(2, "zen", "aka"))}).through("recruit").turn()

    seen = war.seen_by("cat-1")

    assert seen.mine is not None
    assert not seen.mine.opened
    assert seen.last is not None
    assert [line.fate for line in seen.last.lines] == ["done"]


def test_who_sent_nothing_reads_why_nothing_is_there():
    war = month({}, {"wolf-1": sheet()}, present="cat-1").through("orders")

    here, elsewhere = war.seen_by("cat-1").mine, war.seen_by("cat-5").mine

    assert here is not None
    assert here.sentence == "You were in the War Room and sent no sheet."
    assert elsewhere is not None
    assert elsewhere.sentence == "You were not in the War Room."


def test_the_desk_sees_sheets_by_house_stances_steps_and_who_is_silent():
    desk = view_war(secret().through("orders").state, WAR_DESK).desk

    assert desk is not None
    cat = next(each for each in desk.houses if each.house == CAT)
    assert [(each.seat, each.speaks, each.sheet.betray) for each in cat.sheets] == [("cat-1", True, True)]
    assert len(cat.silent) == 1
    assert [(row.id, row.state) for row in desk.steps][:4] == [
        ("updates", "done"),
        ("orders", "done"),
        ("favors", "now"),
        ("move", "next"),
    ]
    stance = next(row for row in desk.stances if row.house == CAT)
    assert stance.sentence == "Cat marks no allies and betrays the Sovereign."


def test_a_step_can_be_looked_at_before_it_is_carried_out():
    war = month(
        {"zen": {"cat": 3}, "aka": {"wolf": 1}},
        {"cat-1": sheet(move(2, "zen", "aka"), move(3, "zen", "inn")), "wolf-1": sheet()},
    ).through("favors")
    before = war.state

    moves = WARGAME.decide(war.state, EndStep(room=Room.WAR, month=1, step=StepId("move")), war.asked())
    overlay = preview_map(war.state, moves)
    war.through("move")
    battles = WARGAME.decide(war.state, EndStep(room=Room.WAR, month=1, step=StepId("battle")), war.asked())

    assert overlay.arrows == (
        Arrow(house=CAT, origin=ZEN, target=AKA, units=2, wasted=0),
        Arrow(house=CAT, origin=ZEN, target=RegionId("inn"), units=1, wasted=2),
    )
    assert Ghost(house=CAT, region=AKA, before=0, after=2) in overlay.ghosts
    assert overlay.wasted[0].endswith(
        "order 2: 1 unit moved from Zen to Inn, not 3: Zen held 3 units of Cat, and other orders had left 1 of them to move."
    )
    assert [each.sentence for each in preview_map(war.state, battles).battles] == ["Aka: Cat 2 beats Wolf 1; Wolf loses 1."]
    assert Ghost(house=WOLF, region=AKA, before=1, after=0) in preview_map(war.state, battles).ghosts
    assert before.rooms[Room.WAR] != war.state.rooms[Room.WAR]


@pytest.mark.rule("GE-WAR-27")
def test_what_changed_last_month_is_marked_until_something_changes_again():
    war = month({"zen": {"cat": 3}}, {"cat-1": sheet(move(2, "zen", "aka"))}).through("recruit").turn()

    changed = {region.id for region in view_war(war.state, HALL).map.regions if region.changed}

    assert {"zen", "aka"} <= changed
    assert "sus" not in changed


@pytest.mark.rule("GE-WAR-63", "R-43")
def test_the_betrayal_line_says_what_the_box_did():
    war = month(
        {"amn": {"wolf": 9}, "zen": {"cat": 1}},
        {"wolf-1": sheet(betray=True), "wolf-2": sheet(betray=True), "cat-1": sheet(betray=True), "ram-1": sheet()},
    ).through("battle")

    said = {seat: war.seen_by(seat).mine.betrayal for seat in ("wolf-1", "wolf-2", "cat-1", "ram-1")}

    assert said["wolf-1"] == "Wolf attacked 4 Immortals in Amn and defeated them; they killed 4 of its units as they fell (R-56)."
    assert "did not count" in said["wolf-2"]
    assert "met no Immortal" in said["cat-1"]
    assert said["ram-1"] == ""


@pytest.mark.parametrize(
    ("found", "empty"),
    [
        pytest.param({}, True, id="nothing"),
        pytest.param({"armies": (ArmyView(house=CAT, name="Cat", short="Ca", units=1),)}, False, id="units"),
        pytest.param({"remnants": 1}, False, id="a remnant"),
        pytest.param({"immortals": 1}, False, id="an Immortal"),
    ],
)
def test_a_region_is_empty_where_nothing_stands_that_fights(found, empty):
    region = map_view(month({"zen": {}}, {}).state).regions[0]
    bare = replace(region, armies=(), remnants=0, immortals=0)

    assert replace(bare, **found).empty is empty
