"""Examples that come with the scenarios, one test each, and the vocabulary of examples."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from control.engine.modules import Game
from rooms.court.game import examples as court
from rooms.court.game.module import COURT
from rooms.realm.examples.nodes import ExampleError, difference, merged
from rooms.realm.examples.runner import Example, ExampleResult, examples_in, play
from rooms.realm.examples.words import SHARED_WORDS
from rooms.realm.game.modules import MODULES
from rooms.realm.game.state import GameState
from rooms.underground.game import examples as underground
from rooms.underground.game.module import UNDERGROUND
from rooms.war.game import examples as war
from rooms.war.game.module import FURTHER, WAR
from tests.scenarios import FIXTURES, default

GAME = Game[GameState](name="examples", state_type=GameState, modules=(*MODULES, WAR, COURT, UNDERGROUND, *FURTHER))
WORDS = war.WORDS.with_words(court.WORDS).with_words(underground.WORDS)
FOLDER = FIXTURES / "god_emperor" / "examples"
FILES = sorted(FOLDER.glob("*.yaml"))


@cache
def examples(file: Path) -> tuple[Example, ...]:
    return examples_in(file.read_text(encoding="utf-8"))


ALL = [pytest.param(each, id=f"{file.stem}: {each.name}") for file in FILES for each in examples(file)]


def played(text: str) -> ExampleResult:
    (example,) = examples_in(text)
    return play(example, game=GAME, scenario=default(), words=WORDS)


@pytest.mark.example
@pytest.mark.parametrize("example", ALL)
def test_example(example):
    assert play(example, game=GAME, scenario=default(), words=WORDS).problems == ()


def test_every_worked_example_of_the_rulebook_is_a_file():
    written = (FIXTURES.parent / "docs" / "rules" / "god-emperor.md").read_text(encoding="utf-8")
    worked = set(re.findall(r"^- (EX-\d\d) ·", written, re.MULTILINE))

    assert len(worked) == 30
    assert worked - {name for file in FILES for each in examples(file) for name in re.findall(r"EX-\d\d", each.source)} == set()


def test_every_example_names_a_rule_and_has_a_name_of_its_own():
    names = [each.name for file in FILES for each in examples(file)]

    assert all(each.rules for file in FILES for each in examples(file))
    assert len(names) == len(set(names))


BATTLE = """
name: Cat beats Wolf
rules: [GE-WAR-40]
given: {units: {zen: {cat: 3, wolf: 2}}, sheets: {cat: {}, wolf: {}}}
when: [{end: {war: battle}}]
then: %s
"""


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        pytest.param("{units: {zen: {cat: 2}}}", "units in zen: expected cat 2, found cat 3", id="units"),
        pytest.param("{units: {zen: none}}", "units in zen: expected nobody, found cat 3", id="nobody"),
        pytest.param("{battles: {zen: none}}", "battle in zen: expected none, but it was fought", id="no battle"),
        pytest.param("{battles: {inn: {}}}", "battle in inn: expected, but none was fought", id="a battle"),
        pytest.param(
            "{battles: {zen: {attack: {cat: 4, wolf: 2}}}}", "attack: expected {'cat': 4, 'wolf': 2}, found {'cat': 3", id="attack"
        ),
        pytest.param("{flags: {amn: [wolf]}}", "flags in amn: expected ['wolf'], found ['cat']", id="flags"),
        pytest.param("{stock: {wolf: 19}}", "stockpile of wolf: expected 19, found 20", id="stock"),
        pytest.param("{power: {cat: 1}}", "power of cat: expected 1, found 0", id="power"),
        pytest.param("{favors: {cat 2: 1}}", "Favors of cat 2: expected 1, found 0", id="favors"),
        pytest.param("{ticks: {cat: everyone}}", "ticks of cat: expected", id="ticks"),
        pytest.param("{remnants: {dom: 2}}", "remnants in dom: expected 2, found 1", id="remnants"),
        pytest.param("{immortals: {away: 1}}", "Immortals in away: expected 1, found 0", id="immortals"),
        pytest.param("{outcomes: {cat: [1]}}", "orders of cat: expected [1], found []", id="outcomes"),
        pytest.param("{rumors: [zen]}", "rumors: expected ['zen'], found", id="rumors"),
        pytest.param("{says: [nonsense]}", "says: expected 'nonsense', found", id="says"),
        pytest.param("{unsaid: [Wolf loses 2]}", "unsaid: found 'Zen: Cat 3 beats Wolf 2; Wolf loses 2. By GE-WAR-40", id="unsaid"),
        pytest.param("{happened: [PeaceKept]}", "happened: expected PeaceKept, found", id="happened"),
        pytest.param("{refused: anything}", "refused: expected 'anything', but it was carried out", id="refused"),
        pytest.param("{view: {hall: {war: {map: {month: 2}}}}}", "view of hall.war.map.month: expected 2, found 1", id="view"),
        pytest.param("{view: {hall: {war: {maps: 1}}}}", "view of hall.war.maps: expected, but it is not there", id="view's key"),
        pytest.param("{hidden: {hall: [Wolf loses 2]}}", "hidden from hall: 'Wolf loses 2' stands in what is seen", id="hidden"),
        pytest.param("{state: {clock: {month: 2}}}", "state.clock.month: expected 2, found 1", id="state"),
    ],
)
def test_what_came_out_otherwise_is_told_with_what_was_found(then, problem):
    (found,) = played(BATTLE % then).problems

    assert problem in found


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("name: x\nthen: {units: {zen: none}}\ngiven: {unitz: {}}", "'unitz' is unknown; known are", id="given"),
        pytest.param("name: x\nwhen: [{fly: 1}]\nthen: {says: []}", "when: 'fly' is unknown", id="when"),
        pytest.param("name: x\nthen: {score: 1}", "then: 'score' is unknown", id="then"),
        pytest.param(
            "name: x\ngiven: {units: {atlantis: {cat: 1}}}\nthen: {says: []}", "there is no region 'atlantis'", id="region"
        ),
        pytest.param("name: x\ngiven: {units: {zen: {hydra: 1}}}\nthen: {says: []}", "there is no House 'hydra'", id="House"),
        pytest.param("name: x\ngiven: {units: {zen: {cat: many}}}\nthen: {says: []}", "write a whole number here", id="number"),
        pytest.param("name: x\ngiven: {sheets: {cat 9: {}}}\nthen: {says: []}", "cat has no rank 9", id="rank"),
        pytest.param(
            "name: x\ngiven: {sheets: {cat: {orders: [Fly to Zen]}}}\nthen: {says: []}", "write 'Move 2 from Zen", id="order"
        ),
        pytest.param("name: x\ngiven: {sheets: {cat: {bribe: 1}}}\nthen: {says: []}", "'bribe' is unknown", id="a key of a sheet"),
        pytest.param("name: x\ngiven: {settings: {luck: 1}}\nthen: {says: []}", "'luck' is unknown", id="setting"),
        pytest.param(
            "name: x\ngiven: {settings: {partial_moves: 3}}\nthen: {says: []}", "given.settings: Expected `bool`", id="its value"
        ),
        pytest.param("name: x\ngiven: {laws: [99]}\nthen: {says: []}", "the scenario has no law 99", id="law"),
        pytest.param("name: x\ngiven: {state: {clock: 7}}\nthen: {says: []}", "this is no state", id="state"),
        pytest.param("name: x\nwhen: [{do: {command: Dance}}]\nthen: {says: []}", "'Dance' is unknown", id="command"),
        pytest.param(
            "name: x\nwhen: [{do: {command: Pause, why: x}}]\nthen: {says: []}", "'why' is unknown", id="a field of a command"
        ),
        pytest.param("name: x\nwhen: [{end: {war: siege}}]\nthen: {says: []}", "siege is no step", id="step"),
    ],
)
def test_what_cannot_be_played_says_where_and_why(text, problem):
    (found,) = played(text).problems

    assert problem in found


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("name: x", id="no then"),
        pytest.param("name: [", id="no YAML"),
        pytest.param("then: {says: []}", id="no name"),
        pytest.param("name: x\nthen: {says: []}\nfinally: {}", id="an unknown key"),
        pytest.param("- name: x", id="a list"),
    ],
)
def test_a_file_that_cannot_be_read(text):
    with pytest.raises(ExampleError):
        examples_in(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("name: x\ngiven:\n  month: 1\n  units:\n    zen: {cat: many}\nthen: {says: []}", 5, id="a value"),
        pytest.param("name: x\ngiven:\n  month: 1\n  unitz: {}\nthen: {says: []}", 4, id="an unknown key"),
        pytest.param("name: x\nwhen:\n  - end: {war: updates}\n  - fly: 1\nthen: {says: []}", 4, id="a step"),
        pytest.param(
            "name: x\nwhen:\n  - end: {war: updates}\n  - do:\n      command: Dance\nthen: {says: []}", 5, id="inside a step"
        ),
        pytest.param("name: x\nwhen:\n  do: {command: Dance}\nthen: {says: []}", 3, id="the only step"),
        pytest.param("name: x\ngiven: {settings: {luck: 1}}\nthen: {says: []}", 2, id="on one line"),
    ],
)
def test_what_cannot_be_played_says_in_which_line(text, line):
    (found,) = played(text).problems

    assert found.startswith(f"line {line}: ")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("name: x\nthen: {says: []}\n---\nname: y\nthen: {}", "line 5: then: say what comes out", id="no then"),
        pytest.param("name: x\nthen: {says: []}\nfinally: {}", "line 3: the example: 'finally' is unknown", id="an unknown key"),
        pytest.param("name: x\nthen: {says: []}\n---\n\n- y", "line 5: the example: write keys and values", id="a list"),
        pytest.param("name: x\nname: y\nthen: {says: []}", "line 2: this is not YAML: found duplicate key", id="twice"),
        pytest.param("name: \x07", "this is not YAML: unacceptable character #x0007", id="no text"),
    ],
)
def test_a_file_that_cannot_be_read_says_in_which_line(text, problem):
    with pytest.raises(ExampleError) as wrong:
        examples_in(text)

    assert str(wrong.value).startswith(problem)
    assert "\n" not in str(wrong.value)


def test_an_unexpected_refusal_is_a_failure():
    text = """
