"""Formats of a scenario folder: older ones are upgraded, newer ones refused. Settings that no rule reads are listed."""

from __future__ import annotations

import ast

import pytest

from control.engine.records import replace
from rooms.realm.scenario import sections
from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario.parser import TopLevelEntry
from rooms.realm.scenario.schema import Settings
from rooms.realm.scenario.sections import FORMAT
from tests.records import field_names
from tests.rooms.realm.scenario.broken import line_with, small_files, with_changes
from tests.scenarios import FIXTURES

HERE = f"format: {FORMAT}\n"
ROOT = FIXTURES.parent


def test_every_scenario_of_this_project_says_its_format():
    heads = list(FIXTURES.glob("*/scenario.yaml"))

    assert len(heads) >= 2
    assert [head for head in heads if HERE not in head.read_text(encoding="utf-8")] == []


def test_a_folder_without_a_format_is_read_as_the_oldest():
    today, before = check_scenario(small_files()), check_scenario(with_changes(("scenario.yaml", HERE, "")))

    assert before.scenario == today.scenario
    assert before.problems == ()


def test_an_older_folder_is_brought_forward_step_by_step(monkeypatch):
    def called(was: str, now: str):
        return lambda entries: [
            replace(each, key=now) if isinstance(each, TopLevelEntry) and each.key == was else each for each in entries
        ]

    monkeypatch.setattr(sections, "STEPS", (called("tales", "stories"), called("stories", "rumors")))
    monkeypatch.setattr(sections, "FORMAT", 2)
    old = with_changes(("scenario.yaml", HERE, ""), ("scenario.yaml", "\nrumors:", "\ntales:"))
    middle = with_changes(("scenario.yaml", "\nrumors:", "\nstories:"))
    new = with_changes(("scenario.yaml", HERE, "format: 2\n"), ("scenario.yaml", "\nrumors:", "\nstories:"))

    assert check_scenario(old).scenario == check_scenario(middle).scenario == check_scenario(small_files()).scenario
    assert [problem.field for problem in check_scenario(new).errors] == ["rumors", "stories"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("format: 2", "this scenario is of format 2, and this console reads formats up to 1."),
        ("format: one", "'one' is no format."),
        ("format: 0", "'0' is no format."),
        ("format: 99999", "'99999' is no format."),
        (f"format: {'9' * 6000}", f"'{'9' * 40}…' is no format."),  # more digits than Python reads
        ("format: [1]", "'?' is no format."),
        ("fromat: 1", "the key 'fromat' is unknown."),
    ],
)
def test_what_can_be_no_format_is_said_once_and_in_its_place(written, said):
    files = with_changes(("scenario.yaml", HERE, written + "\n"))

    (problem,) = check_scenario(files).errors

    assert (problem.what, problem.line) == (said, line_with(files, "scenario.yaml", written))
    assert "format" in problem.mend or "newer console" in problem.mend


def test_a_format_that_is_said_twice_counts_once():
    (problem,) = check_scenario(with_changes(("houses.yaml", "", HERE))).errors

    assert (problem.file, problem.what) == ("scenario.yaml", "the format of the folder is said twice.")


def test_the_format_of_another_folder_is_its_own():
    files = small_files()
    base = {name: text.replace(HERE, "format: 2\n", 1) if name.endswith("/scenario.yaml") else text for name, text in files.items()}

    (problem,) = check_scenario(base).errors

    assert problem.file == "../god_emperor/scenario.yaml"


# --- settings that no rule reads ----------------------------------------------------------------------------------------


def settings_read() -> set[str]:
    """Settings that code of the console reads, apart from the code that reads and checks scenarios."""
    known, found = {*field_names(Settings)}, set()
    for path in sorted(path for top in ("control", "rooms") for path in (ROOT / top).rglob("*.py")):
        if "scenario" in path.relative_to(ROOT).parts[:-1]:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in known and name_of(node.value) == "settings":
                found.add(node.attr)
    return found


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_every_setting_is_read_by_some_line_of_the_console():
    assert {*field_names(Settings)} - settings_read() == set()
