"""Objectives: every condition, the reveal, and its effects (SY-OBJ)."""

from __future__ import annotations

from typing import Any

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import Commit, EndMove, EndUnit, RevealObjective, StepTo, TakeOption
from rooms.tables.scythe.game.state import Bonuses, BottomRow, Choosing, Ending, Meeting, Options, Phase, Star, TopRow, Visiting
from rooms.tables.scythe.rules.objectives import ObjectiveRevealed, progress
from rooms.tables.scythe.rules.phases import PHASE_OF
from tests.rooms.tables.scythe.dealt import acts, attack, dealt, dials, on_the_move
from tests.rooms.tables.scythe.play import BOOK, RULES, changed, play, refused, words
from tests.rooms.tables.scythe.printed import objectives
from tests.rooms.tables.scythe.tables import A, B, mech, side, table, tokens

THREE = (Star.MECHS, Star.POWER, Star.WORKERS)
EIGHT = "A1 A2 A3 A4 A5 A6 B1 D3"
MET: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    # fields that meet a card, and fields that just fail to; "lies": tokens on A4
    "OB-01": ({"workers": "A4", "lies": {"food": 7}}, [{"workers": "A4", "lies": {"food": 6, "oil": 3}}, {"lies": {"food": 7}}]),
    "OB-02": ({"workers": "A4", "lies": {"wood": 7}}, [{"workers": "A4", "lies": {"wood": 6}}]),
    "OB-03": ({"workers": "A4", "lies": {"metal": 7}}, [{"workers": "A4", "lies": {"metal": 6}}]),
    "OB-04": ({"workers": "A4", "lies": {"oil": 7}}, [{"workers": "A4", "lies": {"oil": 6}}]),
    "OB-05": (
        {"workers": "A4", "lies": {"oil": 3, "wood": 3, "food": 4}},
        [{"workers": "A4", "lies": {"oil": 3, "wood": 9, "food": 2, "metal": 2}}],
    ),
    "OB-06": ({"coins": 2, "stars": THREE}, [{"coins": 3, "stars": THREE}, {"coins": 2, "stars": THREE[:2]}]),
    "OB-07": ({"coins": 20}, [{"coins": 19}]),
    "OB-08": ({"power": 12, "popularity": 4}, [{"power": 11, "popularity": 4}, {"power": 12, "popularity": 5}]),
    "OB-09": ({"popularity": 13, "power": 3}, [{"popularity": 12, "power": 3}, {"popularity": 13, "power": 4}]),
    "OB-10": ({"cards": (2,) * 6}, [{"cards": (2,) * 5}]),
    "OB-11": ({"workers": "A1 B4 C2"}, [{"workers": "A1 B4 B4 A3"}]),
    "OB-12": ({"workers": "A3 A6 C6"}, [{"workers": "A3 A6"}]),
    "OB-13": ({"workers": "A2 B5 B6"}, [{"workers": "A2 B5"}]),
    "OB-14": ({"workers": "A4 C1 C3"}, [{"workers": "A4 C1"}]),
    "OB-15": ({"workers": "A5 B1 B3"}, [{"workers": "A5 B1"}]),
    "OB-16": ({"workers": "B3 C2 C5"}, [{"workers": "B3 C2", "mine": "C3"}]),
    "OB-17": ({"workers": EIGHT, "character": "B3"}, [{"workers": EIGHT}]),
    "OB-18": ({"workers": "A3 A4 B3"}, [{"workers": "A3 A4 A1"}, {"workers": "A3 A4 A5 A6"}]),
    "OB-19": ({"workers": "C3 D4 E3"}, [{"workers": "C3 D4"}, {"workers": "C3 D4 E3 D3"}]),
    "OB-20": ({"workers": "A4 A4 A4 A4 A4"}, [{"workers": "A4 A4 A4 A4 A5 A5"}, {"workers": "HB-NOR " * 5}]),
    "OB-21": ({"workers": "A1 A2 A3 A4 A5 A6"}, [{"workers": "A1 A2 A3 A4 A5 HB-NOR A5"}]),
    "OB-22": (
        {"workers": "A4 A4 A4 A4", "riverwalk": "A4", "speed": "A4", "artillery": "A5"},
        [
            {"workers": "A4 A4 A4 A4 HB-NOR", "riverwalk": "A4", "speed": "A4", "artillery": "A5"},
            {"workers": "A4", "riverwalk": "A4", "speed": "A4"},
        ],
    ),
    "OB-23": ({"workers": "C6"}, [{"workers": "B6 A4 C1"}]),
}


def holder(card, faction="nordic", others=(), **fields):
    """The holder of a card before its turn, against Rusviet."""
    lies = fields.pop("lies", None)
    me = side(faction, objectives=(card, *others), **fields)
    return dealt(
        table(me, side("rusviet"), phase=Phase.TURN_END, agenda=(Ending(),), tokens={"A4": tokens(**lies)} if lies else {})
    )


