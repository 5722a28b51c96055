"""Changes of a battle by War Control: before it is applied, after it, after Rewards, and undone (GE-EVT-15, GE-WAR-32)."""

from __future__ import annotations

import pytest

from control.day.handoffs import HandedOver
from control.day.people.presence import LeaveForGood
from control.engine.ids import SeatId
from control.engine.refusal import Refused, Stale
from rooms.realm.game.ranks_and_wounds import AdjustRank
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.battle_changes import BattleCorrected, BattleRuled, ChangeBattle, battle_in, name_of
from rooms.war.game.records.battles import NOBODY, Loss, Plus
from rooms.war.game.state import record_of
from tests.rooms.realm.game.play import CHECK_IN, ORGANIZER
from tests.rooms.war.play import AMN, CAT, DOM, SWORDS, WARGAME, WOLF, ZEN, Month, castle, month, sheet, with_board

WHY = "counted wrongly"


def fought(last: str = "battle", **board: object) -> Month:
    """Cat with 3 units against Wolf with 2 in Amn, played through a step."""
    war = month({"amn": {"cat": 3, "wolf": 2}}, sheets={"cat-1": sheet(), "wolf-1": sheet()}, **board)
    return war.through(last)


def changed(war: Month, **more: object) -> ChangeBattle:
    battle = battle_in(war.state, AMN)
    assert battle is not None
    return ChangeBattle(region=AMN, seen=name_of(battle), reason=WHY, **more)


def units(war: Month) -> dict[HouseId, int]:
    return dict(war.war.units.get(AMN, {}))


@pytest.mark.rule("GE-EVT-15", "GE-WAR-41", "R-42")
@pytest.mark.parametrize(
    ("change", "left"),
    [
        pytest.param({"winner": WOLF}, {WOLF: 2}, id="another winner"),
        pytest.param({"winner": NOBODY}, {}, id="nobody"),
        pytest.param({"plus": (Plus(house=WOLF, by=3),)}, {WOLF: 2}, id="enough more"),
        pytest.param({"plus": (Plus(house=WOLF, by=2),)}, {}, id="a tie"),
        pytest.param({"plus": (Plus(house=CAT, by=-9),)}, {WOLF: 2}, id="never below nothing"),
        pytest.param({"losses": (Loss(house=WOLF, units=1),)}, {CAT: 3, WOLF: 1}, id="one lost only"),
        pytest.param({"losses": (Loss(house=WOLF, units=0), Loss(house=CAT, units=2))}, {CAT: 1, WOLF: 2}, id="the others lost"),
    ],
)
@pytest.mark.parametrize("when", ["move", "battle", "rewards", "recruit"])
def test_a_changed_battle_leaves_what_control_says_whenever_it_is_changed(change, left, when):
    war = fought(when)
    war.do(changed(war, **change))
    war.through("recruit")

    assert units(war) == left
    assert war.war.stock[CAT] + war.war.on_map(CAT) == 20
    assert sum(type(event) in (BattleRuled, BattleCorrected) for event in war.happened) == 1


@pytest.mark.parametrize("when", ["move", "battle", "rewards"])
@pytest.mark.parametrize(
    "change", [{"winner": WOLF}, {"losses": (Loss(house=WOLF, units=1),)}, {"plus": (Plus(house=WOLF, by=2),)}]
)
def test_it_makes_no_difference_whether_a_battle_is_changed_before_or_after_it_is_applied(change, when):
    board = {"dom": {"cat": 3, "wolf": 2}, "zen": {"cat": 1}}
    ends = []
    for at in ("move", when):
        war = month(board, sheets={"cat-1": sheet(), "wolf-1": sheet()})
        with_board(war, castles={DOM: castle("dom", "cat")}, remnants={}).through(at)
        found = battle_in(war.state, DOM)
        assert found is not None
        war.do(ChangeBattle(region=DOM, seen=name_of(found), reason=WHY, **change))
        war.through("recruit")
        record = record_of(war.state)
        purses = {seat.id: (seat.purse.power, len(seat.purse.favors)) for seat in war.state.seats.values()}
        ends.append((war.war.units, war.war.castles, war.war.stock, record.battles, record.rewards, purses))

    assert ends[0] == ends[1]


def test_without_anything_named_the_rules_count_again():
    war = fought()
    plain = battle_in(war.state, AMN)
    war.do(changed(war, winner=WOLF))
    war.do(changed(war))

    assert battle_in(war.state, AMN) == plain
    assert units(war) == {CAT: 3}
    assert record_of(war.state).by_hand == {}


@pytest.mark.rule("GE-WAR-51", "R-50")
def test_power_paid_for_overcoming_goes_back_and_the_other_gets_it():
    war = month({"amn": {"cat": 3, "wolf": 2}}, sheets={"cat-1": sheet(), "wolf-1": sheet()})
    war.through("rewards")
    cat, wolf = SeatId("cat-1"), SeatId("wolf-1")
    war.do(changed(war, winner=WOLF))

    moved = [(type(event), event.seat, event.amount) for event in war.happened if isinstance(event, PowerGained | PowerLost)]
    assert (PowerGained, cat, 1) in moved[:1]
    assert set(moved[1:]) == {(PowerLost, cat, 1), (PowerGained, wolf, 2)}
    assert war.war.castles[AMN].flags == {WOLF}


