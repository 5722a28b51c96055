"""Combat: order, abilities, hidden dials, reveal, and what winner and loser have of it (SY-CMB)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from control.engine.dice import DiceChance
from rooms.tables.scythe.facts.combat import CardScouted, CombatOver, CombatRevealed, PowerBroken, Retreated
from rooms.tables.scythe.facts.goods import CombatCardsDrawn
from rooms.tables.scythe.facts.stars import StarPlaced
from rooms.tables.scythe.game.actions import (
    ChooseCombat,
    Commit,
    EndMove,
    GiveCoins,
    Retreat,
    SkipBottom,
    StepTo,
    TakeOption,
    UseArtillery,
)
from rooms.tables.scythe.game.offers_combat import CommitOffer
from rooms.tables.scythe.game.state import HIDDEN, Commitment, Phase, Star
from tests.rooms.tables.scythe.dealt import acts, attack, dials, on_the_move
from tests.rooms.tables.scythe.play import BOOK, RULES, changed, play, refused, words
from tests.rooms.tables.scythe.tables import A, B, C, mech, side, tokens


def offered(state, player):
    return RULES.offers(state, player)


def a_fight(**more):
    """Nordic's mech comes from A5 to a Rusviet mech on B4; no ability that acts in combat."""
    nordic = side("nordic", speed="A5", power=5, cards=(2, 4), popularity=4)
    rusviet = side("rusviet", speed="B4", power=5, cards=(3, 5), popularity=4)
    return on_the_move(nordic, rusviet, **more)


def fought(state=None):
    state = a_fight() if state is None else state
    return attack(state, mech("nordic", "speed"), "B4")


# --- when and in which order -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-CMB-01", "SY-CMB-02", "SY-CMB-04", "SY-MOV-31", "A-09")
def test_the_only_combat_begins_by_itself_when_the_move_is_over():
    state = a_fight()
    entered = play(state, A, StepTo(mech("nordic", "speed"), "B4")).state
    assert entered.phase is Phase.MOVING
    assert entered.fight is None

    state = play(entered, A, EndMove()).state
    assert state.phase is Phase.COMBAT_SELECT
    assert (state.fight.space, state.fight.attacker, state.fight.defender) == ("B4", A, B)
    assert RULES.waits_for(state) == (A, B)
    assert [type(step).__name__ for step in state.agenda][-2:] == ["BottomRow", "Ending"]


@pytest.mark.rule("SY-CMB-05")
def test_workers_never_fight():
    nordic = side("nordic", speed="A5", popularity=4)
    state = attack(on_the_move(nordic, side("rusviet", workers="B4")), mech("nordic", "speed"), "B4")

    assert state.phase is Phase.BOTTOM
    assert state.sides[B].units[5] == "HB-RUS"
    assert state.sides[A].stars == ()


def both_entered():
    """A Move that brought two combats, on B4 and B5."""
    nordic = side("nordic", character="A5", speed="A5", power=7)
    state = on_the_move(nordic, side("rusviet", speed="B4", power=5), side("crimea", speed="A4", power=5))
    state = play(state, A, StepTo(mech("nordic", "speed"), "B4")).state
    return acts(state, (A, StepTo(0, "A4")), (A, EndMove()))


@pytest.mark.rule("SY-CMB-03", "A-09")
def test_of_several_combats_the_active_player_chooses_each_the_last_included():
    state = both_entered()
    assert state.phase is Phase.COMBAT_ORDER
    assert RULES.waits_for(state) == (A,)
    assert "no combat" in refused(state, A, ChooseCombat("D3")).sentence
    assert offered(state, B) == ()

    state = dials(play(state, A, ChooseCombat("A4")).state, Commit(1), Commit(0))
    assert state.phase is Phase.COMBAT_ORDER
    assert "no combat" in refused(state, A, ChooseCombat("A4")).sentence
    state = dials(play(state, A, ChooseCombat("B4")).state, Commit(1), Commit(0))
    assert state.phase is Phase.BOTTOM
    assert state.sides[A].stars == (Star.COMBAT, Star.COMBAT)


