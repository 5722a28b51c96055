"""Abilities before a combat, and retreats to lakes (SY-MEC, SY-R-18, SY-R-29, SY-R-30, SY-R-31)."""

from __future__ import annotations

import random

import pytest

from control.engine.dice import DiceChance
from rooms.tables.scythe.game.actions import (
    ChooseCombat,
    Commit,
    EndMove,
    Retreat,
    StepTo,
    UseArtillery,
)
from rooms.tables.scythe.game.state import Commitment, Phase
from rooms.tables.scythe.rules.combat import CommitOffer
from rooms.tables.scythe.rules.mech_abilities import CardScouted, PowerBroken
from tests.rooms.tables.scythe.dealt import acts, attack, dials, on_the_move
from tests.rooms.tables.scythe.fights import both_entered, fought, offered
from tests.rooms.tables.scythe.play import RULES, play, refused, words
from tests.rooms.tables.scythe.tables import A, B, C, mech, side


@pytest.mark.rule("SY-MEC-03", "SY-MEC-04")
@pytest.mark.parametrize(("workers", "most"), [("", 1), ("D6", 2), ("D6 D6 D6", 2)])
def test_peoples_army_is_one_card_more_with_any_worker(workers, most):
    rusviet = side("rusviet", peoples_army="D6", workers=workers, power=3, cards=(2, 3, 5))
    state = on_the_move(rusviet, side("crimea", speed="D5", power=3))
    riders = tuple(range(5, 5 + len(workers.split())))
    state = attack(state, mech("rusviet", "peoples_army"), "D5", board=riders)
    assert offered(state, A) == (CommitOffer(3, (2, 3, 5), most),)


def scouts(hand, *, active=A):
    crimea = side("crimea", scout="D6", power=3, cards=(2,))
    state = on_the_move(crimea, side("rusviet", speed="D5", power=3, cards=hand), active=A)
    return attack(state, mech("crimea", "scout"), "D5")


@pytest.mark.rule("SY-MEC-08", "SY-MEC-09", "SY-HID-07", "SY-R-29")
def test_scout_takes_one_random_card_that_may_be_played_at_once():
    crimea = side("crimea", scout="D6", character="D6", power=3, cards=(2,))
    state = on_the_move(crimea, side("rusviet", speed="D5", power=3, cards=(4, 5)), side("polania"))
    state = acts(state, (A, StepTo(0, "D5")), (A, StepTo(mech("crimea", "scout"), "D5")))
    played = play(state, A, EndMove())

    assert [fact for fact in played.facts if isinstance(fact, CardScouted)] == [CardScouted(A, B, 4)]
    assert (played.state.sides[A].cards, played.state.sides[B].cards) == ((2, 4), (5,))
    for viewer in (A, B):
        assert "Scout: Anna takes a 4 from Boris." in words(state, played, viewer)
    for viewer in (C, None):
        assert "Scout: Anna takes a combat card from Boris." in words(state, played, viewer)
    assert play(played.state, A, Commit(0, (2, 4))).state.fight.commitments[0] == Commitment(0, (2, 4))

    seen = {RULES.act(state, A, EndMove(), DiceChance(random.Random(seed))).state.sides[A].cards for seed in range(20)}
    assert seen == {(2, 4), (2, 5)}


@pytest.mark.rule("SY-R-29", "SY-MEC-08")
def test_scout_against_an_empty_hand_does_nothing():
    state = scouts(())
    assert state.phase is Phase.COMBAT_SELECT
    assert state.sides[A].cards == (2,)


def guns(*, attacks=True, power=3, theirs=3):
    nordic = side("nordic", artillery="A5", power=power)
    rusviet = side("rusviet", speed="B4", power=theirs)
    if attacks:
        return attack(on_the_move(nordic, rusviet), mech("nordic", "artillery"), "B4")
    nordic = side("nordic", artillery="D5", power=power)
    rusviet = side("rusviet", speed="D6", power=theirs)
    return attack(on_the_move(nordic, rusviet, active=B), mech("rusviet", "speed"), "D5")


@pytest.mark.rule("SY-MEC-14", "SY-MEC-32", "SY-R-30", "A-10", "SY-CMB-06")
@pytest.mark.parametrize("attacks", [True, False])
def test_artillery_is_asked_of_either_side(attacks):
    state = guns(attacks=attacks)
    assert (state.phase, RULES.waits_for(state)) == (Phase.COMBAT_ABILITY, (A,))
    assert offered(state, B) == ()
    assert "decide first" in refused(state, B, UseArtillery(use=True)).sentence

    fired = play(state, A, UseArtillery(use=True))
    assert [side.power for side in fired.state.sides] == [2, 1]
    assert "Artillery: Anna pays 1 power, and Boris loses 2 power." in words(state, fired)
    held = play(state, A, UseArtillery(use=False))
    assert [side.power for side in held.state.sides] == [3, 3]
    assert "Anna does not use Artillery." in words(state, held)
    assert {fired.state.phase, held.state.phase} == {Phase.COMBAT_SELECT}  # once per combat


