"""The reader's words on broken files of Scythe."""

from __future__ import annotations

import pytest
from ruamel.yaml import YAML

from rooms.tables.scythe.game.content import MANY, Amount, Part
from rooms.tables.scythe.game.reading import read
from tests.rooms.tables.scythe.decks import CONTENT, TEXTS, with_text

KEYS = [(name, key) for name, text in TEXTS.items() for key in YAML(typ="safe", pure=True).load(text)]
LISTS = [(name, key) for name, key in KEYS if key != "numbers"]


def refusal_of(texts: dict[str, str]) -> list[str]:
    """Lines of the refusal of these files."""
    with pytest.raises(ValueError, match=r"\.yaml") as refused:
        read(texts)
    return str(refused.value).splitlines()


def test_missing_files_are_named_once():
    assert sorted(refusal_of({})) == sorted(f"{name}: the file is missing." for name in TEXTS)


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_that_is_not_yaml(name):
    assert refusal_of({**TEXTS, name: "cards: [unclosed"})[0].startswith(f"{name}: this is not YAML: ")


@pytest.mark.parametrize("name", TEXTS)
def test_an_empty_file(name):
    assert refusal_of({**TEXTS, name: ""})[0] == f"{name}: the file must hold keys and values."


@pytest.mark.parametrize(("name", "key"), LISTS)
def test_a_number_where_a_list_should_be(name, key):
    assert f"{name}: '{key}' must be a list." in refusal_of({**TEXTS, name: f"{key}: 72"})


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_a_file_without_its_key(name, key):
    assert f"{name}: the key '{key}' is missing." in refusal_of({**TEXTS, name: "others: []"})


@pytest.mark.parametrize(("name", "key"), LISTS)
@pytest.mark.parametrize(("written", "told"), [("[7]", "number 1 of the list"), ("[{id: x}]", "'x'")])
def test_an_item_that_is_none(name, key, written, told):
    texts = {**TEXTS, name: "\n".join(f"{each}: {written if each == key else '[]'}" for file, each in KEYS if file == name)}

    (problem,) = refusal_of(texts)

    assert problem.startswith(f"{name}, {told}: ")


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("map.yaml", "{id: A1, terrain: mountain", "{id: A1, terrain: swamp", "map.yaml, 'A1': Invalid enum value 'swamp'"),
        ("map.yaml", "{id: A1,", "{id: A1, port: true,", "map.yaml, 'A1': Object contains unknown field `port`"),
        ("factions.yaml", "own: swim", "own: fly", "factions.yaml, 'nordic': Invalid enum value 'fly'"),
        ("factions.yaml", "own: swim", "own: swim\n    colour: blue", "factions.yaml, 'nordic': Object contains unknown field"),
        (
            "factions.yaml",
            "[riverwalk, seaworthy, artillery, speed]",
            "[riverwalk, seaworthy, artillery]",
            "factions.yaml, 'nordic': Expected `array` of length 4",
        ),
        ("mats.yaml", "label: 1", "label: first", "mats.yaml, 'industrial': Expected `int`, got `str`"),
        ("numbers.yaml", "dial: 7", "dial: seven", "numbers.yaml: Expected `int`, got `str`"),
        ("numbers.yaml", "dial: 7", "dial: 7\n  wheel: 3", "numbers.yaml: Object contains unknown field `wheel`"),
        ("numbers.yaml", "cost: pow 1", "cost: pow+1", "numbers.yaml: 'pow+1' is no cost; one is written as 'coin 2' or 'any 3'."),
        ("numbers.yaml", "ongoing: [pow+1", "ongoing: [pow 1", "numbers.yaml: 'pow 1' is no gain; one is written as 'pow+2'"),
        ("tiles.yaml", "rule: in-line", "rule: in-circle", "tiles.yaml, 'SB-5': Invalid enum value 'in-circle'"),
        ("encounters.yaml", "{gain: [pop+1, food+1]}", "{gain: [pop+1, corn+1]}", "encounters.yaml, 'EN-01': 'corn+1' is no gain"),
        ("encounters.yaml", "{gain: [pop+1, food+1]}", "{gain: [pop+1, food+0]}", "encounters.yaml, 'EN-01': 'food+0' is no gain"),
        ("encounters.yaml", "{gain: [pop+1, food+1]}", "{gain: [pop+1, deploy]}", "encounters.yaml, 'EN-01': 'deploy' is no gain"),
        (
            "encounters.yaml",
            "{gain: [pop+1, food+1]}",
            "{gain: [different+2]}",
            "encounters.yaml, 'EN-01': 'different+2' is no gain",
        ),
        ("factory.yaml", "cost: [any 1]", "cost: [worker 1]", "factory.yaml, 'FC-11': 'worker 1' is no cost"),
        ("factory.yaml", "cost: [any 1]", "cost: [UPGRADE]", "factory.yaml, 'FC-11': 'UPGRADE' is no cost"),
        ("objectives.yaml", "what: tokens, of: oil", "what: barrels, of: oil", "objectives.yaml, 'OB-04': Invalid enum value"),
        ("achievements.yaml", "least: 90", "exactly: 90", "achievements.yaml, 'AC-01': Object contains unknown field `exactly`"),
        ("names.yaml", "{id: oil, name: oil}", "{id: oil, word: oil}", "names.yaml, 'oil': Object contains unknown field `word`"),
        ("rules.yaml", "title: In five lines", "titel: In five lines", "rules.yaml, 'five-lines': Object contains unknown field"),
    ],
)
def test_a_place_that_is_not_written_as_the_others(name, old, new, problem):
    (told,) = refusal_of(with_text(name, old, new))

    assert told.startswith(problem)


def test_what_the_checker_finds_is_told_with_everything_else_that_it_finds():
    texts = {**with_text("numbers.yaml", "dial: 7", "dial: 8"), "mats.yaml": TEXTS["mats.yaml"].replace("label: 2", "label: 1")}

    assert refusal_of(texts) == [
        "mats.yaml: the label 1 is there more than once (SY-SET-17).",
        "numbers.yaml: 'dial' is not as the rules have it (SY-CMB-08).",
    ]


def test_costs_and_gains_are_read_as_the_cards_have_them():
    ferry = next(each for each in CONTENT.encounters if each.id == "EN-02")
    yard = next(each for each in CONTENT.factory if each.id == "FC-08")

    assert ferry.options[1].cost == (Amount(Part.COIN, 2),)
    assert ferry.options[1].gain == (Amount(Part.UPGRADE, 1), Amount(Part.POWER, 1))
    assert yard.does.cost == (Amount(Part.DIFFERENT, 2),)


def test_words_come_for_one_and_for_several():
    assert (CONTENT.names["coin"], CONTENT.names[f"coin{MANY}"]) == ("coin", "coins")
    assert f"wood{MANY}" not in CONTENT.names