# --- dials and cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-CMB-07", "SY-HID-04", "SY-HID-02")
def test_what_one_has_dialled_is_told_to_nobody_until_both_are_in():
    state = fought()
    played = play(state, B, Commit(2, (3,)))
    locked = played.state

    assert locked.fight.commitments == (None, Commitment(2, (3,)))
    assert RULES.waits_for(locked) == (A,)
    for viewer in (A, None):
        seen = RULES.view(locked, viewer).state
        assert seen.fight.commitments == (None, Commitment(HIDDEN))
        assert words(state, played, viewer) == ["Boris has locked in."]
    assert RULES.view(locked, B).state.fight.commitments[1] == Commitment(2, (3,))
    assert words(state, played, B) == ["You dial 2 and add a 3."]
    assert "decide first" in refused(locked, B, Commit(0)).sentence
    assert RULES.facts.binds(played.facts[0]) != ""
    assert offered(RULES.view(locked, A).state, A) == offered(locked, A)


@pytest.mark.rule("SY-CMB-07")
def test_the_order_of_locking_in_does_not_matter():
    state = fought()
    one = acts(state, (A, Commit(3, (4,))), (B, Commit(2, (3,))))
    assert one == acts(state, (B, Commit(2, (3,))), (A, Commit(3, (4,))))


@pytest.mark.rule("SY-CMB-08")
@pytest.mark.parametrize(("power", "most"), [(0, 0), (3, 3), (7, 7), (12, 7)])
def test_the_dial_goes_to_seven_or_to_the_power(power, most):
    state = fought(changed(a_fight(), A, power=power))
    assert offered(state, A) == (CommitOffer(most, (2, 4), 1),)
    assert play(state, A, Commit(most)).state.fight.commitments[0] == Commitment(most)
    assert f"0 to {most}" in refused(state, A, Commit(most + 1)).sentence
    assert f"0 to {most}" in refused(state, A, Commit(-1)).sentence


@pytest.mark.rule("SY-CMB-09", "SY-CMB-10")
def test_a_card_for_each_combat_unit_there_and_none_is_allowed():
    state = fought()
    assert "1 combat card" in refused(state, A, Commit(0, (2, 4))).sentence
    assert "do not hold" in refused(state, A, Commit(0, (5,))).sentence
    for cards in ((), (2,), (4,)):
        assert play(state, A, Commit(0, cards)).state.fight.commitments[0] == Commitment(0, cards)

    nordic = side("nordic", character="B4", artillery="B4", speed="A5", workers="B4", power=5, cards=(2, 2, 3, 4))
    more = fought(on_the_move(nordic, side("rusviet", speed="B4", power=5)))
    more = play(more, A, UseArtillery(use=False)).state
    assert offered(more, A) == (CommitOffer(5, (2, 2, 3, 4), 3),)
    assert play(more, A, Commit(1, (2, 2, 3))).state.fight.commitments[0] == Commitment(1, (2, 2, 3))
    assert refused(more, A, Commit(1, (3, 2)))  # one way to write each: in rising order


@pytest.mark.rule("SY-CMB-11", "SY-CMB-12", "SY-CMB-13", "SY-CMB-14", "SY-CMB-21", "SY-GEN-15")
def test_both_pay_and_discard_and_the_higher_total_wins():
    state = play(fought(), A, Commit(3, (4,))).state
    played = play(state, B, Commit(1, (5,)))
    shown = next(fact for fact in played.facts if isinstance(fact, CombatRevealed))
    after = played.state

    assert shown.totals == (7, 6)
    assert shown.winner == A
    assert [side.power for side in after.sides] == [2, 4]
    assert after.discard == (4, 5)
    assert after.sides[A].cards == (2,)
    assert len(after.sides[B].cards) == 2  # the 3, and the loser's card
    assert "Anna 3 + 4 = 7, Boris 1 + 5 = 6: Anna wins B4 (mountain)." in words(state, played)
    assert after.phase is Phase.BOTTOM
    assert after.fight is None