@pytest.mark.rule("SY-CMB-06", "SY-R-29", "SY-R-30", "SY-MEC-22")
@pytest.mark.parametrize("nordic_attacks", [True, False])
def test_the_attackers_abilities_are_finished_before_the_defenders_begin(nordic_attacks):
    """If Disarm comes first, Nordic has no power left to fire with."""
    here, there = ("F4", "F3") if nordic_attacks else ("F3", "F4")
    sides = side("nordic", artillery=here, power=2), side("saxony", disarm=there, power=5)
    active, unit = (A, mech("nordic", "artillery")) if nordic_attacks else (B, mech("saxony", "disarm"))
    state = attack(on_the_move(*sides, active=active), unit, "F3")
    assert state.phase is (Phase.COMBAT_ABILITY if nordic_attacks else Phase.COMBAT_SELECT)
    if nordic_attacks:
        state = play(state, A, UseArtillery(use=True)).state
    assert [each.power for each in state.sides] == ([0, 3] if nordic_attacks else [0, 5])


@pytest.mark.rule("SY-R-30", "SY-MEC-32", "SY-GEN-06")
def test_artillery_needs_power_and_stops_at_nothing():
    assert guns(power=0).phase is Phase.COMBAT_SELECT
    state = play(guns(theirs=1), A, UseArtillery(use=True)).state
    assert [side.power for side in state.sides] == [2, 0]


@pytest.mark.rule("SY-MEC-22", "SY-R-29", "SY-R-31", "SY-MEC-32")
@pytest.mark.parametrize(
    ("space", "mine", "power", "lost"),
    [("F3", "", 5, 2), ("F3", "", 1, 1), ("F3", "", 0, 0), ("F4", "", 5, 0), ("F4", "F4", 5, 2), ("F4", "F3", 5, 0)],
)
def test_disarm_acts_on_tunnels_and_the_own_mine(space, mine, power, lost):
    saxony = side("saxony", disarm="E3" if space == "F3" else "E5", mine=mine, power=3)
    rusviet = side("rusviet", speed=space, power=power)
    state = play(on_the_move(saxony, rusviet), A, StepTo(mech("saxony", "disarm"), space)).state
    played = play(state, A, EndMove())
    assert played.state.sides[B].power == power - lost
    assert [fact.lost for fact in played.facts if isinstance(fact, PowerBroken)] == ([lost] if lost else [])
    assert played.state.phase is Phase.COMBAT_SELECT


@pytest.mark.rule("SY-MEC-18", "SY-R-32")
def test_camaraderie_saves_popularity_after_a_combat_alone():
    polania = side("polania", camaraderie="A5", power=5, popularity=4)
    rusviet = side("rusviet", speed="B4", workers="B4 B4", power=5)
    state = attack(on_the_move(polania, rusviet), mech("polania", "camaraderie"), "B4")
    assert dials(state, Commit(3), Commit(1)).sides[A].popularity == 4

    state = on_the_move(polania, side("rusviet", workers="B4 B4"))
    assert attack(state, mech("polania", "camaraderie"), "B4").sides[A].popularity == 2


def sails(**more):
    """Nordic attacks E3 with the character and two mechs that carry two workers, and loses."""
    nordic = side("nordic", character="D3", seaworthy="D3", speed="D3", workers="D3 D3", power=5)
    polania = side("polania", speed="E3", power=7, **more)
    state = on_the_move(nordic, polania, units=3)
    mine = mech("nordic", "seaworthy"), mech("nordic", "speed")
    state = acts(state, (A, StepTo(0, "E3")), (A, StepTo(mine[0], "E3", board=(5, 6))), (A, StepTo(mine[1], "E3")))
    return dials(play(state, A, EndMove()).state, Commit(0), Commit(5))


@pytest.mark.rule("SY-MEC-13", "SY-R-18", "A-12")
def test_with_seaworthy_each_unit_chooses_home_or_a_lake_and_workers_ride():
    state = sails()
    assert (state.phase, RULES.waits_for(state)) == (Phase.COMBAT_RETREAT, (A,))
    assert state.fight.commitments == (Commitment(0), Commitment(5))
    (offer,) = offered(state, A)
    assert (offer.units, set(offer.spaces), offer.workers) == ((0, 1 + 1, 4), {"HB-NOR", "D2", "E4"}, (5, 6))
    assert offered(state, B) == ()

    where = ((0, "HB-NOR"), (2, "D2"), (4, "E4"))
    after = play(state, A, Retreat(where, ((5, 2),))).state
    assert [after.sides[A].units[unit] for unit in (0, 2, 4, 5, 6)] == ["HB-NOR", "D2", "E4", "D2", "HB-NOR"]
    assert after.phase is Phase.BOTTOM

    wrong = [
        Retreat(where[:2]),
        Retreat(((0, "D3"), *where[1:])),
        Retreat(where, ((5, 2), (5, 4))),
        Retreat(where, ((5, 0),)),
        Retreat(where, ((7, 2),)),
        Retreat(where, ((5, 1),)),
        Retreat((where[1], where[0], where[2])),
    ]
    told = refused(state, A, wrong[0]).sentence
    assert "the Nordic home base, D2 (lake) or E4 (lake)" in told.replace("E4 (lake) or D2 (lake)", "D2 (lake) or E4 (lake)")
    for action in wrong:
        assert "each worker rides once" in refused(state, A, action).sentence