@pytest.mark.rule("R-03")
def test_what_was_paid_to_somebody_who_has_left_since_goes_back_from_who_inherited_it():
    war = month({"amn": {"cat": 3, "wolf": 2}}, sheets={"cat-1": sheet(), "wolf-1": sheet()}).through("rewards")
    war.do(LeaveForGood(seat=SeatId("cat-1")), by=CHECK_IN)
    war.do(changed(war, winner=WOLF))
    assert [event.seat for event in war.happened if isinstance(event, PowerLost)] == [SeatId("cat-2")]

    war.do(LeaveForGood(seat=SeatId("wolf-1")), by=CHECK_IN)
    war.do(changed(war, winner=CAT))
    war.do(changed(war, winner=WOLF))
    gained = [event.seat for event in war.happened if isinstance(event, PowerGained)]
    assert gained == [SeatId("cat-1"), SeatId("wolf-1"), SeatId("cat-2"), SeatId("wolf-2")]


@pytest.mark.rule("R-05")
def test_what_a_house_holds_in_common_goes_back_from_who_keeps_it_by_now():
    war = month({"amn": {"cat": 3, "wolf": 2}}, sheets={"cat-1": sheet(), "wolf-1": sheet()}, holdings="house").through("rewards")
    war.do(AdjustRank(player=SeatId("cat-2"), rank=1, before=2, reason="a mistake"), by=ORGANIZER)
    war.do(changed(war, winner=WOLF))

    assert [event.seat for event in war.happened if isinstance(event, PowerLost)] == [SeatId("cat-2")]


def test_players_read_what_control_corrected_without_its_reason():
    war = fought()
    before = war.state
    (corrected,) = (event for event in war.do(changed(war, winner=WOLF)) if isinstance(event, BattleCorrected))
    (told,) = WARGAME.corrections(corrected, before)

    assert told.to == "all"
    assert told.words == "The battle in Amn: Wolf wins; Cat loses 3, not Cat wins; Wolf loses 2."
    assert "corrected by Control" in war.seen_by("cat-1").map.battles[0].sentence
    assert WHY not in war.seen_by("cat-1").map.battles[0].sentence


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        pytest.param({"winner": SWORDS}, "Only who stood in Amn", id="a winner from elsewhere"),
        pytest.param({"plus": (Plus(house=SWORDS, by=1),)}, "Swords has no unit in Amn", id="one more for nobody"),
        pytest.param({"plus": (Plus(house=CAT, by=10),)}, "by 9 at most", id="far too much"),
        pytest.param({"losses": (Loss(house=CAT, units=4),)}, "it loses 0 to 3", id="more than stood there"),
        pytest.param({"losses": (Loss(house=CAT, units=1), Loss(house=CAT, units=2))}, "one number", id="said twice"),
        pytest.param({}, "counted already", id="nothing"),
        pytest.param({"reason": " ", "winner": WOLF}, "Say why", id="no reason"),
    ],
)
def test_what_cannot_be_said_of_a_battle(more, sentence):
    war = fought()
    found = battle_in(war.state, AMN)
    assert found is not None

    with pytest.raises(Refused) as no:
        war.do(ChangeBattle(**{"region": AMN, "seen": name_of(found), "reason": WHY, **more}))

    assert sentence in no.value.sentence


def test_a_battle_seen_otherwise_or_nowhere_is_not_changed():
    war = fought()

    with pytest.raises(Stale):
        war.do(ChangeBattle(region=AMN, seen="another", reason=WHY, winner=WOLF))
    with pytest.raises(Refused, match="There is no battle in Zen"):
        war.do(ChangeBattle(region=ZEN, seen="another", reason=WHY, winner=WOLF))
    early = month({"amn": {"cat": 3, "wolf": 2}})
    with pytest.raises(Refused, match="There is no battle in Amn"):
        early.do(ChangeBattle(region=AMN, seen="another", reason=WHY, winner=WOLF))


@pytest.mark.rule("R-34", "GE-SOV-15")
def test_a_coup_that_the_corrected_battle_makes_is_made_and_one_that_it_unmakes_is_left_to_the_court():
    war = month({}, sheets={"cat-1": sheet(betray=True), "wolf-1": sheet()})
    court = war.state.court
    assert court is not None
    guards = len(war.war.immortals_in(court.region))
    with_board(war, units={court.region: {CAT: 1}}, stock={**war.war.stock, CAT: 19}).through("battle")
    found = battle_in(war.state, court.region)
    assert found is not None
    assert guards
    assert record_of(war.state).coup is None

    plus = (Plus(house=CAT, by=9),)
    war.do(ChangeBattle(region=court.region, seen=name_of(found), reason=WHY, plus=plus, losses=(Loss(house=CAT, units=0),)))
    assert (record_of(war.state).coup is not None) == (war.war.count(court.region, CAT) > 0)

    again = battle_in(war.state, court.region)
    assert again is not None
    owed = len(war.all(HandedOver))
    had_coup = record_of(war.state).coup is not None
    war.do(ChangeBattle(region=court.region, seen=name_of(again), reason=WHY))
    assert len(war.all(HandedOver)) - owed == had_coup


@pytest.mark.rule("R-34", "GE-SOV-20")
@pytest.mark.parametrize("losses", [1, 12], ids=["still a coup", "the guard holds"])
def test_immortals_that_a_coup_took_stay_gone_when_its_battle_is_corrected(losses):
    war = month({}, sheets={"cat-1": sheet(betray=True), "wolf-1": sheet()})
    court = war.state.court
    assert court is not None
    with_board(war, units={court.region: {CAT: 12}}, stock={**war.war.stock, CAT: 8}).through("battle")
    found = battle_in(war.state, court.region)
    assert found is not None
    assert record_of(war.state).coup is not None
    taken = [each for each in war.war.immortals if each.gone]
    assert taken

    war.do(ChangeBattle(region=court.region, seen=name_of(found), reason=WHY, losses=(Loss(house=CAT, units=losses),)))

    assert [each for each in war.war.immortals if each.gone] == taken
