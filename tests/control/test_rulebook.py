"""Count of the rules that have a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from control.rulebook import cited_in, listed_in, marked_in, stated_in, uncited

MAIN = """# Rules
- GE-WAR-01 · A rule (R-02).
- GE-WAR-02 · Another.
- GE-CRT-01 · A third.
- not a rule GE-WAR-09
- EX-01 · **An example.** Not a rule.

- R-01 · **A ruling.**
"""
SIDE = "- PE-SET-01 · A rule.\n- R-01 · A ruling.\n"


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "docs" / "rules"
    folder.mkdir(parents=True)
    (folder / "god-emperor.md").write_text(MAIN, encoding="utf-8")
    (folder / "potemkin-empire.md").write_text(SIDE, encoding="utf-8")
    return folder


def test_rules_are_counted_by_area_and_side_tables_have_rulings_of_their_own(books):
    assert stated_in(books) == {
        "GE-WAR": ["GE-WAR-01", "GE-WAR-02"],
        "GE-CRT": ["GE-CRT-01"],
        "R": ["R-01"],
        "PE-SET": ["PE-SET-01"],
        "PE-R": ["PE-R-01"],
    }


def test_marks_are_read_wherever_they_stand():
    source = 'pytestmark = pytest.mark.rule("R-01")\n'
    source += 'x = [pytest.param(1, marks=pytest.mark.rule(\n"GE-WAR-01",\n*("GE-WAR-02",)))]\n'

    assert sorted(marked_in(source)) == ["GE-WAR-01", "GE-WAR-02", "R-01"]


def test_example_files_may_hold_one_example_or_many():
    assert sorted(listed_in("rules: [R-01]\n---\nexamples:\n  - {name: a, rules: [GE-WAR-01]}\n")) == ["GE-WAR-01", "R-01"]


def test_what_neither_a_test_nor_an_example_cites_is_left(tmp_path, books):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text('@pytest.mark.rule("GE-WAR-01")\ndef test_a(): ...\n', encoding="utf-8")
    examples = tmp_path / "fixtures" / "god_emperor" / "examples"
    examples.mkdir(parents=True)
    (examples / "one.yaml").write_text("rules: [GE-CRT-01, PE-R-01]\n", encoding="utf-8")

    left = uncited(stated_in(books), cited_in(tmp_path))

    assert left == {"GE-WAR": ["GE-WAR-02"], "GE-CRT": [], "R": ["R-01"], "PE-SET": ["PE-SET-01"], "PE-R": []}
