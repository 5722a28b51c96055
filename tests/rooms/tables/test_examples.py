"""Examples of side table games: the words that serve every game, and the examples of Potemkin Empire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace as with_fields

from control.engine.records import replace
from control.engine.refusal import Refused
from control.rulebook import stated_in
from rooms.realm.examples.runner import Example, ExampleResult, examples_in
from rooms.realm.scenario_files import read_folder
from rooms.tables.game.example_tables import TableWords
from rooms.tables.game.examples import RULE, THEN, GameExamples, play
from rooms.tables.potemkin.game.examples import GAME
from rooms.tables.potemkin.game.reading import read
from tests.rooms.tables import toy
from tests.rooms.tables.toy import NUMBERS, TOY
from tests.rooms.tables.wrong import with_handlers
from tests.scenarios import FIXTURES


def toy_played(text: str, **instead: object) -> ExampleResult:
    (example,) = examples_in(text)
    return play(example, kind=replace(TOY, **instead), content=NUMBERS, words=TableWords())  # type: ignore[arg-type]


HIGH = """
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
    assert toy_played(HIGH % then).problems == ()


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
    assert problem in toy_played(HIGH % then).problems[0]


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
    facts = with_handlers(
        toy.FACTS, toy.Chosen, evolve=lambda state, fact: with_fields(toy.evolve_chosen(state, fact), deck=state.deck[1:])
    )


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
    assert problem in toy_played(HIGH % "{winners: [Ada]}", rules=rules).problems


def test_an_example_may_begin_with_pieces_missing_but_may_not_lose_more():
    begun = "name: x\ngiven: {state: {deck: [33]}}\nwhen: [{A: {Choose: {swap: true}}}]\nthen: {winners: none}"

    assert toy_played(begun).problems == ()


def test_a_game_reads_its_content_from_the_folder_of_its_examples():
    (example,) = examples_in("name: x\nthen: {scores: {A: 5, B: 9}}")

    assert GameExamples(kind=TOY).over({"numbers.yaml": "5 9"})(example).problems == ()
    assert GameExamples(kind=TOY).id == "toy"


def unruled(value: object) -> Iterator[object]:
    """Refusals without a rule ID in a part of an example."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from unruled(each)
    elif isinstance(value, dict):
        for word, each in value.items():
            if word == "refused":
                rule = each.get("rule", "") if isinstance(each, dict) else each
                yield from () if RULE.fullmatch(str(rule)) else (each,)
            elif word == "may not":
                for acts in each.values():
                    listed = acts if isinstance(acts, list | tuple) else (acts,)
                    yield from (act for act in listed if not isinstance(act, dict) or "refused" not in act)
            yield from unruled(each)


@pytest.mark.parametrize("game", ["potemkin", "statecraft", "scythe"])
def test_every_refusal_of_an_example_names_its_rule(game):
    files = sorted((FIXTURES / game / "examples").glob("*.yaml"))
    parts = [part for file in files for each in examples(file) for part in (each.when, each.then)]

    assert parts
    assert list(unruled(parts)) == []


# --- Potemkin Empire ----------------------------------------------------------------------------------------------------

FOLDER = FIXTURES / "potemkin"
FILES = sorted((FOLDER / "examples").glob("*.yaml"))
PLAY = GAME.over(read_folder(FOLDER))
CONTENT = read(read_folder(FOLDER))


@cache
def examples(file: Path) -> tuple[Example, ...]:
    return examples_in(file.read_text(encoding="utf-8"))


ALL = [pytest.param(each, id=f"{file.stem}: {each.name}") for file in FILES for each in examples(file)]


def potemkin(text: str) -> tuple[str, ...]:
    (example,) = examples_in(text)
    return PLAY(example).problems


@pytest.mark.example
@pytest.mark.parametrize("example", ALL)
def test_example(example):
    assert PLAY(example).problems == ()


def test_every_example_has_a_name_of_its_own_and_names_rules_of_the_book():
    all_ = [each for file in FILES for each in examples(file)]
    stated = {id_ for ids in stated_in(FIXTURES.parent / "docs" / "rules").values() for id_ in ids}

    assert len({each.name for each in all_}) == len(all_)
    assert [each.name for each in all_ if not each.rules] == []
    assert {id_ for each in all_ for id_ in each.rules} - stated == set()


def test_every_worked_example_of_the_rulebook_is_there():
    assert {each.source for file in FILES for each in examples(file)} >= {f"EX-{number:02}" for number in range(1, 13)}


PLAYED = """
name: A spy, a shield and a scientist
given:
  shield: C
  scientist: B
  deck: [tannery]
  A: {hand: [fake, fake with night-shift], village: [{espionage: espionage, agents: 2}], spent: 1, captured: [culture]}
  B: {village: [{science: fake}, {culture: culture}]}