@pytest.mark.rule("SY-CMB-12")
@pytest.mark.parametrize(("attack_dial", "defence_dial", "winner"), [(2, 2, A), (0, 0, A), (2, 3, B), (3, 2, A)])
def test_a_tie_is_the_attackers(attack_dial, defence_dial, winner):
    state = play(fought(), A, Commit(attack_dial)).state
    played = play(state, B, Commit(defence_dial))
    assert next(fact for fact in played.facts if isinstance(fact, CombatOver)).winner == winner
    assert ("on a tie the attacker Anna" in " ".join(words(state, played))) == (attack_dial == defence_dial)
    assert played.state.sides[winner].stars == (Star.COMBAT,)
    assert played.state.sides[1 - winner].stars == ()


@pytest.mark.rule("SY-CMB-15", "SY-CMB-19", "SY-CMB-20", "SY-CMB-23", "SY-CTL-04", "SY-CTL-06")
def test_all_units_of_the_loser_go_home_and_tokens_and_structures_stay():
    nordic = side("nordic", speed="A5", power=5, popularity=4)
    rusviet = side("rusviet", character="B4", speed="B4", workers="B4 B4 C6", mine="B4", power=5)
    state = dials(fought(on_the_move(nordic, rusviet, tokens={"B4": tokens(metal=2)})), Commit(3), Commit(2))

    assert [state.sides[B].units[unit] for unit in (0, mech("rusviet", "speed"), 5, 6, 7)] == ["HB-RUS"] * 4 + ["C6"]
    assert state.tokens == {"B4": tokens(metal=2)}
    assert state.sides[B].structures[0] == "B4"


@pytest.mark.rule("SY-CMB-17", "SY-GEN-07", "R-06")
@pytest.mark.parametrize(("popularity", "left"), [(4, 2), (1, 0)])
def test_a_winning_attacker_loses_popularity_for_each_worker(popularity, left):
    nordic = side("nordic", speed="A5", power=5, popularity=popularity)
    rusviet = side("rusviet", speed="B4", workers="B4 B4", power=5, popularity=9)
    state = dials(fought(on_the_move(nordic, rusviet)), Commit(3), Commit(2))
    assert [side.popularity for side in state.sides] == [left, 9]


@pytest.mark.rule("SY-CMB-18", "SY-CMB-19", "SY-CMB-20")
def test_a_winning_defender_loses_none_for_workers_that_were_carried():
    nordic = side("nordic", speed="A5", workers="A5 A5", power=5, popularity=4)
    state = on_the_move(nordic, side("rusviet", speed="B4", power=5, popularity=9), tokens={"A5": tokens(oil=3)})
    state = attack(state, mech("nordic", "speed"), "B4", load=tokens(oil=3), board=(5, 6))
    state = dials(state, Commit(1), Commit(2))

    assert [side.popularity for side in state.sides] == [4, 9]
    assert [state.sides[A].units[unit] for unit in (4, 5, 6)] == ["HB-NOR"] * 3
    assert state.tokens == {"B4": tokens(oil=3)}


@pytest.mark.rule("SY-CMB-21")
@pytest.mark.parametrize(("dial", "cards", "drawn"), [(0, (), 0), (1, (), 1), (0, (3,), 1)])
def test_a_loser_with_a_total_of_nothing_draws_no_card(dial, cards, drawn):
    state = play(fought(), A, Commit(5, (4,))).state
    played = play(state, B, Commit(dial, cards))
    assert [fact for fact in played.facts if isinstance(fact, CombatCardsDrawn)] == [CombatCardsDrawn(B, 1)] * drawn


@pytest.mark.rule("SY-CMB-21", "SY-GEN-08", "SY-GEN-09")
def test_the_losers_card_can_be_one_just_discarded_or_none_at_all():
    state = replace(fought(), deck=())
    state = RULES.act(state, A, Commit(3, (4,)), DiceChance(random.Random(1))).state
    after = RULES.act(state, B, Commit(1), DiceChance(random.Random(1))).state
    assert after.sides[B].cards == (3, 5, 4)  # all others are in no deck here
    assert (after.deck, after.discard) == ((), ())

    state = RULES.act(replace(fought(), deck=()), A, Commit(3), DiceChance(random.Random(1))).state
    after = RULES.act(state, B, Commit(1), DiceChance(random.Random(1))).state
    assert after.sides[B].cards == (3, 5)


