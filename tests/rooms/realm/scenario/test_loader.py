"""Reading scenarios: one run reports every mistake with file, line and remedy, and nothing else."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rooms.realm.scenario.loader import load_scenario, scenario_from_json
from rooms.realm.scenario.problems import Problem
from rooms.realm.scenario.schema import Scenario
from tests.amounts import amount
from tests.rooms.realm.scenario.broken import errors_of, line_with, small_files, texts, with_changes
from tests.scenarios import default, small

TEN = (
    ("scenario.yaml", "  reserve_minutes: 2\n", "  reserve_minutes: -2\n"),
    ("scenario.yaml", "ends: desk", "ends: dsek"),
    ("scenario.yaml", "month: 2, minutes", "month: two, minutes"),
    ("scenario.yaml", "id: rumor-2", "id: rumor-1"),
    ("scenario.yaml", "region: mok, name", "region: mokk, name"),
    ("scenario.yaml", "creditor: ram", "creditor: rma"),
    ("houses.yaml", "    home: amn\n", "    home: amn\n    starting_powr: 1\n"),
    ("houses.yaml", '    color: "#33408f"\n', ""),
    ("shapes.yaml", "", "laws: []\n"),
    ("notes.yaml", "", "notes: [ {\n"),
)


def test_ten_mistakes_are_ten_problems_of_one_run():
    files = with_changes(*TEN)

    found = [(problem.file, problem.line, problem.field) for problem in errors_of(files)]

    assert found == [
        ("houses.yaml", line_with(files, "houses.yaml", "starting_powr"), "houses[cat].starting_powr"),
        ("houses.yaml", line_with(files, "houses.yaml", "id: wolf"), "houses[wolf].color"),
        ("notes.yaml", 2, "notes"),
        ("scenario.yaml", line_with(files, "scenario.yaml", "mokk"), "neutral_castles[1].region"),
        ("scenario.yaml", line_with(files, "scenario.yaml", "The saltworks") - 2, "rumors[rumor-1]"),
        ("scenario.yaml", line_with(files, "scenario.yaml", "creditor: rma"), "laws[law-4].effects.tributes[1].creditor"),
        ("scenario.yaml", line_with(files, "scenario.yaml", "reserve_minutes"), "timetable.reserve_minutes"),
        ("scenario.yaml", line_with(files, "scenario.yaml", "month: two"), "timetable.months[2].month"),
        ("scenario.yaml", line_with(files, "scenario.yaml", "dsek"), "timetable.steps.war[move].ends"),
        ("shapes.yaml", 1, "laws"),
    ]


FORM = [
    pytest.param(
        ("scenario.yaml", "region: mok, name", "region: mokk, name"), "there is no region 'mokk'", "'mok'", id="unknown region"
    ),
    pytest.param(
        ("houses.yaml", "province: east", "province: esat"), "there is no province 'esat'", "'east'", id="unknown province"
    ),
    pytest.param(("scenario.yaml", "debtor: cat", "debtor: cta"), "there is no house 'cta'", "'cat'", id="unknown House"),
    pytest.param(
        ("scenario.yaml", "title: God", "titel: God"), "the key 'titel' is unknown", "'title'", id="unknown top-level key"
    ),
    pytest.param(("houses.yaml", "motto:", "moto:"), "the key 'moto' is unknown", "'motto'", id="unknown key"),
    pytest.param(("houses.yaml", 'motto: "We', 'motto: ["We'), "this is not YAML", "Close the brackets", id="not YAML"),
    pytest.param(("houses.yaml", "short: CAT", "short: Cat"), "'Cat' has the wrong form", "three capital letters", id="wrong form"),
    pytest.param(
        ("houses.yaml", "name: Cat\n", "name: 7\n"), "this must be text, not '7'", "quotation marks", id="number for text"
    ),
    pytest.param(("houses.yaml", "name: Cat\n", "name: ''\n"), "this text is empty", "Write something", id="empty text"),
    pytest.param(("houses.yaml", "name: Cat\n", "name: {a: b}\n"), "not keys and values", "one value", id="mapping for text"),
    pytest.param(("map.yaml", "at: [", "at: [0, "), "this must have 2 values, not 3", "2 values", id="three coordinates"),
    pytest.param(
        ("map.yaml", "neighbours: [inn, mok, zen]", "neighbours: inn"), "this must be a list", "Write [a, b]", id="no list"
    ),
    pytest.param(("map.yaml", "id: amn", "id: Amn"), "'Amn' is not an id", "lower-case", id="capital in an id"),
    pytest.param(
        ("map.yaml", "width: 1600", "width: 1600.5"), "this must be a whole number", "whole number", id="fraction for a count"
    ),
    pytest.param(("map.yaml", "width: 1600", "width: 99999"), "99999 is not possible here", "from 100 to 10000", id="too great"),
    pytest.param(
        ("scenario.yaml", "bars_trade: true", "bars_trade: maybe"), "this must be true or false", "true or false", id="no truth"
    ),
    pytest.param(
        ("scenario.yaml", "planning: 1", "plannning: 1"), "'plannning' is not a choice here", "'planning'", id="unknown phase"
    ),
    pytest.param(("scenario.yaml", "planning: 1, ", ""), "the key 'planning' is missing", "Add 'planning:'", id="phase left out"),
    pytest.param(
        ("scenario.yaml", "planning: 1", "planning: 1, planning: 2"), "written twice", "Keep one", id="phase written twice"
    ),
    pytest.param(("shapes.yaml", "amn: ", "amn: x"), "this is not an outline", "draw the map again", id="bad outline"),
    pytest.param(("scenario.yaml", "laws:", "lows:"), "the key 'lows' is unknown", "'laws'", id="section misspelt"),
]


@pytest.mark.parametrize(("change", "what", "mend"), FORM)
def test_a_mistake_of_form_is_named_with_its_mend(change, what, mend):
    found = errors_of(with_changes(change))

    assert any(what in problem.what and mend in problem.mend for problem in found), "\n".join(map(str, found))


def test_a_file_that_is_not_utf_8_is_named_with_its_line():
    (found,) = errors_of(with_changes(("houses.yaml", "Livia", "Liv\ufffda")))

    assert (found.file, found.what) == ("houses.yaml", "the file is not UTF-8 text.")


OWN = tuple(texts("god_emperor_small"))


@settings(max_examples=amount(12, 400))
@given(
    name=st.sampled_from(OWN),
    lines=st.lists(st.tuples(st.integers(0, 200), st.sampled_from(["drop", "double", "indent"])), max_size=4),
)
def test_no_damage_to_a_file_ends_the_reading(name, lines):
    files = small_files()
    rows = files[name].splitlines()
    for at, damage in lines:
        row = rows[at % len(rows)]
        rows[at % len(rows) : at % len(rows) + 1] = {"drop": [""], "double": [row, row], "indent": [f"  {row}"]}[damage]

    found = load_scenario({**files, name: "\n".join(rows)})

    assert isinstance(found, Scenario) or all(problem.file in files and problem.line > 0 for problem in found)


def test_every_key_that_no_file_has_is_named():
    found = errors_of({"scenario.yaml": "id: empty\n"})

    assert {problem.field for problem in found} >= {"title", "houses", "map", "timetable", "favors"}
    assert all(problem.file == "scenario.yaml" for problem in found)


def test_a_file_that_is_not_keys_and_values_is_one_problem():
    (found,) = errors_of({"scenario.yaml": "- a\n- b\n"})

    assert "keys and values" in found.what


def test_a_folder_without_files_is_one_problem():
    (found,) = errors_of({})

    assert (found.file, found.line, found.what) == ("scenario.yaml", 1, "the folder holds no file that ends with .yaml.")
    assert found.mend == "Begin with scenario.yaml; docs/scenario.md tells how."


def test_what_a_scenario_has_itself_goes_before_what_it_is_like():
    found = load_scenario(with_changes(("scenario.yaml", "provinces:", "proposals: []\nprovinces:")))

    assert [str(problem) for problem in found if problem.field != "proposals"] == []


def test_a_problem_reads_as_one_line():
    problem = Problem(file="map.yaml", line=3, field="map.width", what="0 is not possible here.", mend="Write a number.")

    assert str(problem) == "map.yaml:3: map.width: 0 is not possible here. Mend: Write a number."


@pytest.mark.parametrize("scenario", [default, small], ids=["default", "small"])
def test_a_frozen_scenario_thaws_exactly(scenario):
    frozen = msgspec.json.encode(scenario())

    assert scenario_from_json(frozen) == scenario()
    assert msgspec.json.encode(scenario_from_json(frozen)) == frozen
