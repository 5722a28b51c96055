"""Files that are no scenario or are meant to harm: one clear sentence, soon, despite any other mistakes."""

from __future__ import annotations

import pytest

from rooms.realm.scenario.binder import MOST_PROBLEMS
from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario.parser import MOST_LETTERS
from rooms.realm.scenario_files import read_folder
from tests.rooms.realm.scenario.broken import errors_of, line_with, with_changes

DOUBLING = "a: &a [x, x]\n" + "".join(
    f"{after}: &{after} [*{before}, *{before}]\n"
    for before, after in zip("abcdefghijklmnopqrs", "bcdefghijklmnopqrst", strict=True)
)

HARMFUL = [
    pytest.param("x" * 100_000_000, "the files have more than 750,000 letters together.", id="a hundred million letters"),
    pytest.param("x" * (MOST_LETTERS + 1), "the file has more than 250,000 letters.", id="a file too long"),
    pytest.param("a: [" + "x," * 40_000 + "]", "the file has more than 30,000 lines, commas and brackets.", id="too many values"),
    pytest.param(DOUBLING, "this stands for more than 100,000 values.", id="aliases that double"),
    pytest.param("houses: &a [*a]\n", "this contains itself.", id="an alias in itself"),
    pytest.param("houses: " + "[" * 60 + "]" * 60, "this is nested more than 40 levels deep.", id="too deep"),
    pytest.param("houses: " + "[" * 600, "this is nested more than 40 levels deep.", id="deeper than can be read"),
    pytest.param("- a\n- b\n", "the file must hold keys and values.", id="no keys"),
    pytest.param("{a: 1", "this is not YAML: expected ',' or '}', but got '<stream end>'.", id="no top level"),
]


@pytest.mark.parametrize(("text", "what"), HARMFUL)
def test_what_cannot_be_a_scenario_is_one_sentence(text, what):
    (found,) = errors_of({"scenario.yaml": text})

    assert (found.file, found.what) == ("scenario.yaml", what)
    assert found.mend


def test_forty_levels_are_read_and_one_more_is_not():
    said = [
        [problem.what for problem in errors_of({"scenario.yaml": "houses: " + "[" * lists + "]" * lists})] for lists in (39, 40)
    ]

    assert "this is nested more than 40 levels deep." not in said[0]
    assert said[1] == ["this is nested more than 40 levels deep."]


def test_no_list_and_no_text_is_too_long():
    provinces = "\n".join(f"  - {{id: p{number}, name: P}}" for number in range(13))
    files = {"scenario.yaml": f"title: {'x' * 121}\nprovinces:\n{provinces}\n"}

    said = {problem.field: f"{problem.what} {problem.mend}" for problem in errors_of(files)}

    assert said["provinces"] == "13 entries are too many. Write 12 at most."
    assert said["title"] == "121 letters are too many. Write 120 at most."


def test_a_title_of_exactly_as_many_letters_as_may_be_is_not_too_long():
    said = [problem.field for problem in errors_of({"scenario.yaml": f"title: {'x' * 120}\n"})]

    assert "title" not in said


def test_a_long_word_is_not_repeated_whole():
    files = {"scenario.yaml": f"map: {{width: {'9' * 5000}}}\nsettings: {{vote_by: {'x' * 300}}}\n"}

    assert max(len(str(problem)) for problem in errors_of(files)) < 200


def test_more_is_wrong_than_anybody_reads():
    unknown = "\n".join(f"nothing-{number}: 1" for number in range(MOST_PROBLEMS + 100))

    found = errors_of({"scenario.yaml": unknown})

    assert len(found) == MOST_PROBLEMS + 1
    assert [problem.what for problem in found if "not named" in problem.what] == [
        f"more than {MOST_PROBLEMS} things are wrong, and the rest is not named."
    ]


def test_too_many_files_are_not_read():
    (found,) = errors_of({f"{number:03}.yaml": "a: 1" for number in range(101)})

    assert str(found) == "000.yaml:1: 101 files are too many. Mend: Keep 100 at most in the folder."