@pytest.mark.rule("SY-CMB-16", "SY-STR-08", "SY-STR-04")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2)])
def test_two_stars_for_combat_and_no_more(before, after):
    state = changed(a_fight(), A, stars=(Star.COMBAT,) * before)
    state = dials(fought(state), Commit(3), Commit(2))
    assert state.sides[A].stars == (Star.COMBAT,) * after
    assert state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-CMB-22", "SY-ENC-02", "SY-MOV-31", "R-54")
def test_a_defending_character_that_wins_has_the_encounter_after_the_attackers():
    nordic = side("nordic", speed="A5", power=5)
    state = on_the_move(nordic, side("rusviet", character="B4", power=5), marks=("B4", "D5"))
    state = dials(fought(state), Commit(1), Commit(2))

    assert state.phase is Phase.ENCOUNTER
    assert RULES.waits_for(state) == (B,)
    assert state.marks == ("D5",)
    assert offered(state, A) == ()
    state = play(state, B, TakeOption(0)).state
    assert state.phase is Phase.BOTTOM
    assert RULES.waits_for(state) == (A,)


@pytest.mark.rule("SY-CMB-22", "R-54")
def test_a_mech_that_wins_meets_nobody():
    state = dials(fought(a_fight(marks=("B4",))), Commit(3), Commit(2))
    assert state.phase is Phase.BOTTOM
    assert state.marks == ("B4",)


@pytest.mark.rule("SY-CMB-22", "SY-MOV-31", "SY-ENC-02")
def test_both_players_encounters_come_after_all_combats_the_active_players_first():
    nordic = side("nordic", character="A5", speed="A5", power=5)
    rusviet = side("rusviet", character="B4", power=5)
    crimea = side("crimea", speed="A4", power=5)
    state = on_the_move(nordic, rusviet, crimea, marks=("A4", "B4"))
    state = acts(state, (A, StepTo(mech("nordic", "speed"), "B4")), (A, StepTo(0, "A4")), (A, EndMove()))
    state = dials(play(state, A, ChooseCombat("B4")).state, Commit(0), Commit(2))
    assert state.phase is Phase.COMBAT_ORDER
    assert state.turn.met_later == ((B, "B4"),)
    state = dials(play(state, A, ChooseCombat("A4")).state, Commit(3), Commit(0))

    assert (state.phase, RULES.waits_for(state)) == (Phase.ENCOUNTER, (A,))
    state = play(state, A, TakeOption(0)).state
    assert (state.phase, RULES.waits_for(state)) == (Phase.ENCOUNTER, (B,))
    assert play(state, B, TakeOption(0)).state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-CMB-24", "SY-MEC-31", "SY-MEC-28")
def test_workers_on_a_lake_retreat_with_the_losing_defender_and_cost_popularity():
    nordic = side("nordic", seaworthy="B4", power=5, popularity=4)
    polania = side("polania", submerge="C4", workers="C4 C4", power=5)
    state = attack(on_the_move(nordic, polania), mech("nordic", "seaworthy"), "C4")
    state = dials(state, Commit(3), Commit(1))

    assert state.sides[A].popularity == 2
    assert [state.sides[B].units[unit] for unit in (mech("polania", "submerge"), 5, 6)] == ["HB-POL"] * 3


@pytest.mark.rule("SY-CMB-25", "SY-ALL-04")
def test_nobody_buys_off_a_combat():
    state = changed(fought(), B, coins=9)
    assert "combat" in refused(state, B, GiveCoins(A, 5)).sentence
    assert "combat" in refused(state, A, SkipBottom()).sentence


# --- abilities -----------------------------------------------------------------------------------------------------------------


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


@pytest.mark.rule("SY-MEC-08", "SY-MEC-09", "SY-HID-07", "R-29")
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


@pytest.mark.rule("R-29", "SY-MEC-08")
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


@pytest.mark.rule("SY-MEC-14", "SY-MEC-32", "R-30", "A-10", "SY-CMB-06")
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


@pytest.mark.rule("R-30", "SY-MEC-32", "SY-GEN-06")
def test_artillery_needs_power_and_stops_at_nothing():
    assert guns(power=0).phase is Phase.COMBAT_SELECT
    state = play(guns(theirs=1), A, UseArtillery(use=True)).state
    assert [side.power for side in state.sides] == [2, 0]


@pytest.mark.rule("SY-MEC-22", "R-29", "R-31", "SY-MEC-32")
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


