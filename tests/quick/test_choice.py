"""Choice of `make quick`: by import, by name, by rule, within a minute."""

from __future__ import annotations

import subprocess

import pytest

from tests import imports
from tests.quick import reach, rules
from tests.quick.changes import Change, changes_since
from tests.quick.plugin import choose, rules_of

BOOK = """# Rules
- GE-WAR-61 · An Immortal can move anywhere.
- GE-WAR-62 · It counts as 2 units,
  wherever it stands.

- R-12 · Asked and answered.
"""
ROWS = """one:
  - id: a
    rules: [GE-WAR-61]
  - id: b
    rules: [GE-WAR-62]
two: R-12
"""
IMPORTS = {"a/low.py": ["a/high.py"], "a/high.py": ["tests/test_high.py"], "tests/b/help.py": ["tests/b/test_c.py"]}


def far(*changed, named=(), served=()):
    return reach.distances(changed, dict(named), lambda path: IMPORTS.get(path, ()), lambda path: served)


def test_a_module_reaches_those_that_import_it_and_counts_the_steps():
    assert far("a/low.py") == {"a/low.py": 0, "a/high.py": 1, "tests/test_high.py": 2}


def test_a_conftest_reaches_the_tests_that_it_serves():
    assert far("tests/b/conftest.py", served=["tests/b/test_c.py"])["tests/b/test_c.py"] == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("a/templates/a/page.html", '{% include "a/page.html" with x=1 %}', id="a template"),
        pytest.param("a/static/a/live.js", "{% static 'a/live.js' %}", id="a script"),
        pytest.param("data/empire/map.yaml", 'scenario_in(ROOT / "empire")', id="a row of data"),
        pytest.param("a/urls.py", 'include("a.urls")', id="addresses"),
        pytest.param("a/apps.py", 'INSTALLED_APPS = ["a.b", "a"]', id="an app"),
        pytest.param("a/middle.py", 'MIDDLEWARE = ["a.middle.Middle"]', id="a class"),
        pytest.param("a/templatetags/kept.py", "{% load i18n kept %}", id="tags"),
    ],
)
def test_what_names_a_file_is_reached(path, text):
    assert far(path, named=reach.index_of({"x.py": text, "y.py": "nothing"}).items()) == {path: 0, "x.py": 1}


def test_what_nobody_imports_is_found_by_django():
    found = reach.distances(["a/management/commands/x.py"], {}, lambda path: (), lambda path: (), "site/settings.py")

    assert found["site/settings.py"] == 1


def test_the_nearest_come_first_then_those_of_like_names_then_the_quickest():
    wanted = {"test_far.py": 2, "test_clock.py": 1, "test_quick.py": 1, "test_slow.py": 1}
    seconds = {"test_far.py": 1.0, "test_clock.py": 5.0, "test_quick.py": 1.0, "test_slow.py": 9.0}

    taken = reach.chosen(wanted, seconds.__getitem__, 7.0, ["a/clock.py"])

    assert taken == ("test_clock.py", "test_quick.py", "test_far.py")


def test_a_test_that_has_changed_runs_whatever_it_costs():
    assert reach.chosen({"test_slow.py": 0}, lambda path: 900.0, 7.0) == ("test_slow.py",)


def test_a_rule_that_reads_otherwise_is_one_that_is_new_or_one_that_is_gone():
    now = BOOK.replace("wherever", "wherever else").replace("R-12", "R-13")

    assert rules.reworded(BOOK, now) == {"GE-WAR-62", "R-12", "R-13"}


def test_a_text_that_is_no_rulebook_brings_no_rule():
    assert rules_of([Change(path="README.md", before="", now="# Read me\n- first this\n")]) == frozenset()


def test_a_ruling_of_a_side_table_has_the_letters_of_its_book():
    assert rules.texts_of("- PE-ACT-01 · One.\n- R-3 · Two.\n").keys() == {"PE-ACT-01", "PE-R-3"}


def test_a_row_of_data_brings_the_rules_that_it_names():
    change = Change(path="data/x.yaml", before=ROWS.replace("id: b", "id: c"), now=ROWS)

    assert rules_of([change]) == {"GE-WAR-62"}


def test_a_module_brings_the_rules_that_it_cites():
    assert rules_of([Change(path="a/b.py", before="", now="x = 1  # GE-WAR-61, R-12\n")]) == {"GE-WAR-61", "R-12"}


def test_a_real_rule_chooses_the_real_tests_that_name_it():
    (book,) = (imports.ROOT / "docs" / "rules").glob("god-emperor.md")
    now = book.read_text(encoding="utf-8")
    change = Change(path="docs/rules/god-emperor.md", before=now.replace("- GE-WAR-61 ·", "- GE-WAR-61 · Once"), now=now)

    choice = choose((change,), {}, 40.0)

    named = rules.tests_naming(frozenset({"GE-WAR-61"}), reach.readers(imports.ROOT, ["tests"]))
    assert choice.named == {"GE-WAR-61"}
    assert choice.by_rule & named


def test_a_real_module_chooses_tests_of_its_own():
    """The first module that a test imports."""
    path = next(each for each in sorted(reach.readers(imports.ROOT, imports.packages())) if imported_by_a_test(each))

    choice = choose((Change(path=path, before="", now=""),), {}, 40.0)

    assert choice.whole & {each for each in imports.importers_of(path) if "/test_" in each}


def imported_by_a_test(path: str) -> bool:
    return path.endswith(".py") and not path.startswith("tests/") and any("/test_" in each for each in imports.importers_of(path))


def test_changes_are_those_of_git_and_the_files_that_it_does_not_know(tmp_path):
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    (tmp_path / "same").write_text("1\n")
    (tmp_path / "other").write_text("1\n2\n")
    git("add", ".")
    git("commit", "-m", "x")
    (tmp_path / "other").write_text("1\n3\n")
    (tmp_path / "new").write_text("4\n")

    found = {each.path: each for each in changes_since("HEAD", tmp_path)}

    assert found.keys() == {"new", "other"}
    assert (found["other"].before, found["other"].lines) == ("1\n2\n", {2})
    with pytest.raises(ValueError, match="nowhere"):
        changes_since("nowhere", tmp_path)
