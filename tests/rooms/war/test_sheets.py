"""The war sheet: documents, forms, allowed orders, and when it is accepted (GE-WAR-05 to -10, -22, -26, -81, R-16, R-17, R-60)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from control.day.clock.phases import EndPhase
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.game.state import Bar, Effect, EffectFrom, EffectKind
from rooms.realm.scenario.ids import Phase, RegionId, Room
from rooms.war.game.sheets.document import WarSheet, blank_sheet, encode, parse, sheet_from_form
from rooms.war.game.sheets.form import units_left
from rooms.war.game.sheets.limits import check, window
from rooms.war.game.sheets.offer import choices
from tests.rooms.realm.game.play import MORNING, ORGANIZER
from tests.rooms.war.play import CAT, Month, month, move, recruit, seated, sheet

CAT_1 = SeatId("cat-1")
WOLF_1 = SeatId("wolf-1")
A_MOVE = {"kind": "move", "origin": "zen", "target": "aka", "units": 2}


def planning(units: dict[str, dict[str, int]] | None = None) -> Month:
    return month(units, phase=Phase.PLANNING)


# --- documents ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-10", "GE-WAR-22", "GE-WAR-26")
def test_a_sheet_survives_being_stored():
    written = sheet(move(2, "zen", "aka"), recruit("zen"), allies="wolf bear", betray=True, extra="zen")

    assert parse(encode(written)) == written
    assert parse(json.loads(encode(written))) == written


def test_an_empty_document_is_an_empty_sheet():
    assert parse(b"{}") == WarSheet()
    assert blank_sheet(planning().state, CAT_1) == WarSheet()


def test_allies_are_sorted_and_counted_once():
    assert parse({"allies": ["wolf", "bear", "wolf"]}).allies == ("bear", "wolf")


@pytest.mark.rule("GE-WAR-06", "GE-WAR-10")
@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        pytest.param(b"not json", "it cannot be read", id="no JSON"),
        pytest.param(b"\xff\xfe", "it cannot be read", id="no text"),
        pytest.param(b"[" * 5000, "it cannot be read", id="deep nonsense"),
        pytest.param(b"[]", "it has no fields", id="a list"),
        pytest.param({"units": 3}, "A war sheet has no field “units”", id="an unknown field"),
        pytest.param({"orders": {}}, "are a list", id="orders that are no list"),
        pytest.param({"orders": [A_MOVE] * 10}, "A sheet with 10 orders is refused", id="ten orders"),
        pytest.param({"orders": ["move"]}, "An order has a kind and a region", id="an order that is a word"),
        pytest.param({"orders": [{"kind": "siege", "target": "zen"}]}, "there is no other kind", id="a siege"),
        pytest.param({"orders": [{}]}, "there is no other kind", id="no kind"),
        pytest.param({"orders": [{**A_MOVE, "units": 0}]}, "A Move of 0 units cannot be", id="no unit"),
        pytest.param({"orders": [{**A_MOVE, "units": -1}]}, "A Move of -1 units cannot be", id="a negative number"),
        pytest.param({"orders": [{**A_MOVE, "units": 10**9}]}, "cannot be", id="an absurd number"),
        pytest.param({"orders": [{**A_MOVE, "units": "2"}]}, "names a number of units", id="a number in words"),
        pytest.param({"orders": [{**A_MOVE, "units": True}]}, "names a number of units", id="true is no number"),
        pytest.param({"orders": [{**A_MOVE, "units": 1.5}]}, "names a number of units", id="half a unit"),
        pytest.param({"orders": [{**A_MOVE, "speed": 9}]}, "A Move has no field “speed”", id="an unknown field of a Move"),
        pytest.param({"orders": [{**A_MOVE, "target": None}]}, "second region names no region", id="a Move to nowhere"),
        pytest.param({"orders": [{**A_MOVE, "origin": 7}]}, "first region names no region", id="a Move from a number"),
        pytest.param({"orders": [{"kind": "recruit", "target": "z" * 99}]}, "on no map", id="a name too long"),
        pytest.param({"orders": [{"kind": "recruit", "target": "zen", "units": 3}]}, "has no field “units”", id="three recruits"),
        pytest.param({"allies": "wolf"}, "a list of Houses", id="allies that are no list"),
        pytest.param({"allies": [1]}, "a list of Houses", id="a number as ally"),
        pytest.param({"betray": "yes"}, "true or false", id="a word in the box"),
        pytest.param({"extra": 4}, "The extra Recruit names no region", id="a number as region"),
    ],
)
def test_what_is_no_war_sheet(document, sentence):
    with pytest.raises(Refused, match=sentence) as no:
        parse(document)

    assert no.value.code == "malformed"


def test_a_form_without_javascript_becomes_a_sheet():
    form = {
        "order1_kind": ["move"],
        "order1_units": ["2"],
        "order1_from": ["zen"],
        "order1_to": ["aka"],
        "order1_region": [""],
        "order2_kind": ["recruit"],
        "order2_region": ["zen"],
        "order2_units": ["1"],
        "extra": ["inn"],
        "allies": ["wolf", "bear"],
        "betray": ["on"],
    }

    assert sheet_from_form(form) == sheet(move(2, "zen", "aka"), recruit("zen"), allies="bear wolf", betray=True, extra="inn")


def test_an_empty_form_is_an_empty_sheet():
    assert sheet_from_form({"order1_kind": [""], "order2_kind": [""], "extra": [""], "allies": [], "csrf": ["x"]}) == WarSheet()


@pytest.mark.parametrize("units", ["", "two", "-1", "1e3", "²", "999999999999"])
def test_a_form_with_nonsense_for_a_number_is_refused(units):
    form = {"order1_kind": ["move"], "order1_units": [units], "order1_from": ["zen"], "order1_to": ["aka"]}

    with pytest.raises(Refused):
        sheet_from_form(form)


# --- allowed orders -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-05", "GE-WAR-09", "GE-WAR-10", "GE-WAR-22", "GE-WAR-81")
@pytest.mark.parametrize(
    ("units", "written", "sentence", "rule"),
    [
        pytest.param(
            {"zen": {"cat": 3}},
            sheet(move(1, "zen", "aka"), move(1, "zen", "inn"), recruit("zen")),
            "A third order is refused: a war sheet has 2.",
            "GE-WAR-05",
            id="a third order",
        ),
        pytest.param({"zen": {"cat": 3}}, sheet(move(1, "zen", "sus")), "Sus does not border on Zen", "GE-WAR-09", id="far away"),
        pytest.param(
            {"zen": {"cat": 3}}, sheet(move(1, "zen", "zen")), "Zen does not border on Zen", "GE-WAR-09", id="on the spot"
        ),
        pytest.param(
            {"zen": {"cat": 3}}, sheet(move(1, "zen", "atlantis")), "There is no region “atlantis”", "GE-WAR-10", id="nowhere"
        ),
        pytest.param(
            {"zen": {"cat": 3}}, sheet(move(1, "inn", "zen")), "Inn holds no unit of Cat", "GE-WAR-10", id="no unit there"
        ),
        pytest.param(
            {"zen": {"wolf": 3, "cat": 1}},
            sheet(move(3, "zen", "inn")),
            "Zen holds 1 of your units and the order moves 3",
            "GE-WAR-10",
            id="units of others",
        ),
        pytest.param(
            {"zen": {"cat": 3}}, sheet(recruit("atlantis")), "There is no region “atlantis”", "GE-WAR-10", id="a Recruit nowhere"
        ),
        pytest.param(
            {"zen": {"cat": 3}}, sheet(allies="wolf hydra"), "There is no House “hydra”", "GE-WAR-22", id="a foreign House"
        ),
        pytest.param({"zen": {"cat": 3}}, sheet(allies="cat wolf"), "A House does not tick itself", "GE-WAR-22", id="itself"),
        pytest.param({"zen": {"cat": 3}}, sheet(extra="zen"), "Cat is sent no food by any law", "GE-WAR-81", id="no food"),
    ],
)
def test_what_may_not_be_written(units, written, sentence, rule):
    with pytest.raises(Refused) as no:
        check(planning(units).state, CAT_1, written)

    assert sentence in no.value.sentence
    assert no.value.rule == rule


@pytest.mark.rule("GE-WAR-05", "GE-WAR-08", "GE-WAR-18", "GE-WAR-81", "R-60")
@pytest.mark.parametrize(
    ("units", "seat", "written"),
    [
        pytest.param({"zen": {"cat": 3}}, CAT_1, sheet(), id="nothing at all"),
        pytest.param({"zen": {"cat": 3}}, CAT_1, sheet(move(3, "zen", "aka"), move(3, "zen", "inn")), id="orders that contradict"),
        pytest.param({"zen": {"cat": 3}}, CAT_1, sheet(recruit("sus")), id="a Recruit that may come good when all units fall"),
        pytest.param({}, CAT_1, sheet(recruit("zen")), id="a House without units in an empty region"),
        pytest.param({"zen": {"wolf": 1}}, CAT_1, sheet(recruit("zen")), id="a House without units where others may leave"),
        pytest.param({}, CAT_1, sheet(recruit("dom")), id="a House without units where a remnant may fall"),
        pytest.param({"chi": {"wolf": 1}}, WOLF_1, sheet(recruit("chi"), recruit("chi"), extra="chi"), id="an extra Recruit"),
    ],
)
def test_what_may_be_written(units, seat, written):
    check(planning(units).state, seat, written)


def test_a_scenario_may_give_more_orders():
    war = month({"zen": {"cat": 3}}, phase=Phase.PLANNING, orders_per_player=3)

    check(war.state, CAT_1, sheet(recruit("zen"), recruit("zen"), recruit("zen")))


def test_the_choices_are_those_of_the_board():
    offered = choices(planning({"zen": {"cat": 3}, "sus": {"bear": 2}}).state, CAT_1)

    assert [(each.origin, each.units, [place.region for place in each.targets]) for each in offered.moves] == [
        ("zen", 3, ["aah", "aka", "cry", "inn", "mok", "ode"])
    ]
    assert [place.region for place in offered.recruits] == ["aah", "aka", "cry", "inn", "mok", "ode", "zen"]
    assert [each.house for each in offered.allies] == ["swords", "snake", "wolf", "eagle", "bear", "ram", "unicorn", "octopus"]
    assert (offered.orders, offered.extra, offered.stock, offered.eliminated) == (2, False, 17, False)


@pytest.mark.rule("GE-WAR-82", "R-69")
@pytest.mark.parametrize(("origin", "known"), [(EffectFrom.LAW, True), (EffectFrom.SCHEME, False)])
def test_what_a_law_closes_stays_listed_with_its_reason_and_what_a_scheme_closes_is_not_told(origin, known):
    war = planning({"zen": {"cat": 3}, "sus": {"bear": 2}})
    ban = Effect(
        id=1, kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=(RegionId("aka"),), source="A Travel Ban", origin=origin
    )
    offered = choices(replace(war.state, effects=(ban,)), CAT_1)
    (zen,) = offered.moves

    for places in (zen.targets, offered.recruits):
        (aka,) = (place for place in places if place.region == "aka")
        assert aka.shut is known
        assert ("Travel Ban" in aka.label) is known
        assert not any(place.shut for place in places if place.region != "aka")


@pytest.mark.rule("R-41")
@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([("amn", 1), ("amn", 3)], [3, 2]),
        ([("amn", 5), ("amn", 1)], [3, 0]),
        ([("amn", 1), None, ("zen", 1), ("amn", 1)], [3, None, 1, 2]),
        ([("fog", 1)], [None]),
    ],
)
def test_what_the_orders_above_leave(moves, expected):
    assert list(units_left({"amn": 3, "zen": 1}, moves)) == expected


@pytest.mark.rule("GE-WAR-68", "R-60")
def test_a_house_without_units_is_offered_every_region_and_told_which_are_not_empty():
    offered = choices(planning({"zen": {"wolf": 1}}).state, CAT_1)

    names = {place.region: place.label for place in offered.recruits}
    assert offered.eliminated
    assert offered.moves == ()
    assert (names["aka"], names["zen"], names["dom"]) == ("Aka", "Zen (not empty now)", "Dom (not empty now)")
    assert len(names) == 40


@pytest.mark.rule("GE-WAR-81")
def test_the_extra_recruit_is_offered_to_houses_that_are_sent_food():
    assert choices(planning().state, WOLF_1).extra
    assert not choices(planning().state, CAT_1).extra


# --- when sheets are accepted -------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-EVT-37", "GE-WAR-29", "R-16")
@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        pytest.param(Phase.CEREMONY, False, id="Ceremony"),
        pytest.param(Phase.PLANNING, True, id="Planning"),
        pytest.param(Phase.MOVEMENT, True, id="Movement"),
        pytest.param(Phase.ACTION, True, id="Action, before the Orders step has ended"),
        pytest.param(Phase.RETURN, False, id="Return"),
    ],
)
def test_when_sheets_are_taken(phase, expected):
    war = month(phase=phase)
    state = seated(war.state, "cat-1", Room.WAR)

    assert window(state, CAT_1).open is expected


@pytest.mark.rule("GE-WAR-29")
def test_the_deadline_is_certain_in_the_orders_step_alone():
    war = month({}, {"cat-1": sheet()})
    before = window(war.state, CAT_1).closes_at
    war.through("updates")

    during = window(war.state, CAT_1).closes_at
    war.through("orders")
    after = window(war.state, CAT_1)

    assert before is None
    assert during is not None
    assert during - MORNING > timedelta(minutes=1)
    assert (after.open, after.closes_at, after.month) == (False, MORNING, 1)


@pytest.mark.rule("R-16")
def test_who_chose_another_room_or_none_in_time_writes_no_orders():
    elsewhere = seated(planning().state, "cat-1", Room.COURT)
    nowhere = month().state

    assert "You chose the Court" in window(elsewhere, CAT_1).sentence
    assert not window(elsewhere, CAT_1).open
    assert "You are in no room this month" in window(nowhere, CAT_1).sentence
    assert not window(nowhere, CAT_1).open


def test_who_is_barred_or_not_checked_in_writes_no_orders():
    state = planning().state
    player = state.seats[CAT_1]
    barred = replace(player, bars=(Bar(room=Room.WAR, why="law 17", rule="GE-CRT-47"),))
    absent = replace(player, presence=Presence.ABSENT)

    for changed in (barred, absent):
        assert not window(replace(state, seats={**state.seats, CAT_1: changed}), CAT_1).open


def test_no_sheet_before_the_day_begins_or_from_a_stranger():
    state = planning().state

    assert not window(replace(state, clock=replace(state.clock, stage=type(state.clock.stage).GATHERING)), CAT_1).open
    assert not window(state, SeatId("hydra-1")).open
    with pytest.raises(Refused):
        check(state, SeatId("hydra-1"), sheet())


def test_the_next_month_opens_a_new_window():
    war = month({}, {"cat-1": sheet()}).through("recruit").turn()
    war.do(EndPhase(month=2, phase=Phase.CEREMONY), by=ORGANIZER)

    assert (window(war.state, CAT_1).open, window(war.state, CAT_1).month) == (True, 2)
    assert CAT == "cat"
