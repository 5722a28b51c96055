"""The examples of Scythe: those that come with the game, one test each, and their vocabulary."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from control.rulebook import stated_in
from rooms.realm.examples.runner import Example, examples_in
from rooms.tables.scythe.game.examples import GAME
from tests.rooms.tables.scythe.decks import ROOT, TEXTS

FILES = sorted((ROOT / "fixtures" / "scythe" / "examples").glob("*.yaml"))
PLAY = GAME.over(TEXTS)


@cache
def examples(file: Path) -> tuple[Example, ...]:
    return examples_in(file.read_text(encoding="utf-8"))


EVERY = [each for file in FILES for each in examples(file)]


def played(text: str) -> tuple[str, ...]:
    (example,) = examples_in(text)
    return PLAY(example).problems


@pytest.mark.example
@pytest.mark.parametrize(
    "example", [pytest.param(each, id=f"{file.stem}: {each.name}") for file in FILES for each in examples(file)]
)
def test_example(example):
    assert PLAY(example).problems == ()


def test_every_example_has_a_name_of_its_own_and_names_rules_of_the_book():
    stated = {id_ for ids in stated_in(ROOT / "docs" / "rules").values() for id_ in ids}

    assert len({each.name for each in EVERY}) == len(EVERY)
    assert [each.name for each in EVERY if not each.rules] == []
    assert {id_ for each in EVERY for id_ in each.rules} - stated == set()


def test_every_worked_example_of_the_rulebook_is_there_with_many_of_our_own():
    assert {each.source for each in EVERY} - {""} == {f"W-{number:02}" for number in range(1, 16)}
    assert len([each for each in EVERY if not each.source]) >= 150


def test_the_examples_cite_all_but_a_few_rules():
    stated = {id_ for ids in stated_in(ROOT / "docs" / "rules").values() for id_ in ids if id_.startswith("SY-")}

    assert stated - {id_ for each in EVERY for id_ in each.rules} == {
        "SY-GEN-03",  # tokens are always resources
        "SY-GEN-04",  # no example empties an endless supply
        "SY-GEN-17",  # no rule takes a piece away
        "SY-SET-18",  # the screens show it
        "SY-END-12",  # part of every example with winners
        "SY-HID-09",  # part of every view
        "SY-R-53",  # things that the box does not have
    }


PLAYED = """
name: A mech with cargo goes onto contested ground
given:
  players: [nordic, rusviet]
  moving: 2
  deck: {only: [5, 3]}
  discard: [2, 2]
  encounters: {only: [EN-02]}
  factory: [FC-01, FC-05, FC-09]
  tokens: {D6: {metal: 2}}
  nordic:
    power: 4
    popularity: 3
    coins: 2
    cards: [4]
    objectives: [OB-07]
    stars: [power]
    workers: [D6, D6]
    mechs: {speed: D6}
    structures: {mill: A4}
    upgrades: {coin: build}
    recruits: {deploy: pop}
    section: bolster
    card: FC-02
  rusviet: {mechs: {speed: D5}}
when:
  - nordic: {moves: {speed: D5, takes: {metal: 1, workers: 1}}}