when:
  - A: {spies: [{espionage: B science}, {espionage: B culture}]}
then: %s
"""


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        ("{A: {hand: 3}}", "hand of A: expected 3, found 2"),
        ("{A: {hand: [fake]}}", "hand of A: expected ['fake'], found ['fake', 'fake with night-shift']"),
        ("{A: {hand: [fake, fake]}}", "hand of A: expected ['fake', 'fake'], found ['fake', 'fake with night-shift']"),
        ("{A: {pack: 1}}", "pack of A: expected 1, found 0"),
        ("{A: {captured: [fake]}}", "captured of A: expected ['fake'], found ['culture', 'fake']"),
        ("{A: {village: none}}", "village of A: expected none, found ['espionage: espionage']"),
        ("{B: {village: [{culture: fake}]}}", "village of B: expected ['culture: fake'], found ['culture: culture']"),
        ("{B: {village: [{science: culture}]}}", "village of B: expected ['science: culture'], found ['culture: culture']"),
        ("{A: {ready: 1}}", "ready agents of A: expected 1, found 0"),
        ("{A: {spent: 2}}", "spent agents of A: expected 2, found 3"),
        ("{A: {cubes: 1}}", "cubes of A: expected 1, found 0"),
        ("{A: {mode: production}}", "mode of A: expected 'production', found 'construction'"),
        ("{A: {points: {captured: 2}}}", "points of A, captured: expected 2, found 4"),
        ("{C: {sees: {B culture: nothing}}}", "C sees B culture: expected 'nothing', found 'culture'"),
        ("{C: {sees: {A espionage: fake}}}", "C sees A espionage: expected 'fake', found 'nothing'"),
        ("{C: {sees: {B science: fake}}}", "C sees B science: expected 'fake', but it does not stand"),
        ("{buildings: {B science: {cubes: 0}}}", "building B science: expected {'cubes': 0}, but it is gone"),
        ("{buildings: {B culture: gone}}", "building B culture: expected 'gone', but it stands"),
        ("{buildings: {B culture: {shown: false}}}", "building B culture.shown: expected False, found True"),
        ("{buildings: {A espionage: {real: false, agents: 0}}}", "building A espionage.real: expected False, found True"),
        ("{deck: 9}", "deck: expected 9, found 102"),
        ("{discard: [fake]}", "discard: expected ['fake'], found none"),
        ("{month: 2}", "month: expected 2, found 1"),
        ("{phase: draft}", "phase: expected 'draft', found 'turn'"),
        ("{turn: A}", "turn: expected 'A', found 'B'"),
        ("{scientist: B}", "scientist: expected 'B', found 'board'"),
        ("{shield: board}", "shield: expected 'board', found 'C'"),
        ("{capitol: C}", "capitol: expected 'C', found 'A'"),
        ("{may: {B: [{builds: {culture: tannery}}]}}", "expected, but it is refused: That card is not in your hand"),
    ],
)
def test_what_came_out_otherwise_on_a_table_of_potemkin_empire(then, problem):
    assert problem in potemkin(PLAYED % then)[0]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("A: {hand: [gold]}", "line 4: given.A.hand: no card is 'gold'; write an id, culture, espionage"),
        ("A: {hand: [culture+tax]}", "line 4: given.A.hand: no card is 'culture+tax'"),
        ("A: {hand: [tannery, tannery]}", "line 4: given.A.hand: there is no further card 'tannery'"),
        ("A: {village: [{culture: fake}, {fake: culture}]}", "line 4: given.A.village[1]: write one type and its card"),
        ("A: {village: [{culture: fake, science: fake}]}", "line 4: given.A.village[0]: write one type and its card"),
        ("A: {village: [{culture: fake, spies: 1}]}", "line 4: given.A.village[0]: 'spies' is unknown"),
        ("A: {village: [{culture: fake, shown: maybe}]}", "line 4: given.A.village[0].shown: write true or false here"),
        ("A: {village: [{culture: fake, agents: two}]}", "line 4: given.A.village[0].agents: write a whole number here"),
        ("A: {village: [{culture: fake, inspected by: [Z]}]}", "line 4: given.A.village[0].inspected by: nobody at the table"),
        ("A: {mode: war}", "line 4: given.A.mode: 'war' is unknown; known are construction, production"),
        ("A: {spent: some}", "line 4: given.A.spent: write a whole number here"),
        ("A: {captured: 200}", "line 4: given.A.captured: there are only 107 cards left"),
        ("A: {gold: 1}", "line 4: given.A: 'gold' is unknown"),
        ("deck: {all: [fake]}", "line 4: given.deck: 'all' is unknown; known are only"),
        ("month: 5", "line 4: given.month: a game has 4 months, and 5 is none of them"),
        ("capitol: board", "line 4: given.capitol: nobody at the table is called 'board'"),
        ("turn: Z", "line 4: given.turn: nobody at the table is called 'Z'; there are A, B, C"),
    ],
)
def test_what_cannot_be_laid_on_a_table_of_potemkin_empire(given, problem):
    (found,) = potemkin(f"name: x\ngiven:\n  players: 3\n  {given}\nthen: {{winners: none}}")

    assert found.startswith(problem)
    assert "\n" not in found


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ("{builds: {culture: industry}}", "line 6: when.A.builds: there is no 'industry' to choose; there is fake"),
        ("{builds: fake}", "line 6: when.A.builds: write keys and values here, not 'fake'"),
        ("{builds: {culture: fake, agents: 1}}", "line 6: when.A.builds: 'agents' is unknown"),
        ("{picks: fake}", "line 6: when.A.picks: there is no 'fake' to choose; there is nothing"),
        (
            "{spies: {espionage: B castle}}",
            "line 6: when.A.spies: there is no building 'B castle'; there are A espionage 1, B culture",
        ),
        ("{spies: {espionage: B culture}}", "line 6: when.A.spies: 'B culture' may be any of 2; there are A espionage 1"),
        ("{spies: [shield]}", "line 6: when.A.spies: write keys and values here, not 'shield'"),
        ("{plays: {fake: {into: x}}}", "line 6: when.A.plays.fake: 'into' is unknown"),
        ("{plays: {fake: {}, culture: {}}}", "line 6: when.A.plays: write one card here"),
        ("{places: {espionage: some}}", "line 6: when.A.places.espionage: write a whole number here"),
        ("{dances: {}}", "line 6: when.A: 'dances' is unknown; known are Build, BuildAgain"),
    ],
)
def test_what_nobody_can_do_in_potemkin_empire(act, problem):
    (found,) = potemkin(
        "name: x\ngiven:\n"
        "  A: {hand: [fake], village: [{espionage: espionage, agents: 1}]}\n"
        "  B: {village: [{culture: fake}, {culture: culture}]}\n"
        f"when:\n  - A: {act}\nthen: {{winners: none}}"
    )

    assert found.startswith(problem)
    assert "\n" not in found


def test_a_card_named_by_its_id_is_left_for_the_place_that_names_it():
    first = next(card for card in CONTENT.cards if card.real_types == ("culture",) and card.ability is None)
    text = "name: x\ngiven: {A: {hand: [culture]}, B: {hand: [%s]}}\nthen: {B: {hand: [%s]}, A: {hand: 1}}"

    assert potemkin(text % (first.id, first.id)) == ()


def test_a_card_of_another_hand_is_refused_by_the_rules_not_by_the_words():
    given = "{B: {hand: [tannery]}, A: {hand: [fake]}}"

    assert potemkin(f"name: x\ngiven: {given}\nwhen: {{A: {{builds: {{culture: tannery}}}}}}\nthen: {{refused: PE-BLD-03}}") == ()


def test_every_word_is_explained_to_whoever_writes_examples():
    guide = (FIXTURES.parent / "docs" / "examples.md").read_text(encoding="utf-8").partition("# Side tables")[2]
    words = GAME.words
    parts = (THEN, words.given_side, words.given, words.acts, words.then_side, words.then)

    assert [word for part in parts for word in part if f"`{word}" not in guide] == []


def refusals_in(node: object) -> Iterator[object]:
    """Values of the key "refused" in an example."""
    if isinstance(node, dict):
        yield from (each for word, each in node.items() if word == "refused")
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list | tuple) else ():
        yield from refusals_in(each)


@pytest.mark.parametrize("game", ["potemkin", "scythe", "statecraft"])
def test_a_refusal_in_an_example_names_the_rule_of_its_own_reason(game):
    """Otherwise any refusal with the same sentence would pass."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((FIXTURES / game / "examples").glob("*.yaml"))]
    found = [each for text in texts for example in yaml.safe_load_all(text) for each in refusals_in(example)]

    assert len(found) > 40
    assert [each for each in found if not RULE.fullmatch(each if isinstance(each, str) else each.get("rule", ""))] == []