@pytest.mark.rule("SY-OBJ-01", "SY-OBJ-05", "A-27")
@pytest.mark.parametrize("card", objectives())
def test_each_printed_objective_can_be_revealed_when_it_is_met(card):
    met, unmet = MET[card]
    state = holder(card, **met)
    assert all(each.met for each in progress(BOOK, state, A, card))
    after = play(state, A, RevealObjective(card)).state
    assert after.sides[A].stars.count(Star.OBJECTIVE) == 1
    assert after.phase is Phase.TURN_END
    for fields in unmet:
        less = holder(card, **fields)
        assert "not met now" in refused(less, A, RevealObjective(card)).sentence
        assert not all(each.met for each in progress(BOOK, less, A, card))


def test_every_printed_objective_is_tried():
    assert set(objectives()) == set(BOOK.objectives) == set(MET)


def test_progress_counts_each_condition():
    found = progress(BOOK, holder("OB-08", power=7, popularity=5), A, "OB-08")
    assert [(each.counted, each.met) for each in found] == [(7, False), (5, False)]
    found = progress(BOOK, holder("OB-13", workers="A2"), A, "OB-13")
    assert [(each.condition.least, each.counted, each.met) for each in found] == [(3, 1, False)]


@pytest.mark.rule("SY-OBJ-02", "SY-OBJ-03", "SY-OBJ-04", "SY-OBJ-06", "SY-HID-03")
def test_both_cards_go_to_the_bottom_and_the_other_stays_hidden():
    state = holder("OB-07", others=("OB-11",), coins=20, workers="A1 B4 C2")
    played = play(state, A, RevealObjective("OB-07"))
    assert ObjectiveRevealed(A, "OB-07", ("OB-11",)) in played.facts
    assert played.state.sides[A].objectives == ()
    assert played.state.objectives[-2:] == ("OB-07", "OB-11")
    for viewer in (A, B, None):
        told = " ".join(words(state, played, viewer))
        assert "Anna reveals the objective “War Chest”: You have at least 20 coins. " in told
        assert "High Passes" not in told
    assert RULES.view(played.state, B).state.objectives == ("",) * 23
    assert RULES.facts.binding(played.facts[0]) != ""
    assert "do not hold" in refused(played.state, A, RevealObjective("OB-11")).sentence


@pytest.mark.rule("W-15", "SY-FAC-10", "SY-FAC-11", "SY-OBJ-03", "SY-OBJ-04")
def test_w15_saxony_keeps_the_other_card_and_may_meet_it_too():
    state = holder("OB-07", "saxony", others=("OB-11",), coins=20, workers="A1 B4 C2")
    state = play(state, A, RevealObjective("OB-07")).state
    assert state.sides[A].objectives == ("OB-11",)
    state = play(state, A, RevealObjective("OB-11")).state
    assert state.sides[A].stars == (Star.OBJECTIVE, Star.OBJECTIVE)


@pytest.mark.rule("W-15", "SY-FAC-10", "SY-CMB-16", "SY-STR-04")
@pytest.mark.parametrize(("faction", "combats"), [("saxony", 3), ("nordic", 2)])
def test_w15_a_third_combat_star_is_saxonys_alone(faction, combats):
    me = side(faction, speed="A5", power=5, stars=(Star.COMBAT, Star.COMBAT, Star.OBJECTIVE))
    state = attack(on_the_move(me, side("rusviet", speed="B4", power=5)), mech(faction, "speed"), "B4")
    assert dials(state, Commit(3), Commit(0)).sides[A].stars.count(Star.COMBAT) == combats


@pytest.mark.rule("SY-OBJ-04", "SY-STR-04")
def test_one_objective_star_is_the_limit():
    state = holder("OB-07", coins=20, stars=(Star.OBJECTIVE,))
    assert "have your star" in refused(state, A, RevealObjective("OB-07")).sentence
    saxon = holder("OB-07", "saxony", coins=20, stars=(Star.OBJECTIVE,) * 4)
    assert play(saxon, A, RevealObjective("OB-07")).state.sides[A].stars == (Star.OBJECTIVE,) * 5


@pytest.mark.rule("SY-TRN-09", "SY-OBJ-01", "SY-HID-03")
def test_only_in_the_own_turn():
    state = changed(holder("OB-07", coins=20), B, objectives=("OB-08",), power=12)
    state = replace(state, objectives=tuple([card for card in state.objectives if card != "OB-08"]))
    assert "own turn" in refused(state, B, RevealObjective("OB-08")).sentence
    assert "do not hold" in refused(state, A, RevealObjective("OB-08")).sentence
    assert RULES.view(state, B).state.sides[A].objectives == ("",)
    assert RULES.view(state, A).state.sides[A].objectives == ("OB-07",)
    assert RULES.offers(RULES.view(state, A).state, A) == RULES.offers(state, A)


