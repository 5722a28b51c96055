"""Examples of games at side tables: the words that serve every game, and those of Potemkin Empire."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_fields

from control.examples.runner import Played, examples_in
from control.game.refused import Refused
from rooms.tables.examples import GameExamples, TableWords, play
from tests.rooms.tables import toy
from tests.rooms.tables.toy import NUMBERS, TOY


def toy_played(text: str, **instead: object) -> Played:
    (example,) = examples_in(text)
    return play(example, kind=replace(TOY, **instead), content=NUMBERS, words=TableWords())  # type: ignore[arg-type]


GAME = """
name: The higher number wins, and a swap takes the top of the deck
rules: [TOY-1]
given: {players: [Ada, Bo]}
when:
  - Ada: {Choose: {swap: true}}
    then: {waits for: [Bo], winners: none, says: [Ada has chosen], told: {Bo: [Ada has chosen]}}
  - Ada: {Choose: {swap: false}}
    refused: TOY-1
  - Bo: {Choose: {swap: false}}
then: %s
"""


@pytest.mark.parametrize(
    "then",
    [
        "{scores: {Ada: 33, Bo: 22}, winners: [Ada], waits for: none}",
        "{state: {shown: [33, 22], chosen: {0: true, 1: false}}}",
        "{view: {Ada: {mine: 11}, onlooker: {mine: null, shown: [33, 22]}}}",
        "{happened: [Chosen, Shown], says: [The numbers are 33], unsaid: ['44'], untold: {Bo: [dealt]}}",
        "{hidden: {onlooker: ['11', swap]}}",
        "{may not: {Ada: [{Choose: {swap: true}, refused: {rule: TOY-1, code: stale, sentence: chosen already}}]}}",
    ],
)
def test_a_game_without_words_of_its_own_is_played_by_those_of_all_games(then):
    assert toy_played(GAME % then).problems == ()


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        ("{scores: {Ada: 11}}", "score of Ada: expected 11, found 33"),
        ("{winners: [Bo]}", "winners: expected ['Bo'], found ['Ada']"),
        ("{winners: none}", "winners: expected none, found ['Ada']"),
        ("{waits for: [Bo]}", "waits for: expected ['Bo'], found []"),
        ("{state: {shown: [1, 2]}}", "state.shown[0]: expected 1, found 33"),
        ("{view: {Bo: {mine: 11}}}", "view of Bo.mine: expected 11, found 22"),
        ("{happened: [Dealt]}", "happened: expected Dealt, found Chosen, Chosen, Shown"),
        ("{happened: [Shown, Chosen]}", "happened: expected Chosen, found"),
        ("{says: [Bo wins]}", "says: expected 'Bo wins', found\n    Ada has chosen."),
        ("{unsaid: [numbers]}", "unsaid: found 'The numbers are 33, 22.'"),
        ("{told: {Bo: [Bo wins]}}", "told.Bo: expected 'Bo wins', found"),
        ("{untold: {Bo: [Ada has]}}", "untold.Bo: found 'Ada has chosen.'"),
        ("{hidden: {Ada: ['11']}}", "hidden from Ada: '11' stands in what is seen"),
        ("{hidden: {Ada: [has chosen]}}", "hidden from Ada: 'has chosen' stands in what is seen"),
        ("{refused: TOY-1}", "refused: expected 'TOY-1', but it was carried out"),
        ("{may: {Ada: [{Choose: {swap: true}}]}}", "expected, but it is refused: You have chosen already. (TOY-1)"),
        ("{may not: {Ada: [{Choose: {swap: true}, refused: TOY-2}]}}", "refused.rule: expected 'TOY-2', found 'TOY-1'"),
    ],
)
def test_what_came_out_otherwise_is_told_with_what_was_found(then, problem):
    assert problem in toy_played(GAME % then).problems[0]


BEGUN = "name: x\ngiven:\n  players: 3\n%s\nthen: {winners: none}"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (BEGUN % "when: [{D: {Choose: {swap: true}}}]", "line 4: when: nobody at the table is called 'D'; there are A, B, C"),
        (BEGUN % "when:\n- A: {Choose: {swap: true}}\n- B: Dance", "line 6: when.B: 'Dance' is unknown; known are Choose"),
        (BEGUN % "when: [{A: {Choose: {swap: maybe}}}]", "line 4: when.A.Choose: Expected `bool`"),
        (BEGUN % "when: [{A: {Choose: {}}}]", "line 4: when.A.Choose: Object missing required field"),
        (BEGUN % "when: [{A: {Choose: {swap: true}, Pass: {}}}]", "line 4: when.A: write one action here"),
        (BEGUN % "when: [{A: 3}]", "line 4: when.A: write a word here, not 3"),
        (BEGUN % "  cards: 3", "line 4: given: 'cards' is unknown; known are A, B, C, first, options, players, state"),
        (BEGUN % "  A:\n    cards: 3", "line 5: given.A: 'cards' is unknown"),
        (BEGUN % "  state: {hands: many}", "line 4: given.state: this is no state: Expected `array`"),
        ("name: x\ngiven: {players: 20}\nthen: {winners: none}", "line 2: given.players: a table has up to 8 players, not 20"),
        ("name: x\ngiven: {players: [A, A]}\nthen: {winners: none}", "line 2: given.players: every player has a name of their own"),
        ("name: x\ngiven: {first: Z}\nthen: {winners: none}", "line 2: given.first: nobody at the table is called 'Z'"),
        ("name: x\nthen:\n  winner: A", "line 3: then: 'winner' is unknown; known are happened, hidden, may, may not, refused"),
        ("name: x\nthen:\n  A: {cards: 3}", "line 3: then.A: 'cards' is unknown"),
        ("name: x\nthen:\n  view: {Z: {}}", "line 3: then.view: nobody at the table is called 'Z'"),
        ("name: x\nthen: {happened: [Danced]}", "line 2: then.happened: 'Danced' is unknown"),
        (BEGUN % "when:\n- A: Choose\n  refused: TOY-1\n  B: Choose", "line 5: when.A.Choose: Object missing required field"),
    ],
)
def test_what_cannot_be_played_says_in_which_line_and_why_in_one_sentence(text, problem):
    (found,) = toy_played(text).problems

    assert found.startswith(problem)
    assert "\n" not in found


def test_who_lets_the_time_run_out_gets_the_default():
    text = "name: x\nwhen:\n- A: {Choose: {swap: true}}\n- too late: [B]\nthen: {state: {chosen: {0: true, 1: false}}}"

    assert toy_played(text).problems == ()


def test_any_part_of_the_state_can_be_given():
    text = "name: x\ngiven: {state: {hands: [88, 77], deck: [11], chosen: {0: false}}}\nwhen: [{too late: B}]\nthen: {winners: [A]}"

    assert toy_played(text).problems == ()


def test_nothing_is_done_after_a_refusal_that_nobody_expects():
    text = "name: x\nwhen: [{too late: A}, {A: {Choose: {swap: true}}}, {B: {Choose: {swap: true}}}]\nthen: {winners: [A]}"

    assert toy_played(text).problems == ("refused: You have chosen already. (TOY-1)",)
    assert toy_played(text.replace("{winners: [A]}", "{refused: TOY-1, waits for: [B]}")).problems == ()


def test_a_refusal_in_a_step_must_come():
    text = "name: x\nwhen: [{A: {Choose: {swap: true}}, refused: TOY-1}]\nthen: {winners: none}"

    assert toy_played(text).problems == ("step 1: refused: expected 'TOY-1', but it was carried out",)


def test_a_refusal_in_a_step_must_name_the_right_rule():
    text = "name: x\nwhen: [{too late: A}, {A: {Choose: {swap: true}}, refused: TOY-9}]\nthen: {winners: none}"

    assert toy_played(text).problems == ("step 2: refused.rule: expected 'TOY-9', found 'TOY-1' (You have chosen already.)",)


def test_what_must_be_so_after_a_step_is_held_against_it_then():
    text = (
        "name: x\nwhen: [{A: {Choose: {swap: true}}, then: {waits for: [A]}}, {B: {Choose: {swap: true}}}]\nthen: {waits for: none}"
    )

    assert toy_played(text).problems == ("step 1: waits for: expected ['A'], found ['B']",)


def test_a_table_that_the_rules_refuse_to_lay_is_an_example_too():
    class Picky(toy.ToyRules):
        def setup(self, setup, chance):
            if setup.players == 5:
                raise Refused("Five are too many.", rule="TOY-5")
            return super().setup(setup, chance)

    text = "name: x\ngiven: {players: 5}\nthen: {refused: TOY-5}"

    assert toy_played(text, rules=Picky).problems == ()
    assert toy_played(text.replace("TOY-5}", "TOY-5, winners: none}"), rules=Picky).problems == (
        "line 3: then: there is no table; say only that it was refused",
    )


class Blind(toy.ToyRules):
    def offers(self, state, player):
        return ()


class Generous(toy.ToyRules):
    def offers(self, state, player):
        return (toy.Either(),)


class Forgetful(toy.ToyRules):
    def act(self, state, player, action, chance):
        played = super().act(state, player, action, chance)
        return with_fields(played, state=with_fields(played.state, deck=played.state.deck[1:]))


class Losing(toy.ToyRules):
    def evolve(self, state, fact):
        evolved = super().evolve(state, fact)
        return with_fields(evolved, deck=evolved.deck[1:]) if isinstance(fact, toy.Chosen) else evolved


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        (Blind, "step 1: Choose(swap=True) is not offered, and was carried out"),
        (Generous, "step 2: Choose(swap=False) is offered, and refused: You have chosen already."),
        (Forgetful, "step 1: Choose(swap=True) leads elsewhere than its facts"),
        (Losing, "step 1: broken: A number is lost."),
    ],
)
def test_at_every_action_offers_fold_and_invariants_are_held_against_the_rules(rules, problem):
    assert problem in toy_played(GAME % "{winners: [Ada]}", rules=rules).problems


def test_an_example_may_begin_with_pieces_missing_but_may_not_lose_more():
    begun = "name: x\ngiven: {state: {deck: [33]}}\nwhen: [{A: {Choose: {swap: true}}}]\nthen: {winners: none}"

    assert toy_played(begun).problems == ()


def test_a_game_reads_its_content_from_the_folder_of_its_examples():
    (example,) = examples_in("name: x\nthen: {scores: {A: 5, B: 9}}")

    assert GameExamples(kind=TOY).over({"numbers.yaml": "5 9"})(example).problems == ()
    assert GameExamples(kind=TOY).id == "toy"
