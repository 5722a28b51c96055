"""Encounters: pending, drawn, chosen, gained; Meander (SY-ENC, SY-FAC-08, SY-FAC-09)."""

from __future__ import annotations

from collections import Counter

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import EncounterDone, EndMove, Picks, StepTo, TakeOption
from rooms.tables.scythe.game.content import Cube, Part, Resource, Structure
from rooms.tables.scythe.game.state import MECHS, NONE, WORKERS, Phase, Star, on_board
from rooms.tables.scythe.rules.encounters import EncounterDrawn, OptionOffer
from rooms.tables.scythe.rules.end_of_game import EncounterOver
from rooms.tables.scythe.rules.movement import MOVING
from rooms.tables.scythe.rules.ongoing_bonuses import BonusAnswered
from tests.rooms.tables.scythe.dealt import acts, attack, meets, on_the_move
from tests.rooms.tables.scythe.play import BOOK, RULES, changed, play, refused, words
from tests.rooms.tables.scythe.printed import encounters
from tests.rooms.tables.scythe.tables import A, B, allowed, mech, moving, side, tokens

RICH = {"coins": 10, "popularity": 9, "power": 2}
EVERYTHING = Picks(mech=1, structure=Structure.MILL, cube=Cube.POWER, box=0, section=2, space=1)
NO_PICKS = {
    "DEPLOY": {"mech": NONE},
    "BUILD": {"structure": None},
    "UPGRADE": {"cube": None, "box": NONE},
    "ENLIST": {"section": NONE, "space": NONE},
}


def walks(**more):
    """Nordic's character stands beside the encounter of B4, in a Move."""
    return on_the_move(side("nordic", character="A5"), side("rusviet"), **{"marks": ("B4", "D5"), **more})


def met(card="EN-13", faction="nordic", **more):
    """A player without workers at the encounter of A3."""
    return meets(side(faction, character="A3", **{**RICH, **more}), side("rusviet"), card=card, space="A3")


def picks_for(gains: Counter[str]) -> Picks:
    """All picks that these gains allow."""
    dropped = {name: value for part, none in NO_PICKS.items() if not gains[part] for name, value in none.items()}
    return replace(EVERYTHING, types=(Resource.OIL,) * gains["any"], **dropped)


def have(state):
    """The first player's possessions, under the names of the cards."""
    me, lying = state.sides[A], state.tokens.get("A3", (0, 0, 0, 0))
    return Counter(
        {
            "coin": me.coins,
            "pow": me.power,
            "pop": me.popularity,
            "card": len(me.cards),
            "worker": on_board(me),
            **dict(zip(("wood", "oil", "food", "metal"), lying, strict=True)),
            "UPGRADE": sum(me.cubes),
            "DEPLOY": sum([bool(me.units[unit]) for unit in MECHS]),
            "BUILD": sum([bool(each) for each in me.structures]),
            "ENLIST": 4 - me.recruits.count(NONE),
        }
    )


def test_all_printed_options_are_there():
    printed = encounters()
    assert len(printed) == 28 * 3
    assert {card for card, *_rest in printed} == set(BOOK.encounters)


@pytest.mark.rule("SY-ENC-04", "SY-ENC-07", "SY-ENC-08", "SY-GEN-10", "SY-R-37")
@pytest.mark.parametrize(("card", "option", "cost", "gains"), encounters())
def test_each_option_of_each_card_gives_what_is_printed(card, option, cost, gains):
    state = met(card)
    action = TakeOption(option, picks=picks_for(gains))
    after = play(state, A, action).state

    expected = have(state)
    expected.subtract(cost)
    expected.update({part: count for part, count in gains.items() if part != "any"})
    expected["oil"] += gains["any"]
    expected["coin"] += 2 * gains["ENLIST"]  # the chosen one-time bonus
    assert have(after) == expected
    assert after.phase is Phase.BOTTOM
    assert after.encounters[-1] == card
    me = after.sides[A]
    assert {me.units[unit] for unit in (*MECHS, *WORKERS)} <= {"A3", ""}
    assert set(me.structures) <= {"A3", ""}