def test_of_a_file_that_is_too_long_only_the_beginning_is_read(tmp_path):
    with (tmp_path / "scenario.yaml").open("wb") as file:
        file.truncate(100_000_000)

    assert [len(text) for text in read_folder(tmp_path).values()] == [MOST_LETTERS + 1]


# One run finds all mistakes


def test_a_slip_in_the_yaml_hides_nothing_of_the_rest():
    files = with_changes(
        ("scenario.yaml", "number: 2\n", "number: 2: 3\n"),  # not YAML
        ("scenario.yaml", "region: mok, name", "region: mokk, name"),  # before that mistake
        ("scenario.yaml", "host: ram, province: east", "host: ram, province: west"),  # after that mistake
        ("houses.yaml", "home: amn", "home: anm"),  # in another file
        ("houses.yaml", '    motto: "Nobody eats alone."\n', ""),
        ("map.yaml", "neighbours: [die, elf, mok]", "neighbours: [die, mok]"),
        ("../god_emperor/texts.yaml", "texts:", "texts: {"),
    )

    found = {(problem.file, problem.field): problem for problem in errors_of(files)}

    assert set(found) == {
        ("../god_emperor/texts.yaml", "texts"),
        ("houses.yaml", "houses[cat].home"),
        ("houses.yaml", "houses[wolf].motto"),
        ("map.yaml", "map.regions[elf].neighbours"),
        ("scenario.yaml", "neutral_castles[1].region"),
        ("scenario.yaml", "laws"),
        ("scenario.yaml", "court[2].province"),
    }
    assert found["scenario.yaml", "laws"].line == line_with(files, "scenario.yaml", "number: 2: 3")
    assert found["scenario.yaml", "laws"].what == "this is not YAML: mapping values are not allowed here."


@pytest.mark.parametrize("title", ["title: " + "x" * MOST_LETTERS, "title: &a [*a]", "title: " + "[" * 60 + "]" * 60])
def test_an_own_file_that_cannot_be_read_is_not_blamed_on_the_scenario_that_this_one_is_like(title):
    files = with_changes(("scenario.yaml", "title: God-Emperor, small", title), ("houses.yaml", "motto: ", "moto: "))

    found = errors_of(files)

    assert {problem.file for problem in found} == {"houses.yaml", "scenario.yaml"}
    assert len([problem for problem in found if problem.file == "scenario.yaml"]) == 1


def test_the_authors_own_files_are_named_before_the_borrowed_ones():
    files = with_changes(("houses.yaml", "motto: ", "moto: "), ("../god_emperor/texts.yaml", "texts:", "texts: {"))

    assert [problem.file for problem in errors_of(files)][-1] == "../god_emperor/texts.yaml"


def test_an_alias_of_a_broken_part_is_not_a_second_mistake():
    files = with_changes(
        ("scenario.yaml", "provinces:\n  - {id: west", "provinces:\n  - {id: &west west: x"),
        ("scenario.yaml", "opens: [west, east]", "opens: [*west, east]"),
    )

    assert [problem.field for problem in errors_of(files)] == ["provinces"]


def test_whoever_a_scenario_is_like_must_be_there_and_be_whole():
    nobody = {name: text for name, text in with_changes().items() if not name.startswith("../")}
    chain = with_changes(("../god_emperor/scenario.yaml", "id: god-emperor", "like: potemkin\nid: god-emperor"))

    assert [str(problem) for problem in errors_of(nobody)] == [
        f"scenario.yaml:{line_with(nobody, 'scenario.yaml', 'like:')}: like: there is no folder 'god_emperor' with a scenario "
        "beside this one. Mend: Write the folder's bare name, such as 'god_emperor', or leave the line out."
    ]
    assert [problem.what for problem in errors_of(chain)] == ["a scenario that others are like is whole by itself."]


def test_a_warning_does_not_stop_a_scenario():
    found = check_scenario(with_changes(("scenario.yaml", "region: zen", "region: mok")))

    assert found.scenario is not None
    assert [problem.warning for problem in found.problems] == [True]
    assert (found.errors, len(found.warnings)) == ([], 1)