@pytest.mark.rule("SY-R-01", "A-27")
def test_between_two_units_but_not_while_one_is_under_way():
    me = side("nordic", workers="A4 A5", objectives=("OB-07",), coins=20)
    state = on_the_move(me, side("rusviet"))
    assert play(state, A, RevealObjective("OB-07")).state.phase is Phase.MOVING
    under_way = play(state, A, StepTo(5, "A5")).state
    assert "under way" in refused(under_way, A, RevealObjective("OB-07")).sentence
    between = play(under_way, A, EndUnit()).state
    after = play(between, A, RevealObjective("OB-07")).state
    assert (after.phase, after.sides[A].stars) == (Phase.MOVING, (Star.OBJECTIVE,))
    assert play(after, A, StepTo(6, "A4")).state.phase is Phase.MOVING


@pytest.mark.rule("SY-R-01", "A-27", "SY-CMB-03")
def test_between_two_combats_but_not_within_one():
    me = side("nordic", character="A5", speed="A5", power=7, objectives=("OB-07",), coins=20)
    state = on_the_move(me, side("rusviet", speed="B4"), side("crimea", speed="A4"))
    state = acts(state, (A, StepTo(mech("nordic", "speed"), "B4")), (A, StepTo(0, "A4")), (A, EndMove()))
    after = play(state, A, RevealObjective("OB-07")).state
    assert (after.phase, after.agenda) == (Phase.COMBAT_ORDER, state.agenda)

    one = attack(on_the_move(me, side("rusviet", speed="B4")), 0, "B4")
    assert one.phase is Phase.COMBAT_SELECT
    assert "combat" in refused(one, A, RevealObjective("OB-07")).sentence


@pytest.mark.rule("SY-R-01", "SY-R-41", "SY-END-03")
def test_a_sixth_star_between_two_units_calls_the_pending_combats_off():
    stars = (*THREE, Star.COMBAT, Star.COMBAT)
    me = side("nordic", speed="A5", power=5, objectives=("OB-07",), coins=20, stars=stars)
    state = on_the_move(me, side("rusviet", speed="B4"))
    state = acts(state, (A, StepTo(mech("nordic", "speed"), "B4")), (A, EndUnit()), (A, RevealObjective("OB-07")))
    assert state.phase is Phase.OVER
    assert state.sides[A].units[mech("nordic", "speed")] == "A5"


@pytest.mark.rule("A-27", "SY-R-01", "SY-CMB-22")
def test_the_active_player_may_reveal_while_a_defender_meets_somebody():
    me = side("nordic", objectives=("OB-07",), coins=20)
    agenda = (Meeting(B, "D5", "EN-01"), BottomRow(), Ending())
    state = dealt(table(me, side("rusviet", character="D5"), phase=Phase.ENCOUNTER, agenda=agenda))
    after = play(state, A, RevealObjective("OB-07")).state
    assert (after.phase, after.agenda) == (Phase.ENCOUNTER, agenda)
    assert play(after, B, TakeOption(0)).state.phase is Phase.BOTTOM


FIVE = (*THREE, Star.UPGRADES, Star.RECRUITS)


@pytest.mark.rule("SY-END-01", "SY-ENC-09", "A-27")
@pytest.mark.parametrize("achievements", [False, True])
@pytest.mark.parametrize(("meets", "taken"), [(A, ()), (A, (0,)), (B, ())])
def test_an_encounter_card_that_lies_open_goes_under_its_deck_when_a_reveal_ends_the_game(meets, taken, achievements):
    """At an encounter of the active player or a defender, before or between the options."""
    me = side("polania", character="B4", workers="A5 B1 B3", objectives=("OB-15",), stars=FIVE)
    agenda = (Meeting(meets, "B4" if meets == A else "D5", "EN-01", taken), BottomRow(), Ending())
    options = Options(achievements=achievements)
    state = dealt(table(me, side("rusviet", character="D5"), phase=Phase.ENCOUNTER, agenda=agenda, options=options))

    after = play(state, A, RevealObjective("OB-15")).state

    assert after.phase in (Phase.OVER, Phase.RECORDING)
    assert (len(after.encounters), after.encounters[-1]) == (28, "EN-01")


@pytest.mark.rule("SY-END-01", "SY-R-01", "A-27")
@pytest.mark.parametrize(
    "step", [Choosing(), TopRow(), Meeting(A, "A4", "EN-01"), Visiting(), BottomRow(), Bonuses(0, (B,)), Ending()], ids=type
)
def test_a_reveal_may_end_the_game_wherever_it_may_come_and_nothing_is_lost(step):
    me = side("nordic", workers="A5 B1 B3", objectives=("OB-15", "OB-01"), stars=FIVE)
    state = dealt(table(me, side("rusviet", character="D5"), phase=PHASE_OF[type(step)], agenda=(step, Ending())))

    after = play(state, A, RevealObjective("OB-15")).state

    assert after.phase is Phase.OVER
    assert after.sides[A].stars == (*FIVE, Star.OBJECTIVE)