@pytest.mark.rule("SY-ENC-01", "SY-ENC-02", "SY-ENC-04", "SY-ENC-10", "SY-MOV-29", "SY-MOV-31")
def test_the_token_goes_and_a_card_lies_open_for_everybody():
    state = play(walks(), A, StepTo(0, "B4")).state
    assert (state.turn.met, state.marks, state.phase) == ("B4", ("B4", "D5"), Phase.MOVING)
    played = play(state, A, EndMove())

    assert [fact for fact in played.facts if isinstance(fact, EncounterDrawn)] == [EncounterDrawn(A, "B4", "EN-01")]
    assert played.state.marks == ("D5",)
    assert (played.state.phase, RULES.waits_for(played.state)) == (Phase.ENCOUNTER, (A,))
    for viewer in (A, B, None):
        assert any("Stalled Thresher" in each for each in words(state, played, viewer))
        assert RULES.view(played.state, viewer).state.agenda[0].card == "EN-01"
    assert RULES.facts.binding(played.facts[1]) != ""


@pytest.mark.rule("SY-ENC-09")
def test_the_card_goes_to_the_bottom():
    played = play(met(), A, TakeOption(0, picks=Picks(types=(Resource.WOOD, Resource.WOOD))))
    assert EncounterOver("EN-13") in played.facts
    assert played.state.encounters[-1] == "EN-13"
    assert len(played.state.encounters) == 28


@pytest.mark.rule("SY-ENC-10", "SY-ENC-01", "SY-MOV-30", "SY-R-54")
def test_no_token_no_encounter_and_none_for_mechs_or_for_who_stays():
    assert attack(walks(marks=("D5",)), 0, "B4").phase is Phase.BOTTOM
    assert (
        attack(on_the_move(side("nordic", speed="A5"), side("rusviet"), marks=("B4",)), mech("nordic", "speed"), "B4").phase
        is Phase.BOTTOM
    )
    stays = on_the_move(side("nordic", character="B4"), side("rusviet"), marks=("B4",))
    assert play(stays, A, EndMove()).state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-ENC-05", "SY-GEN-11", "SY-ENC-04")
def test_what_cannot_be_paid_cannot_be_chosen_and_a_always_can():
    state = met("EN-06", coins=1, popularity=1)
    assert [offer.option for offer in RULES.offers(state, A)] == [0]
    assert "2 coins" in refused(state, A, TakeOption(1)).sentence
    assert "2 popularity" in refused(state, A, TakeOption(2)).sentence
    assert "no such option" in refused(state, A, TakeOption(3)).sentence
    assert "decide first" in refused(state, B, TakeOption(0)).sentence
    assert "option of the encounter first" in refused(state, A, EncounterDone()).sentence


@pytest.mark.rule("SY-ENC-06", "SY-GEN-12")
def test_any_part_of_the_benefit_can_be_given_up():
    state = met("EN-01")
    nothing = play(state, A, TakeOption(1, declined=(Part.FOOD,) * 4 + (Part.POWER,))).state
    assert nothing.tokens == {}
    assert (nothing.sides[A].power, nothing.sides[A].coins) == (2, 8)
    part = play(state, A, TakeOption(1, declined=(Part.FOOD,))).state
    assert part.tokens == {"A3": tokens(food=3)}
    assert play(met("EN-13"), A, TakeOption(1, picks=Picks(types=(Resource.OIL,)))).state.tokens == {"A3": tokens(oil=1)}
    none = play(met("EN-26"), A, TakeOption(2)).state
    assert (sum(none.sides[A].cubes), none.sides[A].popularity) == (0, 6)

    wrong = [
        TakeOption(1, declined=(Part.FOOD,) * 5),
        TakeOption(1, declined=(Part.COIN,)),
        TakeOption(1, picks=Picks(types=(Resource.OIL,))),
        TakeOption(1, picks=Picks(mech=1)),
        TakeOption(1, picks=Picks(cube=Cube.CARD, box=0)),
        TakeOption(1, picks=Picks(section=0, space=0)),
        TakeOption(1, picks=Picks(places=("A3",))),
        TakeOption(1, picks=Picks(produce=(("A3", 1),))),
    ]
    for action in wrong:
        assert "no more than it gives" in refused(state, A, action).sentence