@pytest.mark.rule("SY-MEC-18", "R-32")
def test_camaraderie_saves_popularity_after_a_combat_alone():
    polania = side("polania", camaraderie="A5", power=5, popularity=4)
    rusviet = side("rusviet", speed="B4", workers="B4 B4", power=5)
    state = attack(on_the_move(polania, rusviet), mech("polania", "camaraderie"), "B4")
    assert dials(state, Commit(3), Commit(1)).sides[A].popularity == 4

    state = on_the_move(polania, side("rusviet", workers="B4 B4"))
    assert attack(state, mech("polania", "camaraderie"), "B4").sides[A].popularity == 2


# --- retreat to lakes ----------------------------------------------------------------------------------------------------------


def sails(**more):
    """Nordic attacks E3 with character and two mechs that carry two workers, and loses."""
    nordic = side("nordic", character="D3", seaworthy="D3", speed="D3", workers="D3 D3", power=5)
    polania = side("polania", speed="E3", power=7, **more)
    state = on_the_move(nordic, polania, units=3)
    mine = mech("nordic", "seaworthy"), mech("nordic", "speed")
    state = acts(state, (A, StepTo(0, "E3")), (A, StepTo(mine[0], "E3", board=(5, 6))), (A, StepTo(mine[1], "E3")))
    return dials(play(state, A, EndMove()).state, Commit(0), Commit(5))


@pytest.mark.rule("SY-MEC-13", "R-18", "A-12")
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
    for action in wrong:
        assert "each worker rides once" in refused(state, A, action).sentence


@pytest.mark.rule("R-18", "SY-MEC-13", "A-12")
def test_a_lake_with_an_opponent_is_not_open_and_without_lakes_all_go_home():
    (offer,) = offered(sails(submerge="D2"), A)
    assert set(offer.spaces) == {"HB-NOR", "E4"}
    state = sails(submerge="D2", camaraderie="E4")
    assert state.phase is Phase.BOTTOM
    assert {state.sides[A].units[unit] for unit in (0, 2, 4, 5, 6)} == {"HB-NOR"}


@pytest.mark.rule("R-47", "A-12")
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


# --- examples of the rulebook ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("W-01", "SY-CMB-06", "SY-MEC-14", "SY-MEC-22")
def test_w01_artillery_then_disarm_then_a_tie():
    nordic = side("nordic", artillery="F4", power=6, cards=(4, 2), popularity=5)
    saxony = side("saxony", character="F3", disarm="F3", workers="F3 F3", power=5, cards=(3, 3))
    state = attack(on_the_move(nordic, saxony), mech("nordic", "artillery"), "F3")
    state = play(state, A, UseArtillery(use=True)).state

    assert [side.power for side in state.sides] == [3, 3]
    assert offered(state, A) == (CommitOffer(3, (4, 2), 1),)
    assert offered(state, B) == (CommitOffer(3, (3, 3), 2),)
    state = dials(state, Commit(3, (4,)), Commit(1, (3, 3)))
    assert [side.power for side in state.sides] == [0, 2]
    assert state.discard == (4, 3, 3)
    assert {state.sides[B].units[unit] for unit in (0, mech("saxony", "disarm"), 5, 6)} == {"HB-SAX"}
    assert state.sides[A].popularity == 3
    assert len(state.sides[B].cards) == 1
    assert state.sides[A].stars == (Star.COMBAT,)


@pytest.mark.rule("W-02", "SY-CMB-18")
def test_w02_the_defender_keeps_what_was_carried():
    rusviet = side("rusviet", peoples_army="D6", workers="D6 D6", power=3, cards=(2, 3, 5))
    crimea = side("crimea", riverwalk="D5", power=6, cards=(4,), popularity=3)
    state = on_the_move(rusviet, crimea, tokens={"D6": tokens(metal=3)})
    state = attack(state, mech("rusviet", "peoples_army"), "D5", load=tokens(metal=3), board=(5, 6))

    assert "2 combat cards" in refused(state, A, Commit(2, (2, 3, 5))).sentence
    state = dials(state, Commit(2, (2, 3)), Commit(5, (4,)))
    assert [side.power for side in state.sides] == [1, 1]
    assert {state.sides[A].units[unit] for unit in (mech("rusviet", "peoples_army"), 5, 6)} == {"HB-RUS"}
    assert state.tokens == {"D5": tokens(metal=3)}
    assert len(state.sides[A].cards) == 2
    assert (state.sides[B].popularity, state.sides[B].stars) == (3, (Star.COMBAT,))


