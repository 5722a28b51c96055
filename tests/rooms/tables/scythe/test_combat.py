"""Combat: order, abilities, hidden dials, reveal, and the effects on winner and loser (SY-CMB)."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables.scythe.game.actions import (
    ChooseCombat,
    Commit,
    EndMove,
    GiveCoins,
    SkipBottom,
    StepTo,
    TakeOption,
    UseArtillery,
)
from rooms.tables.scythe.game.state import (
    HIDDEN,
    BottomRow,
    Combats,
    Commitment,
    ContestedEntry,
    Ending,
    Meetings,
    Move,
    Phase,
    Star,
)
from rooms.tables.scythe.rules.combat import CombatOver, CombatRevealed, CommitOffer
from rooms.tables.scythe.rules.supply import CombatCardsDrawn
from tests.rooms.tables.scythe.dealt import acts, attack, dealt, dials, on_the_move
from tests.rooms.tables.scythe.fights import a_fight, both_entered, fought, offered
from tests.rooms.tables.scythe.play import RULES, changed, play, refused, words
from tests.rooms.tables.scythe.tables import A, B, C, D, mech, side, table, tokens


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
    assert RULES.facts.binding(played.facts[0]) != ""
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
    assert refused(more, A, Commit(1, (3, 2)))  # cards must be in rising order, so that each commitment has one form


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


@pytest.mark.rule("SY-CMB-17", "SY-GEN-07", "SY-R-06")
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
    assert after.sides[B].cards == (3, 5, 4)  # no deck has the other cards here
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


@pytest.mark.rule("SY-CMB-22", "SY-ENC-02", "SY-MOV-31", "SY-R-54")
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


@pytest.mark.rule("SY-CMB-22", "SY-R-54")
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


@pytest.mark.rule("SY-CMB-22", "SY-MOV-31")
@pytest.mark.parametrize("order", list(permutations(("A4", "A5", "B4"))))
@pytest.mark.parametrize("wins", [False, True])
def test_encounters_come_in_the_order_of_their_combats_behind_the_active_players(order, wins):
    """Two defenders' characters win on their territories. The active player's character wins too, or not."""
    nordic = side("nordic", character="A4", speed="A5", riverwalk="B4", power=7)
    others = (
        side("rusviet", speed="A4", power=7),
        side("crimea", character="A5", power=7),
        side("saxony", character="B4", power=7),
    )
    entries = tuple(
        [ContestedEntry(unit=unit, space=space, origin="HB-NOR") for unit, space in enumerate(nordic.units[:5]) if space]
    )
    agenda = (Combats(("A4", "A5", "B4")), Meetings(), BottomRow(), Ending())
    state = table(nordic, *others, phase=Phase.COMBAT_ORDER, agenda=agenda, move=Move(entries=entries), marks=("A4", "A5", "B4"))
    state = dealt(state)
    for space in order:
        state = dials(play(state, A, ChooseCombat(space)).state, Commit(0), Commit(0 if space == "A4" and wins else 1))

    asked = []
    while state.phase is Phase.ENCOUNTER:
        asked += RULES.waits_for(state)
        state = play(state, asked[-1], TakeOption(0)).state

    later = [{"A5": C, "B4": D}[space] for space in order if space != "A4"]
    assert asked == ([A] if wins else []) + later


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
