"""Manual adjustments by War Control (GE-EVT-15, GE-WAR-03, R-16, R-42, R-54, R-55, R-58)."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId, Room, RumorId
from rooms.war.game import whynot
from rooms.war.game.board import board_of
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.immortals import AdjustImmortal
from rooms.war.game.orders import AdmitSheet, CorrectOrders
from rooms.war.game.records.orders import StanceFrom, Why
from rooms.war.game.remnants import AdjustRemnant
from rooms.war.game.rumors import MoveRumor, PlaceRumor
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.rooms.realm.game.play import COURT_CONTROL, ORGANIZER
from tests.rooms.war.play import AKA, AMN, CAT, DOM, RAM, WOLF, ZEN, castle, month, move, recruit, seated, sheet, with_board

CAT_1, CAT_2 = SeatId("cat-1"), SeatId("cat-2")
WHY = "seen at the table"


@pytest.mark.rule("R-42", "GE-EVT-15")
def test_units_come_from_the_stockpile_and_go_back_to_it():
    war = month({"zen": {"cat": 3}})

    war.do(AdjustUnits(region=ZEN, house=CAT, before=3, units=5, reason=WHY))
    war.do(AdjustUnits(region=AKA, house=CAT, before=0, units=1, reason=WHY))
    war.do(AdjustUnits(region=ZEN, house=CAT, before=5, units=0, reason=WHY))

    assert war.war.units == {AKA: {CAT: 1}}
    assert war.war.stock[CAT] == 19
    assert war.sentences[0] == "Cat has 5 units in Zen, not 3: seen at the table."


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        pytest.param(AdjustUnits(region=ZEN, house=CAT, before=3, units=21, reason=WHY), "holds 17; 18 more", id="no such stock"),
        pytest.param(AdjustUnits(region=ZEN, house=CAT, before=3, units=-1, reason=WHY), "0 units or more", id="below zero"),
        pytest.param(AdjustUnits(region=ZEN, house=CAT, before=3, units=2, reason="  "), "Say why", id="no reason"),
        pytest.param(AdjustUnits(region=RegionId("x"), house=CAT, before=0, units=2, reason=WHY), "no such region", id="no region"),
        pytest.param(AdjustUnits(region=ZEN, house="hydra", before=0, units=2, reason=WHY), "no such House", id="no House"),
        pytest.param(AdjustFlag(region=ZEN, house=CAT, on=True, reason=WHY), "There is no castle in Zen", id="no castle"),
        pytest.param(
            AdjustFlag(region=DOM, house=CAT, on=True, reason=WHY), "while a remnant stands there", id="a remnant bars it"
        ),
        pytest.param(AdjustRemnant(region=AMN, before=0, units=1, reason=WHY), "Amn is claimed", id="a claimed castle"),
        pytest.param(AdjustRemnant(region=DOM, before=1, units=99, reason=WHY), "0 to 20 remnants", id="too many remnants"),
        pytest.param(
            AdjustRemnant(region=ZEN, before=0, units=1, reason=WHY), "There is no castle in Zen", id="a remnant in a field"
        ),
        pytest.param(AdjustImmortal(immortal=9, region=ZEN, reason=WHY), "no such Immortal", id="no Immortal"),
        pytest.param(MoveRumor(rumor=RumorId("x"), region=ZEN, reason=WHY), "no such Rumor", id="no Rumor"),
        pytest.param(PlaceRumor(region=RegionId("x"), reason=WHY), "no such region", id="a Rumor nowhere"),
        pytest.param(CorrectOrders(player=CAT_1, month=1, reason=WHY), "lie sealed", id="sealed orders"),
        pytest.param(AdmitSheet(player=CAT_1, month=1, reason=WHY), "lie sealed", id="sealed sheets"),
    ],
)
def test_what_war_control_may_not_set(command, sentence):
    war = month({"zen": {"cat": 3}})

    with pytest.raises(Refused) as no:
        war.do(command)

    assert sentence in no.value.sentence


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(AdjustUnits(region=ZEN, house=CAT, before=2, units=4, reason=WHY), id="units seen otherwise"),
        pytest.param(AdjustUnits(region=ZEN, house=CAT, before=3, units=3, reason=WHY), id="units as they are"),
        pytest.param(AdjustFlag(region=AMN, house=CAT, on=True, reason=WHY), id="a flag that is there"),
        pytest.param(AdjustFlag(region=AMN, house=WOLF, on=False, reason=WHY), id="a flag that is not there"),
        pytest.param(AdjustRemnant(region=DOM, before=1, units=1, reason=WHY), id="remnants as they are"),
        pytest.param(AdjustRemnant(region=DOM, before=0, units=2, reason=WHY), id="remnants seen otherwise"),
        pytest.param(AdjustImmortal(immortal=1, region=AMN, reason=WHY), id="an Immortal that stands there"),
        pytest.param(MoveRumor(rumor=RumorId("rumor-1"), region=RegionId("inn"), reason=WHY), id="a Rumor that lies there"),
        pytest.param(CorrectOrders(player=CAT_1, month=7, reason=WHY), id="orders of another month"),
    ],
)
def test_what_has_changed_meanwhile_is_stale(command):
    with pytest.raises(Stale):
        month({"zen": {"cat": 3}}).do(command)


@pytest.mark.parametrize("by", [COURT_CONTROL, ORGANIZER], ids=["another desk", "the organizer"])
def test_only_the_war_desk_and_the_organizer_adjust(by):
    war, command = month({"zen": {"cat": 3}}), AdjustUnits(region=ZEN, house=CAT, before=3, units=2, reason=WHY)

    if by is COURT_CONTROL:
        with pytest.raises(Refused) as no:
            war.do(command, by=by)
        assert no.value.code == "not-yours"
    else:
        assert war.do(command, by=by)


def samples(state: GameState) -> tuple[Command, ...]:
    """Return a valid War Control command of each kind for this state."""
    war = war_of(state)
    found: list[Command] = []
    for region, there in sorted(war.units.items()):
        house = min(there)
        found.append(AdjustUnits(region=region, house=house, before=there[house], units=there[house] - 1, reason="a fallen piece"))
        break
    for region, fort in sorted(war.castles.items()):
        others = sorted(set(board_of(state.scenario).houses) - fort.flags)
        if others and not fort.destroyed and not war.remnants.get(region):
            found.append(AdjustFlag(region=region, house=others[0], on=True, reason="a forgotten flag"))
            break
    for region, remnants in sorted(war.remnants.items()):
        found.append(AdjustRemnant(region=region, before=remnants, units=0, reason="a fallen piece"))
        break
    for each in war.immortals:
        if each.region is not None:
            found.append(AdjustImmortal(immortal=each.id, region=None, reason="he was dragged down"))
            break
    for token in war.rumors:
        if token.region is not None:
            found.append(MoveRumor(rumor=token.id, region=None, reason="everybody knows it"))
            break
    if war.spares_used < len(state.scenario.texts.rumor_spares):
        found.append(PlaceRumor(region=min(board_of(state.scenario).regions), reason="a new one"))
    return tuple(found)


def test_every_sample_command_is_carried_out():
    war = month()

    for command in samples(war.state):
        war.do(command)

    assert len(samples(month().state)) == 6


@pytest.mark.rule("R-58")
def test_an_immortal_taken_off_the_board_comes_back_like_a_defeated_one():
    war = month()
    war.do(AdjustImmortal(immortal=2, region=None, reason=WHY))
    war.do(AdjustImmortal(immortal=3, region=ZEN, reason=WHY))

    assert [(each.region, each.away_until) for each in war.war.immortals] == [
        ("amn", None),
        (None, 2),
        ("zen", None),
        ("amn", None),
    ]
    assert [each.region for each in war.turn().war.immortals] == ["chi", None, "zen", "chi"]
    assert [each.region for each in war.turn().war.immortals] == ["hag", "hag", "zen", "hag"]


@pytest.mark.rule("R-55", "GE-WAR-03")
def test_new_rumors_take_the_spare_texts_in_their_order():
    war = month()
    spares = war.state.scenario.texts.rumor_spares

    war.do(PlaceRumor(region=ZEN, reason=WHY))
    war.do(PlaceRumor(region=ZEN, reason=WHY))

    assert [(token.id, token.text) for token in war.war.rumors[-2:]] == [("spare-1", spares[0]), ("spare-2", spares[1])]


@pytest.mark.rule("R-55")
def test_when_the_spare_texts_run_out_a_rumor_is_moved_instead():
    war = month()
    texts = replace(war.state.scenario.texts, rumor_spares=("one",))
    war.state = replace(war.state, scenario=replace(war.state.scenario, texts=texts))
    war.do(PlaceRumor(region=ZEN, reason=WHY))

    with pytest.raises(Refused, match="No spare text"):
        war.do(PlaceRumor(region=ZEN, reason=WHY))


@pytest.mark.rule("R-16", "R-43")
def test_a_sheet_set_aside_is_let_in_once_its_author_is_seated():
    war = month({"zen": {"cat": 2}}, {"cat-1": sheet(move(2, "zen", "aka"), allies="wolf")})
    war.state = seated(war.state, "cat-1", Room.COURT)
    war.through("orders")
    with pytest.raises(Refused, match="is not in the War Room"):
        war.do(AdmitSheet(player=CAT_1, month=1, reason=WHY))

    war.state = seated(war.state, "cat-1", Room.WAR)
    war.do(AdmitSheet(player=CAT_1, month=1, reason=WHY))

    assert war.war.record.set_aside == ()
    assert (war.war.record.stance(CAT).ticks, war.war.record.stance(CAT).source) == ((WOLF,), StanceFrom.SHEET)
    assert war.through("move").war.units == {AKA: {CAT: 2}}
    with pytest.raises(Stale):
        war.do(AdmitSheet(player=CAT_1, month=1, reason=WHY))


@pytest.mark.rule("R-16")
def test_a_sheet_that_never_came_in_time_is_entered_by_hand():
    war = month({"zen": {"cat": 2}}, present="cat-1").through("orders")
    with pytest.raises(Refused, match=r"No sheet of .* came in time"):
        war.do(AdmitSheet(player=CAT_1, month=1, reason=WHY))

    war.do(CorrectOrders(player=CAT_1, month=1, orders=(move(1, "zen", "aka"),), allies=(RAM,), betray=True, reason=WHY))

    assert war.war.record.stance(CAT).betrays
    assert war.war.record.sheets[0].corrected
    assert war.through("move").war.units == {ZEN: {CAT: 1}, AKA: {CAT: 1}}


@pytest.mark.rule("R-43")
def test_a_sheet_entered_for_a_higher_rank_speaks_for_the_house():
    war = month({}, {"cat-2": sheet(allies="ram")}, present="cat-1").through("orders")

    war.do(CorrectOrders(player=CAT_1, month=1, allies=(WOLF,), reason=WHY))

    assert war.war.record.stance(CAT).ticks == (WOLF,)


def test_orders_entered_by_hand_are_checked_like_any_others():
    war = month({"zen": {"cat": 2}}, present="cat-1").through("orders")

    with pytest.raises(Refused, match="Aka holds no unit of Cat"):
        war.do(CorrectOrders(player=CAT_1, month=1, orders=(move(1, "aka", "zen"),), reason=WHY))
    with pytest.raises(Refused, match="A third order is refused"):
        war.do(CorrectOrders(player=CAT_1, month=1, orders=(recruit("zen"),) * 3, reason=WHY))


@pytest.mark.rule("R-41")
def test_a_paper_that_names_more_units_than_stand_there_counts_as_it_was_written():
    war = month({"zen": {"cat": 3}}, present="cat-1").through("orders")

    war.do(CorrectOrders(player=CAT_1, month=1, orders=(move(5, "zen", "aka"),), reason=WHY))

    assert war.war.record.sheets[0].orders == (move(5, "zen", "aka"),)
    (outcome,) = war.through("move").war.record.outcomes
    assert (outcome.order.units, outcome.due, outcome.done, outcome.why) == (5, 5, 3, Why.TOO_FEW)
    (why,) = whynot.allowed(war.state, CAT_1)
    assert why.cause == "Zen held 3 units of Cat when Move began, and the order says 5."


def test_what_was_carried_out_is_not_corrected_and_what_was_not_still_is():
    written = sheet(move(2, "zen", "aka"), recruit("aka"), allies="ram")
    war = month({"zen": {"cat": 2}}, {"cat-1": written}).through("move")
    first = {"player": CAT_1, "month": 1, "reason": WHY}

    with pytest.raises(Refused, match="Move of month 1 was carried out"):
        war.do(CorrectOrders(**first, orders=(move(1, "zen", "aka"), recruit("aka")), allies=(RAM,)))
    war.do(CorrectOrders(**first, orders=(move(2, "zen", "aka"), recruit("fog")), allies=(WOLF,)))
    war.through("battle")
    with pytest.raises(Refused, match="Battle of month 1 was carried out"):
        war.do(CorrectOrders(**first, orders=(move(2, "zen", "aka"), recruit("fog")), allies=(RAM,)))
    with pytest.raises(Refused, match="Battle of month 1 was carried out"):
        war.do(CorrectOrders(**first, orders=(move(2, "zen", "aka"), recruit("fog")), allies=(WOLF,), betray=True))
    war.do(CorrectOrders(**first, orders=(move(2, "zen", "aka"), recruit("aka")), allies=(WOLF,)))
    war.through("recruit")
    with pytest.raises(Refused, match="Recruit of month 1 was carried out"):
        war.do(CorrectOrders(**first, orders=(move(2, "zen", "aka"),), allies=(WOLF,)))

    assert war.war.units == {AKA: {CAT: 3}}


def test_a_flag_by_hand():
    war = with_board(month(), castles={DOM: castle("dom")}, remnants={})

    war.do(AdjustFlag(region=DOM, house=CAT, on=True, reason=WHY))
    war.do(AdjustFlag(region=DOM, house=WOLF, on=True, reason=WHY))
    war.do(AdjustFlag(region=DOM, house=CAT, on=False, reason=WHY))

    assert war.war.castles[DOM].flags == {WOLF}
    assert war.sentences[-1] == "The flag of Cat is taken from Dom: seen at the table."
    assert CAT_2 == "cat-2"


@pytest.mark.rule("R-58")
def test_the_journal_says_where_an_immortal_stands_now():
    war = month({"zen": {"cat": 3}})
    guard = next(each for each in war.war.immortals if each.region)

    war.do(AdjustImmortal(immortal=guard.id, region=ZEN, reason=WHY))
    war.do(AdjustImmortal(immortal=guard.id, region=None, reason=WHY))

    assert war.sentences[0] == f"Immortal {guard.id} stands in Zen: seen at the table."
    assert war.sentences[1].startswith(f"Immortal {guard.id} is off the board")