name: The wrong desk
when:
  - do: {command: AdjustUnits, by: court control, region: zen, house: cat, before: 0, units: 1, reason: x}
then: {says: []}
"""

    assert played(text).problems[0].startswith("refused: This is not yours to do")


def test_an_example_may_begin_at_a_step_and_lay_state_over_state():
    text = """
name: Already at Battle
given:
  step: {war: battle}
  state: {clock: {auto_steps: true}, seats: {cat-1: {wounds: 2}}}
  power: {cat 2: 3}
  favors: {cat 2: 2}
  sovereign: cat 1
  absent: [wolf 1]
then:
  state: {clock: {auto_steps: true, rooms: {war: {step: battle}}}, seats: {cat-1: {wounds: 2}, wolf-1: {presence: absent}}}
  power: {cat: 3, cat 2: 3}
  favors: {cat: 2}
"""

    assert played(text).problems == ()


def test_parts_are_compared_and_laid_over_part_by_part():
    assert difference({"a": [1, {"b": "...x"}]}, {"a": [1, {"b": "is x", "c": 2}], "d": 4}, "") == []
    assert difference({"a": True}, {"a": 1}, "") == ["a: expected True, found 1"]
    assert difference("x...", "x and y", "") == difference("...and...", "x and y", "") == []
    assert merged({"a": {"b": 1, "c": [1]}, "d": 2}, {"a": {"c": [2]}}) == {"a": {"b": 1, "c": [2]}, "d": 2}


def test_every_word_is_explained_to_organizers():
    guide = (FIXTURES.parent / "docs" / "examples.md").read_text(encoding="utf-8")
    words = SHARED_WORDS.with_words(WORDS)

    assert [word for part in (words.given, words.when, words.then) for word in part if f"`{word}" not in guide] == []