@pytest.mark.rule("SY-ENC-06", "SY-R-37", "SY-ENL-02")
def test_the_one_time_bonus_is_a_part_that_can_be_given_up():
    state = met("EN-20")  # C: ENLIST card+1 pow+1
    all_of_it = Picks(section=0, space=3)
    after = play(state, A, TakeOption(2, picks=all_of_it, declined=(Part.CARD, Part.CARD))).state
    assert len(after.sides[A].cards) == 1
    assert after.sides[A].recruits == (3, NONE, NONE, NONE)
    assert refused(state, A, TakeOption(2, picks=all_of_it, declined=(Part.CARD,) * 4))
    assert refused(state, A, TakeOption(2, declined=(Part.CARD, Part.CARD)))
    taken = changed(state, A, recruits=(3, NONE, NONE, NONE))
    for picks in (Picks(section=0, space=0), Picks(section=1, space=3), Picks(section=1)):
        assert refused(taken, A, TakeOption(2, picks=picks))


@pytest.mark.rule("SY-ENC-08", "SY-R-37", "SY-ENL-07", "SY-BOT-03")
def test_no_mat_coins_and_no_ongoing_bonuses():
    state = changed(met("EN-07"), B, recruits=(0, 1, 2, 3))
    state = changed(state, A, recruits=(0, 1, 2, 3))
    played = play(state, A, TakeOption(1, picks=Picks(mech=3)))
    assert not [fact for fact in played.facts if isinstance(fact, BonusAnswered)]
    assert (played.state.sides[A].coins, played.state.sides[B].coins) == (8, 0)
    assert played.state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-R-38", "SY-BLD-02", "SY-ENC-07")
def test_a_mech_or_structure_needs_no_worker_but_one_structure_is_the_limit():
    assert play(met("EN-21"), A, TakeOption(1, picks=Picks(structure=Structure.MINE))).state.sides[A].structures[0] == "A3"
    state = changed(met("EN-21"), B, structures=("A3", "", "", ""))
    assert refused(state, A, TakeOption(1, picks=Picks(structure=Structure.MINE)))
    assert play(state, A, TakeOption(1)).state.sides[A].coins == 8


@pytest.mark.rule("SY-PRD-09", "SY-ENC-07", "SY-STR-01", "SY-R-25")
def test_no_more_workers_come_than_are_left():
    state = met("EN-12", workers="A3 A4 A5 A6 B1 B3")  # C: worker+3, two are left
    after = play(state, A, TakeOption(2)).state
    assert on_board(after.sides[A]) == 8
    assert after.sides[A].stars == (Star.WORKERS,)
    assert on_board(play(state, A, TakeOption(2, declined=(Part.WORKER,) * 2)).state.sides[A]) == 7


@pytest.mark.rule("SY-GEN-06", "SY-GEN-07", "SY-R-25")
def test_the_tracks_end_and_bring_stars():
    after = play(met("EN-19", power=14, popularity=18), A, TakeOption(1)).state
    assert (after.sides[A].power, after.sides[A].popularity) == (16, 18)
    assert set(after.sides[A].stars) == {Star.POWER, Star.POPULARITY}


@pytest.mark.rule("SY-END-01", "SY-R-25")
def test_a_sixth_star_ends_the_game_and_no_card_is_lost():
    state = met("EN-19", power=14, faction="polania", stars=(Star.MECHS, Star.COMBAT, Star.COMBAT, Star.WORKERS, Star.RECRUITS))
    after = play(state, A, TakeOption(0)).state
    assert after.phase is Phase.OVER
    assert len(after.encounters) == 28