def w04(**more):
    nordic = side("nordic", character="A5", power=5, **more)
    return attack(on_the_move(nordic, side("rusviet", speed="B4", power=5), marks=("B4",)), 0, "B4")


@pytest.mark.rule("W-04", "SY-ENC-03", "SY-CMB-22", "R-28")
def test_w04_an_encounter_after_a_combat():
    won = dials(w04(), Commit(4), Commit(3))
    assert won.sides[A].stars == (Star.COMBAT,)
    assert (won.phase, won.marks, RULES.waits_for(won)) == (Phase.ENCOUNTER, (), (A,))

    lost = dials(w04(), Commit(2), Commit(3))
    assert lost.sides[A].units[0] == "HB-NOR"
    assert (lost.phase, lost.marks, len(lost.sides[A].cards)) == (Phase.BOTTOM, ("B4",), 1)

    five = (Star.MECHS, Star.POWER, Star.WORKERS, Star.RECRUITS, Star.UPGRADES)
    ended = dials(w04(stars=five), Commit(4), Commit(3))
    assert (ended.phase, ended.marks) == (Phase.OVER, ("B4",))
    assert len(ended.encounters) == len(BOOK.encounters)


@pytest.mark.rule("W-06", "SY-END-03", "SY-FAC-10", "SY-END-01", "R-41")
def test_w06_the_sixth_star_leaves_the_other_combat_unfought():
    saxony = side(
        "saxony",
        riverwalk="G1",
        speed="E2",
        workers="E2",
        power=5,
        stars=(Star.COMBAT, Star.COMBAT, Star.MECHS, Star.POWER, Star.WORKERS),
    )
    rusviet, polania = side("rusviet", speed="D3", power=5), side("polania", speed="F1", power=5)
    state = on_the_move(rusviet, saxony, polania, active=B, tokens={"E2": tokens(oil=2)})
    fast = mech("saxony", "speed")
    state = acts(
        state,
        (B, StepTo(mech("saxony", "riverwalk"), "F1")),
        (B, StepTo(fast, "E3", load=tokens(oil=2), board=(5,))),
        (B, StepTo(fast, "D3")),
        (B, EndMove()),
    )
    state = dials(play(state, B, ChooseCombat("F1")).state, Commit(3), Commit(1))

    assert state.phase is Phase.OVER
    assert len(state.sides[B].stars) == 6
    assert [state.sides[B].units[unit] for unit in (fast, 5)] == ["E3", "E3"]
    assert state.tokens == {"E3": tokens(oil=2)}
    assert state.sides[A].units[mech("rusviet", "speed")] == "D3"
    assert RULES.standing(state)[A] == 3 * 2


@pytest.mark.rule("R-28", "SY-CMB-17", "R-26")
def test_a_sixth_star_by_combat_still_costs_the_popularity():
    five = (Star.MECHS, Star.POWER, Star.WORKERS, Star.RECRUITS, Star.UPGRADES)
    nordic = side("nordic", speed="A5", power=5, popularity=4, stars=five)
    rusviet = side("rusviet", speed="B4", workers="B4 B4", power=5)
    state = play(fought(on_the_move(nordic, rusviet)), A, Commit(3)).state
    played = play(state, B, Commit(1))
    names = [type(fact).__name__ for fact in played.facts]
    assert names.index("Lost") < names.index("StarPlaced") < names.index("Ended")
    assert played.state.sides[A].popularity == 2


@pytest.mark.rule("R-01", "SY-CMB-03")
def test_stars_come_combat_by_combat():
    state = both_entered()
    state = play(play(state, A, ChooseCombat("A4")).state, A, Commit(1)).state
    played = play(state, C, Commit(0))
    kinds = [type(fact) for fact in played.facts]
    assert kinds.index(Retreated) < kinds.index(CombatOver) < kinds.index(StarPlaced)