then: %s
"""


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        ("{nordic: {power: 5}}", "power of nordic: expected 5, found 4"),
        ("{nordic: {popularity: 4}}", "popularity of nordic: expected 4, found 3"),
        ("{nordic: {coins: 4}}", "coins of nordic: expected 4, found 2"),
        ("{nordic: {cards: [5]}}", "cards of nordic: expected ['5'], found ['4']"),
        ("{nordic: {cards: 2}}", "cards of nordic: expected 2, found ['4']"),
        ("{nordic: {objectives: none}}", "objectives of nordic: expected none, found ['OB-07']"),
        ("{nordic: {stars: [combat]}}", "stars of nordic: expected ['combat'], found ['power']"),
        ("{nordic: {stars: none}}", "stars of nordic: expected none, found ['power']"),
        ("{nordic: {character: D5}}", "character of nordic: expected 'D5', found 'HB-NOR'"),
        ("{nordic: {mechs: {speed: D6}}}", "mech speed of nordic: expected 'D6', found 'D5'"),
        ("{nordic: {mechs: {artillery: D6}}}", "mech artillery of nordic: expected 'D6', found 'mat'"),
        ("{nordic: {workers: [D6, D6]}}", "workers of nordic: expected ['D6', 'D6'], found ['D5', 'D6']"),
        ("{nordic: {structures: {mill: mat}}}", "structure mill of nordic: expected 'mat', found 'A4'"),
        ("{nordic: {cubes: none}}", "cubes of nordic: expected none, found ['coin']"),
        ("{nordic: {costs: {build: 3}}}", "cost of build of nordic: expected 3, found 2"),
        ("{nordic: {recruits: {deploy: pow}}}", "recruit deploy of nordic: expected 'pow', found 'pop'"),
        ("{nordic: {section: bolster}}", "section of nordic: expected 'bolster', found 'move'"),
        ("{nordic: {card: none}}", "card of nordic: expected 'none', found 'FC-02'"),
        ("{nordic: {controls: [D5]}}", "controlled of nordic: expected ['D5'], found ['A4', 'D6']"),
        ("{nordic: {points: {territories: 6}}}", "points for territories of nordic: expected 6, found 4"),
        ("{phase: bottom}", "phase: expected 'bottom', found 'moving'"),
        ("{turn: rusviet}", "turn: expected 'rusviet', found 'nordic'"),
        ("{tokens: {D5: none}}", "tokens on D5: expected none, found {'metal': 1}"),
        ("{encounter tokens: {D5: false}}", "encounter token on D5: expected False, found True"),
        ("{deck: [5]}", "deck: expected ['5'], found ['3', '5']"),
        ("{discard: 3}", "discard: expected 3, found ['2', '2']"),
        ("{factory: [FC-01]}", "factory: expected ['FC-01'], found ['FC-01', 'FC-05', 'FC-09']"),
        ("{encounters: 2}", "encounters: expected 2, found 1"),
        ("{may: {nordic: [{moves: {speed: C6}}]}}", "expected, but it is refused: This unit has stopped"),
        ("{may not: {nordic: [ends move]}}", "nordic may not ends move: expected, but it is carried out"),
    ],
)
def test_what_came_out_otherwise_is_told_with_what_was_found(then, problem):
    assert problem in played(PLAYED % then)[0]


def changed(value):
    """Yield each variant of an expected value with one wrong number."""
    if isinstance(value, dict):
        for key, each in value.items():
            for wrong in changed(each):
                yield {**value, key: wrong}
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value + 1


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in FILES])
def test_whatever_number_is_expected_otherwise_the_example_fails(file):
    for example in examples(file):
        said = {key: each for key, each in example.then.items() if key not in ("refused", "may", "may not", "view")}
        for then in changed(said):
            wrong = Example(name=example.name, given=example.given, when=example.when, then=then, written=example.written)
            assert any("expected" in problem for problem in PLAY(wrong).problems), (example.name, then)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("A: {mat: gold}", "given.A.mat: 'gold' is unknown; known are agricultural"),
        ("A: {power: 17}", "given.A.power: the tracker goes from 0 to 16, not to 17"),
        ("A: {popularity: 19}", "given.A.popularity: the tracker goes from 0 to 18, not to 19"),
        ("A: {coins: many}", "given.A.coins: write a whole number here, not 'many'"),
        ("A: {cards: [6]}", "given.A.cards: there are no further combat cards [6]"),
        ("A: {cards: 43}", "given.A.cards: there are no further combat cards 43"),
        ("A: {cards: [five]}", "given.A.cards: write a whole number here, not 'five'"),
        ("A: {objectives: [OB-99]}", "given.A.objectives: no card is 'OB-99'; write an id"),
        ("A: {objectives: [OB-01, OB-01]}", "given.A.objectives: there is no further card 'OB-01'"),
        ("A: {stars: [glory]}", "given.A.stars: 'glory' is unknown; known are combat"),
        ("A: {character: Z9}", "given.A.character: no space is 'Z9'; write an id of the map, such as D5, or home"),
        ("A: {mechs: {wings: D5}}", "given.A.mechs: 'wings' is unknown; known are artillery"),
        ("A: {mechs: {speed: 5}}", "given.A.mechs: write a word here, not 5"),
        ("A: {workers: [D5, Z9]}", "given.A.workers: no space is 'Z9'"),
        ("A: {workers: [A4, A4, A4, A4, A4, A4, A4, A4, A4]}", "given.A.workers: there are 8 workers, not 9"),
        ("A: {structures: {tower: D5}}", "given.A.structures: 'tower' is unknown; known are armory"),
        ("A: {upgrades: {speed: build}}", "given.A.upgrades: 'speed' is unknown; known are card"),
        ("A: {upgrades: {move: bolster}}", "given.A.upgrades: 'bolster' is unknown; known are build"),
        ("A: {recruits: {move: pop}}", "given.A.recruits: 'move' is unknown; known are build"),
        ("A: {recruits: {build: food}}", "given.A.recruits: 'food' is unknown; known are card"),
        ("A: {section: sleep}", "given.A.section: 'sleep' is unknown; known are bolster"),
        ("A: {card: FC-99}", "given.A.card: 'FC-99' is unknown; known are FC-01"),
        ('options: {ban_combos: "on"}', "given.options.ban_combos: nothing is shuffled here"),
        ("turn: Z", "given.turn: nobody at the table is called 'Z'"),
        ("top: sleep", "given.top: 'sleep' is unknown; known are bolster"),
        ("bottom: [build]", "given.bottom: write a word here"),
        ("moving: all", "given.moving: write a whole number here, not 'all'"),
        ("tokens: {Z9: {metal: 1}}", "given.tokens: no space is 'Z9'"),
        ("tokens: {D5: {gold: 1}}", "given.tokens.D5: 'gold' is unknown; known are food"),
        ("tokens: {D5: 3}", "given.tokens.D5: write keys and values here, not 3"),
        ("encounter tokens: {D5: gone}", "given.encounter tokens: write true or false here, not 'gone'"),
        ("tile: SB-9", "given.tile: 'SB-9' is unknown; known are SB-1"),
        ("deck: {all: 3}", "given.deck: 'all' is unknown; known are only"),
        ("discard: [9]", "given.discard: there are no further combat cards [9]"),
        ("encounters: [EN-99]", "given.encounters: no card is 'EN-99'; write an id"),
        ("factory: [FC-99]", "given.factory: 'FC-99' is unknown; known are FC-01"),
        ("gold: 3", "given: 'gold' is unknown; known are A, B, bottom, deck"),
    ],
)
def test_what_cannot_be_laid_on_the_table_is_one_sentence_with_its_place(given, problem):
    (found,) = played(f"name: x\ngiven:\n  {given}\nthen: {{winners: none}}")

    assert found.startswith(f"line 3: {problem}")
    assert "\n" not in found


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ("{chooses: sleep}", "when.A.chooses: 'sleep' is unknown; known are bolster"),
        ("{gains coins: 3}", "when.A.gains coins: write keys and values here, not 3"),
        ("{bolsters: coins}", "when.A.bolsters: 'coins' is unknown; known are cards, power"),
        ("{bolsters: {for: power, declines: [gold]}}", "when.A.bolsters.declines: 'gold' is unknown; known are BUILD"),
        ("{trades: {D5: {gold: 1}}}", "when.A.trades.D5: 'gold' is unknown; known are food"),
        ("{produces: {Z9: 1}}", "when.A.produces: no space is 'Z9'"),
        ("{produces: {A4: all}}", "when.A.produces.A4: write a whole number here, not 'all'"),
        ("{moves: {wings: A5}}", "when.A.moves: 'wings' is unknown; known are artillery"),
        ("{moves: {worker D5: C6}}", "when.A.moves: A has no worker D5"),
        ("{moves: {worker A4: A5, character: A4}}", "when.A.moves: write one thing here, such as 'worker D6: D5'"),
        ("{moves: {character: A4, takes: {gold: 1}}}", "when.A.moves.takes: 'gold' is unknown; known are food"),
        ("{moves: {speed: A5, takes: {workers: 3}}}", "when.A.moves.takes.workers: there are only 2 workers to choose from"),
        ("{moves: {speed: A5, drops: {workers: 1}}}", "when.A.moves.drops.workers: there are only 0 workers to choose from"),
        ("{reloads: {gives: 1}}", "when.A.reloads: 'gives' is unknown; known are drops, takes"),
        ("{fights: Z9}", "when.A.fights: no space is 'Z9'"),
        ("{artillery: 1}", "when.A.artillery: write true or false here, not 1"),
        ("{dials: all}", "when.A.dials: write a whole number here, not 'all'"),
        ("{dials: {3: [4], 2: [4]}}", "when.A.dials: write one thing here, such as '3: [4, 2]'"),
        ("{dials: {3: [five]}}", "when.A.dials.3: write a whole number here, not 'five'"),
        ("{retreats: {wings: home}}", "when.A.retreats: 'wings' is unknown; known are artillery"),
        ("{retreats: {speed: home, riders: {speed: 1}}}", "when.A.retreats.riders.speed: there are only 0 workers to choose"),
        ("{takes: D}", "when.A.takes: 'D' is unknown; known are A, B, C"),
        ("{takes: {A: {eats: 1}}}", "when.A.takes.A: 'eats' is unknown; known are builds"),
        ("{takes: {A: {types: [gold]}}}", "when.A.takes.A.types: 'gold' is unknown; known are food"),
        ("{takes: {A: {deploys: wings}}}", "when.A.takes.A.deploys: 'wings' is unknown; known are artillery"),
        ("{uses card: {upgrades: {move: gold}}}", "when.A.uses card.upgrades: 'gold' is unknown; known are build"),
        ("{upgrades: {move: build, coin: build}}", "when.A.upgrades: write one thing here, such as 'coin: build'"),
        ("{upgrades: {coin: build, pays: {A4: all}}}", "when.A.upgrades.pays.A4: write keys and values here, not 'all'"),
        ("{deploys: {speed: Z9}}", "when.A.deploys: no space is 'Z9'"),
        ("{builds: {tower: A4}}", "when.A.builds: 'tower' is unknown; known are armory"),
        ("{enlists: {build: food}}", "when.A.enlists: 'food' is unknown; known are card"),
        ("{bonus: perhaps}", "when.A.bonus: write true or false here, not 'perhaps'"),
        ("{reveals: OB-99}", "when.A.reveals: 'OB-99' is unknown; known are OB-01"),
        ("{gives: {Z: 1}}", "when.A.gives: nobody at the table is called 'Z'"),
        ("{punishes: Z}", "when.A.punishes: nobody at the table is called 'Z'"),
        ("{records: [AC-99]}", "when.A.records: 'AC-99' is unknown; known are AC-01"),
        ("{dances: {}}", "when.A: 'dances' is unknown; known are Bolster"),
    ],
)
def test_what_nobody_can_do_is_one_sentence_with_its_place(act, problem):
    (found,) = played(
        f"name: x\ngiven:\n  A: {{mechs: {{speed: A4}}, workers: [A4, A4]}}\nwhen:\n  - A: {act}\nthen: {{winners: none}}"
    )

    assert found.startswith(f"line 5: {problem}")
    assert "\n" not in found


def test_whoever_is_not_called_as_a_faction_plays_one_that_is_left():
    text = "name: x\ngiven: {players: [Anna, nordic]}\nthen: {Anna: {character: HB-RUS}, nordic: {character: HB-NOR}}"

    assert played(text) == ()


def test_every_word_is_explained_to_whoever_writes_examples():
    guide = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8").partition("## Scythe")[2].partition("\n## ")[0]
    words = GAME.words
    parts = (words.contents, words.given_side, words.given, words.acts, words.then_side, words.then)

    assert [word for part in parts for word in part if f"`{word}" not in guide] == []