@pytest.mark.rule("SY-R-18", "SY-MEC-13", "A-12")
def test_a_lake_with_an_opponent_is_not_open_and_without_lakes_all_go_home():
    (offer,) = offered(sails(submerge="D2"), A)
    assert set(offer.spaces) == {"HB-NOR", "E4"}
    state = sails(submerge="D2", camaraderie="E4")
    assert state.phase is Phase.BOTTOM
    assert {state.sides[A].units[unit] for unit in (0, 2, 4, 5, 6)} == {"HB-NOR"}


@pytest.mark.rule("SY-R-18", "SY-MEC-13", "A-12", "SY-CMB-19")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize(
    ("own", "polania", "crimea", "lakes"),
    [
        ({}, {}, {}, {"D2", "E4"}),
        ({"artillery": "D2"}, {}, {}, {"D2", "E4"}),
        ({"artillery": "D2", "workers": "D2 D2"}, {}, {}, {"D2", "E4"}),
        ({"character": "E4"}, {}, {}, {"D2", "E4"}),
        ({"artillery": "D2", "character": "E4"}, {}, {}, {"D2", "E4"}),
        ({}, {"submerge": "D2"}, {}, {"E4"}),
        ({}, {"submerge": "D2", "workers": "D2"}, {}, {"E4"}),
        ({}, {}, {"speed": "E4"}, {"D2"}),
        ({}, {}, {"character": "D2"}, {"E4"}),
        ({"artillery": "D2"}, {"submerge": "B0"}, {"speed": "E4"}, {"D2"}),
    ],
)
def test_a_lake_where_only_own_units_stand_is_open_to_the_loser(attacks, own, polania, crimea, lakes):
    """Any opponent closes a lake. The loser's own units that did not fight do not."""
    start = ("D3", "E3") if attacks else ("E3", "D3")
    mine, them, third = (
        side("nordic", seaworthy=start[0], **own),
        side("polania", speed=start[1], power=1, **polania),
        side("crimea", **crimea),
    )
    state = on_the_move(mine, them, third) if attacks else on_the_move(them, mine, third)
    nordic = A if attacks else B
    state = attack(state, mech("nordic", "seaworthy") if attacks else mech("polania", "speed"), "E3")
    if state.phase is Phase.COMBAT_ABILITY:
        state = play(state, nordic, UseArtillery(use=False)).state
    state = dials(state, Commit(0), Commit(1)) if attacks else dials(state, Commit(0), Commit(0))

    (offer,) = offered(state, nordic)

    assert set(offer.spaces) == {"HB-NOR", *lakes}
    for lake in lakes:
        assert play(state, nordic, Retreat(((2, lake),))).state.sides[nordic].units[2] == lake
    for lake in {"D2", "E4", "C4"} - lakes:
        assert refused(state, nordic, Retreat(((2, lake),))).rule == "SY-R-18"


@pytest.mark.rule("SY-R-47", "A-12")
def test_who_does_not_answer_goes_home():
    state = sails()
    after = play(state, A, RULES.default(state, A, None)).state
    assert {after.sides[A].units[unit] for unit in (0, 2, 4, 5, 6)} == {"HB-NOR"}
    assert RULES.default(fought(), A, None) == Commit(0)
    assert RULES.default(guns(), A, None) == UseArtillery(use=False)
    assert RULES.default(both_entered(), A, None) == ChooseCombat("A4")


@pytest.mark.rule("SY-MEC-13", "SY-CMB-17")
def test_workers_that_ride_to_a_lake_cost_the_winning_attacker_too():
    polania = side("polania", speed="D3", power=7, popularity=5)
    nordic = side("nordic", seaworthy="E3", workers="E3 E3", power=5)
    state = dials(attack(on_the_move(polania, nordic), mech("polania", "speed"), "E3"), Commit(3), Commit(1))
    after = play(state, B, Retreat(((2, "D2"),), ((5, 2), (6, 2)))).state
    assert after.sides[A].popularity == 3
    assert [after.sides[B].units[unit] for unit in (2, 5, 6)] == ["D2"] * 3