# --- Meander -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("W-14", "SY-FAC-08", "SY-FAC-09", "SY-R-40", "A-14", "SY-ENC-08")
def test_w14_polania_takes_two_options_and_the_first_pays_for_the_second():
    polania = side("polania", character="B1", coins=1, popularity=3)
    state = meets(polania, side("rusviet"), card="EN-02", space="B1")
    assert "2 coins" in refused(state, A, TakeOption(1)).sentence
    state = play(state, A, TakeOption(0)).state
    assert (state.phase, RULES.waits_for(state)) == (Phase.ENCOUNTER, (A,))
    assert "taken once" in refused(state, A, TakeOption(0)).sentence
    assert {type(offer).__name__ for offer in RULES.offers(state, A)} == {"OptionOffer", "EncounterDoneOffer"}

    after = play(state, A, TakeOption(1, picks=Picks(cube=Cube.COIN, box=3))).state
    me = after.sides[A]
    assert (me.popularity, me.coins, me.power, sum(me.cubes), me.boxes) == (4, 1, 1, 1, (0, 0, 0, 1))
    assert after.phase is Phase.BOTTOM
    assert "bottom row" in refused(after, A, TakeOption(2)).sentence


@pytest.mark.rule("W-14", "SY-FAC-08")
def test_w14_any_other_faction_takes_one():
    state = meets(side("crimea", character="B1", **RICH), side("rusviet"), card="EN-02", space="B1")
    assert play(state, A, TakeOption(0)).state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-FAC-08", "SY-R-40", "A-14")
def test_the_second_option_may_be_left_and_is_asked_though_none_can_be_paid():
    state = meets(side("polania", character="B1"), side("rusviet"), card="EN-04", space="B1")
    state = changed(state, A, popularity=0)
    state = play(state, A, TakeOption(0, declined=(Part.POPULARITY, Part.POPULARITY))).state
    assert [type(offer).__name__ for offer in RULES.offers(state, A)] == ["EncounterDoneOffer"]
    after = play(state, A, EncounterDone()).state
    assert (after.phase, after.encounters[-1]) == (Phase.BOTTOM, "EN-04")


@pytest.mark.rule("W-14", "SY-FAC-06", "SY-FAC-07")
def test_w14_swim_is_for_nordic_workers_alone():
    nordic = moving(side("nordic", workers="A4", riverwalk="A4"), side("rusviet"))
    assert allowed(MOVING, nordic, A, StepTo(5, "B3"))
    assert not allowed(MOVING, nordic, A, StepTo(mech("nordic", "riverwalk"), "B3"))
    assert not allowed(MOVING, moving(side("polania", workers="C1"), side("rusviet")), A, StepTo(5, "C2"))


@pytest.mark.rule("SY-R-47")
def test_who_does_not_answer_takes_option_a_and_no_second():
    state = met("EN-13")
    assert play(state, A, RULES.default(state, A, None)).state.tokens == {"A3": tokens(food=2)}
    second = replace(state, agenda=(replace(state.agenda[0], taken=(0,)), *state.agenda[1:]))
    assert RULES.default(second, A, None) == EncounterDone()
    for card in BOOK.encounters:
        default = met(card)
        assert play(default, A, RULES.default(default, A, None)).state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-HID-08")
def test_cards_drawn_are_told_by_number_alone():
    state = met("EN-08")
    played = play(state, A, TakeOption(0))
    assert any("draws a 2 and a 2" in each for each in words(state, played, A))
    for viewer in (B, None):
        assert any("draws 2 combat cards" in each for each in words(state, played, viewer))
        assert not any("a 2" in each for each in words(state, played, viewer))


@pytest.mark.rule("SY-ENC-04")
def test_options_are_offered_to_who_met_and_need_nothing_hidden():
    state = met("EN-26")
    offers = RULES.offers(state, A)
    assert [type(offer) for offer in offers] == [OptionOffer] * 3
    assert RULES.offers(RULES.view(state, A).state, A) == offers
    assert RULES.offers(state, B) == ()
    assert acts(state, (A, TakeOption(0))).phase is Phase.BOTTOM
