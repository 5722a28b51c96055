"""Moves, combat, encounters and the Factory on the phone, in every state that random games reach."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.content import Part
from rooms.tables.scythe.game.state import FACTORY, WORKERS, Phase, ScytheState
from rooms.tables.scythe.rules.combat import CombatRevealed
from rooms.tables.scythe.screens.log import note_of
from tests.amounts import amount
from tests.rooms.tables.phones import words_in
from tests.rooms.tables.scythe.dealt import acts, attack, meets, on_the_move
from tests.rooms.tables.scythe.fights import both_entered, fought
from tests.rooms.tables.scythe.phone import action_in, forms_for, game, hand_for, legal, panel_for, proposed
from tests.rooms.tables.scythe.play import BOOK, NAMES, RULES, play
from tests.rooms.tables.scythe.tables import A, B, mech, side, tokens

HERE = {
    Phase.MOVING: 6,
    Phase.COMBAT_ORDER: 9,
    Phase.COMBAT_ABILITY: 3,
    Phase.COMBAT_SELECT: 3,
    Phase.COMBAT_RETREAT: 9,
    Phase.ENCOUNTER: 5,
    Phase.FACTORY_CHOICE: 9,
    Phase.TOP: 3,
}


def asked(games: int) -> Iterator[tuple[ScytheState, int]]:
    """Some moments of each kind from each game, with the player who is asked."""
    for seed in range(games):
        left = Counter(HERE)
        for state, player, _action in game(seed, 2 + seed % 4)[:-1]:
            if left[state.phase] > 0 and (state.phase is not Phase.TOP or state.turn.section == FACTORY):
                left[state.phase] -= 1
                yield state, player


def test_every_form_is_legal_as_it_stands():
    sent = set()
    for state, player in asked(amount(6, 60)):
        found = proposed(state, player)
        sent |= {type(each) for each in found}

        assert [each for each in found if not legal(state, player, each)] == []
    assert sent >= {
        actions.StepTo,
        actions.EndMove,
        actions.Commit,
        actions.TakeOption,
        actions.ChooseCard,
        actions.UseCard,
    }


@pytest.mark.rule("SY-MOV-14", "SY-MOV-15", "SY-MOV-17", "SY-MEC-28")
def test_every_cargo_that_can_be_tapped_is_legal():
    nordic = side("nordic", speed="B4", seaworthy="B4", workers="B4 B4 B4", character="B2", artillery="B2")
    state = on_the_move(nordic, side("rusviet"), tokens={"B2": tokens(oil=1), "B4": tokens(wood=2, metal=1)})
    unit = mech("nordic", "speed")
    state = play(state, A, actions.StepTo(WORKERS[0], "A4")).state
    state = play(state, A, actions.StepTo(unit, "A4", load=tokens(wood=1), board=WORKERS[1:2])).state
    sent = set()
    for form in forms_for(state, A):
        for fields in islice(form.sent(), 3000):
            action = action_in(fields)
            if action != actions.Reload(unit):  # a form with nothing to set down
                assert legal(state, A, action), action
                sent.add(action)

    assert actions.StepTo(unit, "B4", board=WORKERS[:1]) in sent
    assert actions.Reload(unit, unload=tokens(wood=1)) in sent
    assert actions.Reload(unit, leave=WORKERS[1:2]) in sent


@pytest.mark.rule("SY-MOV-18", "SY-MOV-19", "SY-MOV-20", "SY-MOV-21", "SY-MOV-26", "SY-MOV-29", "SY-FCT-01")
@pytest.mark.parametrize(
    ("there", "popularity", "words"),
    [
        ({}, 3, "To A4 (forest): nothing else happens."),
        ({"workers": "A4 A4"}, 3, "To A4 (forest): 2 workers of Boris (Rusviet) are driven off and you lose 2 popularity."),
        ({"workers": "A4 A4"}, 1, "To A4 (forest): 2 workers of Boris (Rusviet) are driven off and you lose 1 popularity."),
        ({"speed": "A4", "workers": "A4"}, 3, "To A4 (forest): combat with Boris (Rusviet)."),
        ({"mine": "A4"}, 3, "To A4 (forest): you take control of the ground of the Mine."),
    ],
)
def test_one_sentence_says_all_that_comes_of_a_step(there, popularity, words):
    nordic = side("nordic", character="A5", workers="A5", popularity=popularity)  # the worker keeps control of A5
    state = on_the_move(nordic, side("rusviet", **there))

    assert words in words_in(hand_for(state, A))


@pytest.mark.rule("SY-MOV-29", "SY-CMB-22")
def test_the_sentence_says_several_things_at_once():
    state = on_the_move(
        side("nordic", character="A4", speed="C1", workers="A4", popularity=3),
        side("rusviet", workers="B4"),
        marks=("B4",),
        tokens={"B4": tokens(metal=2)},
    )
    fights = on_the_move(
        side("nordic", character="A4", speed="A4"), side("rusviet", speed="B4"), marks=("B4",), tokens={"B4": tokens(metal=2)}
    )
    told = words_in(hand_for(state, A))

    assert (
        "To B4 (mountain): 1 worker of Boris (Rusviet) is driven off and you lose 1 popularity; "
        "2 metal there become yours; an encounter; it stops there." in told
    )
    assert "To B4 (mountain): combat with Boris (Rusviet); an encounter if you win." in words_in(hand_for(fights, A))


@pytest.mark.rule("SY-CTL-01", "SY-CTL-07")
def test_who_leaves_a_territory_to_nobody_is_told_so():
    def told(nordic, **more):
        return words_in(hand_for(on_the_move(nordic, side("rusviet"), **more), A))

    alone, home = side("nordic", character="A5"), side("nordic")
    assert "To A4 (forest): A5 (tundra) is no longer yours." in told(alone)
    assert "To A4 (forest): A5 (tundra) is no longer yours, nor what stays there." in told(alone, tokens={"A5": tokens(oil=1)})
    assert "To A4 (forest): nothing else happens." in told(home)
    assert "no longer yours" not in told(side("nordic", character="A5", mine="A5"))


def test_once_nothing_is_left_to_move_nobody_is_told_to_tap_a_unit():
    state = on_the_move(side("nordic", character="A5"), side("rusviet"), units=1)
    before, after = panel_for(state, A), panel_for(play(state, A, actions.StepTo(0, "A4")).state, A)
    assert before.line == "Tap where it goes, or another unit."
    assert after.line == "Nothing is left to move: end the move."


def test_without_power_the_dial_stands_at_the_one_number_there_is():
    def hand(power):
        return hand_for(fought(on_the_move(side("nordic", speed="A5", power=power), side("rusviet", speed="B4", power=5))), A)

    assert 'name="dial" value="0" required checked' in hand(0)
    assert 'name="dial" value="0" required>' in hand(3)


def test_what_is_pending_stands_above_the_end_of_the_move():
    nordic = side("nordic", character="A5", speed="A5")
    state = on_the_move(nordic, side("rusviet", speed="B4"), marks=("A4",))
    state = play(state, A, actions.StepTo(mech("nordic", "speed"), "B4")).state
    found = panel_for(play(state, A, actions.StepTo(0, "A4")).state, A).moving

    assert found.pending == (
        "Combat on B4 (mountain) with Boris (Rusviet).",
        "An encounter on A4 (forest): its card is drawn then, no taking back.",
    )
    assert found.words == "2 of 2 units moved"


@pytest.mark.rule("SY-MOV-08", "SY-MOV-09", "SY-MOV-13", "SY-MOV-24")
def test_a_space_that_cannot_be_entered_says_why():
    state = on_the_move(side("nordic", workers="A4", character="B4"), side("rusviet", workers="B4 A5"))
    units = {each.unit: each for each in panel_for(state, A).moving.units}

    for unit in units.values():
        barred, near = dict(unit.barred), BOOK.edges[unit.at]
        assert set(barred) - {""} == set(near) - {chip.value for chip in unit.step.fields[0].chips}
        assert barred[""] == "Too far for one step."
        for space in set(barred) & set(BOOK.lakes):
            assert barred[space] == "A lake: this unit does not cross it."
        for space in set(barred) & {to for one, to in BOOK.rivers if one == unit.at} - set(BOOK.bases) - set(BOOK.lakes):
            assert barred[space] == "A river lies between: this unit does not cross it."
    worker = dict(next(each for each in units.values() if each.kind == "worker").barred)
    assert worker["A5"] == "A unit of another player is there: workers do not go there."


@pytest.mark.rule("SY-MOV-14")
def test_what_comes_along_has_words_for_every_number():
    state = on_the_move(side("nordic", speed="B4", workers="B4 B4"), side("rusviet"), tokens={"B4": tokens(wood=2)})
    unit = next(each for each in panel_for(state, A).moving.units if each.kind == "mech")

    assert [[chip.word for chip in field.chips] for field in unit.step.cargo] == [
        ["", "1 wood", "2 wood"],
        ["", "1 worker", "2 workers"],
    ]


@pytest.mark.rule("SY-MOV-07")
def test_a_step_can_be_taken_back_until_chance_or_a_secret_came_out():
    state = on_the_move(side("nordic", character="A5"), side("rusviet", workers="A4"), marks=("A4",))
    step = play(state, A, actions.StepTo(0, "A4"))
    drawn = play(step.state, A, actions.EndMove())

    assert not any(RULES.facts.binding(fact) for fact in step.facts)
    assert any(RULES.facts.binding(fact) for fact in drawn.facts)


# --- combat -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-CMB-07", "SY-HID-04", "SY-R-49")
def test_what_is_dialled_stands_on_the_own_phone_and_on_no_other():
    state = fought()
    pages = {dial: play(state, A, actions.Commit(dial, cards)).state for dial, cards in ((3, (4,)), (5, ()))}
    own = [words_in(hand_for(each, A)) for each in pages.values()]
    others = [hand_for(each, B) for each in pages.values()]

    assert "You dial 3 and add a 4: 7 together." in own[0]
    assert "You dial 5 and add no card." in own[1]
    assert others[0] == others[1]
    assert "locked in" in others[0]
    assert forms_for(pages[3], A, "commit") == []


@pytest.mark.rule("SY-CMB-08", "SY-CMB-09", "SY-CMB-10")
def test_the_dial_ends_at_the_own_power_and_all_cards_can_be_added():
    state = fought()
    [form] = forms_for(state, A, "commit")
    sent = {action_in(fields) for fields in form.sent()} | {action_in(fields) for fields in form.proposed()}

    assert form.radios["dial"] == ["0", "1", "2", "3", "4", "5"]
    assert all(legal(state, A, action) for action in sent)
    assert {actions.Commit(5, (4,)), actions.Commit(0, ())} <= sent


@pytest.mark.rule("SY-CMB-03")
def test_each_combat_can_be_chosen():
    state = both_entered()
    [form] = forms_for(state, A, "choose-combat")

    assert {action_in(fields).space for fields in form.sent()} == {"A4", "B4"}


@pytest.mark.rule("SY-MEC-14")
def test_artillery_says_what_it_does_before_it_is_used():
    nordic = side("nordic", artillery="A5", power=5)
    state = attack(on_the_move(nordic, side("rusviet", speed="B4", power=3)), mech("nordic", "artillery"), "B4")

    assert proposed(state, A, "artillery") == [actions.UseArtillery(True), actions.UseArtillery(False)]
    assert "Boris goes from 3 power to 1." in words_in(hand_for(state, A))


@pytest.mark.rule("SY-MEC-13", "SY-R-18")
def test_a_retreat_is_chosen_for_each_unit_and_worker():
    nordic = side("nordic", seaworthy="A5", speed="A5", workers="A5", power=1)
    state = on_the_move(nordic, side("rusviet", speed="B4", power=5))
    unit, other = mech("nordic", "seaworthy"), mech("nordic", "speed")
    state = acts(
        state, (A, actions.StepTo(unit, "B4", board=WORKERS[:1])), (A, actions.StepTo(other, "B4")), (A, actions.EndMove())
    )
    state = acts(state, (A, actions.Commit(0)), (B, actions.Commit(5)))
    [form] = forms_for(state, A, "retreat")
    sent = [action_in(fields) for fields in form.sent()]

    assert all(legal(state, A, action) for action in sent)
    assert actions.Retreat(tuple(sorted([(unit, "C4"), (other, "HB-NOR")])), ((WORKERS[0], unit),)) in sent


@pytest.mark.rule("SY-CMB-11", "SY-CMB-12", "SY-CMB-13")
def test_the_picture_of_a_reveal_has_both_dials_cards_and_the_tie():
    state = play(fought(), A, actions.Commit(3, (4,))).state
    played = play(state, B, actions.Commit(2, (5,)))
    shown = next(fact for fact in played.facts if isinstance(fact, CombatRevealed))
    picture = json.loads(note_of(shown, RULES.scene(state, NAMES)).picture)
    attack, defence = picture["sides"]

    assert (attack["dial"], attack["cards"], attack["total"], attack["wins"]) == (3, [4], 7, "wins")
    assert (defence["dial"], defence["cards"], defence["total"], defence["wins"]) == (2, [5], 7, "")
    assert picture["rule"] == "On a tie the attacker wins."


# --- cards --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-ENC-05", "SY-ENC-06", "SY-GEN-12")
def test_an_option_says_why_it_is_shut_and_of_the_others_anything_can_be_given_up():
    state = meets(side("rusviet", character="A3", coins=1, popularity=5, workers="C6"), side("nordic"), card="EN-01", space="A3")
    hand = words_in(hand_for(state, A))
    forms = forms_for(state, A, "take-option")
    without = [{**fields, "decline-DEPLOY": ["1"], "decline-oil": ["2"]} for form in forms for fields in form.proposed()]
    found = [action_in(fields) for fields in without if fields["option"] == ["2"]]

    assert "You have 1 of 2 coins." in hand
    assert [form.hidden[-1] for form in forms] == [("option", "0"), ("option", "2")]
    assert found == [actions.TakeOption(2, declined=(Part.OIL, Part.OIL))]
    assert legal(state, A, found[0])


@pytest.mark.rule("SY-GEN-12", "SY-ENC-06", "A-13")
@pytest.mark.parametrize(("space", "gone"), [("0", Part.POWER), ("1", Part.COIN), ("2", Part.POPULARITY), ("3", Part.CARD)])
def test_a_recruits_one_time_bonus_of_a_card_can_be_given_up(space, gone):
    card, option = next(
        (each.id, str(number))
        for each in BOOK.content.encounters
        for number, does in enumerate(each.options)
        if [gain.part for gain in does.gain] == [Part.ENLIST]
    )
    state = meets(side("rusviet", character="A3", coins=9, popularity=5, workers="C6"), side("nordic"), card=card, space="A3")
    [form] = [each for each in forms_for(state, A, "take-option") if ("option", option) in each.hidden]
    taken, left = (
        action_in({**fields, "bonus": [space], "once": [once]})
        for fields, once in [(next(iter(form.proposed())), once) for once in "01"]
    )
    after = {name: play(state, A, action).state.sides[A] for name, action in (("taken", taken), ("left", left))}

    assert left.declined == (gone, gone)
    assert legal(state, A, left)
    assert after["left"].recruits == after["taken"].recruits
    had = [(one.power, one.coins, one.popularity, len(one.cards)) for one in (after["taken"], after["left"])]
    assert sum(had[0]) == sum(had[1]) + 2


@pytest.mark.rule("SY-FAC-08")
def test_whoever_meanders_may_take_a_second_option_or_not():
    state = meets(side("polania", character="A3", coins=5), side("nordic"), card="EN-01", space="A3", taken=(0,))

    assert actions.EncounterDone() in proposed(state, A)
    assert "You have had this one." in words_in(hand_for(state, A))


@pytest.mark.rule("SY-HID-06", "SY-FCT-01")
def test_the_factory_cards_are_shown_to_the_chooser_alone():
    state = next(state for seed in range(20) for state, player, _ in game(seed)[:-1] if state.phase is Phase.FACTORY_CHOICE)
    titles = [BOOK.cards[card].title for card in state.cards]

    assert all(title in words_in(hand_for(state, state.active)) for title in titles)
    for other in set(range(len(state.sides))) - {state.active}:
        assert not any(title in hand_for(state, other) for title in titles)


@pytest.mark.rule("SY-R-24")
def test_to_do_without_a_bonus_is_not_named_as_the_way_out_of_a_question():
    phones = [hand_for(state, player) for state, player, _action in game(1, 3, ask_every_bonus="on") if state.phase is Phase.BONUS]

    assert phones
    assert {("Leave the bonus" in words_in(phone), "Leave it" in words_in(phone)) for phone in phones} == {(True, False)}
