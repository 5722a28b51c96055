"""pytest plugin of `make quick`: chooses tests, reports the choice, and skips all others.

By import: the tests nearest to the change, counted in imports, as many as fit. By rule: in other files, the tests that name a rule
whose text, data row or module has changed. Browsers and whole consoles are left to `make test`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests import imports, pace
from tests.pure import is_pure
from tests.quick import reach, rules
from tests.quick.changes import Change, changes_since, usual_start

USUAL = 40.0  # seconds of processor time for the tests; start and collection take the rest of the minute
PER_TEST = 0.05  # seconds for each test of a file that no earlier run has measured
PART = 0.3  # share of a file's time for its tests that name a rule: a guess
SLOW = ("e2e", "services")
CHOICE = pytest.StashKey["Choice"]()


@dataclass(frozen=True)
class Choice:
    """Chosen tests: whole files by import, and tests of other files that name a rule."""

    changes: tuple[Change, ...]
    named: frozenset[str]  # rules
    whole: frozenset[str]
    by_rule: frozenset[str] = field(default=frozenset())
    left: int = 0

    def words(self) -> str:
        """Summary of the choice in one line."""
        by_rule = f"; {len(self.by_rule)} by {len(self.named)} rules" if self.by_rule else ""
        left = f"; {self.left} files further away are left to `make test`" if self.left else ""
        return f"quick: {len(self.changes)} files changed; {len(self.whole)} files of tests by import{by_rule}{left}"


def rules_of(changes: Iterable[Change]) -> frozenset[str]:
    """Rules that a change affects: reworded in a rulebook, named in a changed data row, or cited by a changed module."""
    found: set[str] = set()
    for each in changes:
        if each.path.endswith(".md"):
            found |= rules.reworded(each.before, each.now)
        elif each.path.endswith((".yaml", ".yml")):
            found |= rules.named_near(each.now, each.lines)
        elif each.path.endswith(".py") and not reach.is_test(each.path):
            found |= rules.named_in(each.now)
    return frozenset(found)


def choose(changes: tuple[Change, ...], seconds: dict[str, float], budget: float) -> Choice:
    """Choose tests for these changes. `seconds`: processor time of each file in its last run."""
    root, texts = imports.ROOT, reach.readers(imports.ROOT, imports.packages())
    tests = {path: text for path, text in texts.items() if reach.is_test(path)}

    def cost(path: str) -> float:
        return seconds.get(path) or PER_TEST * tests[path].count("def test_")

    paths = [each.path for each in changes]
    settings = os.environ.get("DJANGO_SETTINGS_MODULE", "").replace(".", "/") + ".py"
    far = reach.distances(paths, reach.index_of(texts), imports.importers_of, imports.served_by, settings)
    if settings in far:
        # Any test with Django may reach, by an address, modules that Django finds through its settings.
        far = {path: far[settings] + 1 for path in tests if not is_pure(root / path)} | far
    slow = {path for path, text in tests.items() if any(f"mark.{mark}" in text for mark in SLOW)}
    by_import = {path: far[path] for path in tests if path in far and path not in slow and (root / path).exists()}
    named = rules_of(changes)
    naming = rules.tests_naming(named, tests) | {path for path, text in tests.items() if named and "mark.example" in text}
    first = reach.chosen(dict.fromkeys(naming - slow, 1), lambda path: PART * cost(path), budget / 2)
    used = sum(PART * cost(path) for path in first)
    whole = frozenset(reach.chosen(by_import, cost, budget - used, paths))
    left = len((by_import.keys() | naming) - whole - set(first))
    return Choice(changes=changes, named=named, whole=whole, by_rule=frozenset(first) - whole, left=left)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--since` and `--seconds`."""
    parser.addoption(
        "--since", default="", help="choose by what has changed since this commit; else since the branch left origin/main"
    )
    parser.addoption("--seconds", type=float, default=USUAL, help="of processor time, by what each file took the last time")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tests.

    Raises:
        UsageError: git knows no such commit.
    """
    since = config.getoption("--since") or usual_start(imports.ROOT)
    try:
        changes = changes_since(since, imports.ROOT)
    except ValueError as error:
        raise pytest.UsageError(f"--since {since}: {error} Name a commit or a branch that is there.") from error
    cache = getattr(config, "cache", None)
    kept = cache.get(pace.KEPT, {}) if cache else {}
    config.stash[CHOICE] = choose(changes, kept, config.getoption("--seconds"))


def pytest_report_header(config: pytest.Config) -> str:
    """Report the choice."""
    return config.stash[CHOICE].words()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import files that are not chosen."""
    if collection_path.is_dir() or not collection_path.name.startswith("test_"):
        return None
    path, choice = str(collection_path.relative_to(imports.ROOT)), config.stash[CHOICE]
    return None if path in choice.whole or path in choice.by_rule else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In files chosen by rule, keep only the tests that name the rule."""
    choice = config.stash[CHOICE]
    kept = [item for item in items if _path(item) in choice.whole or rules_named_by(item) & choice.named]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Succeed if no test is chosen for a change; the report's header says so."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def rules_named_by(item: pytest.Item) -> frozenset[str]:
    """Rules of a test: from its marks, and from the example that it plays."""
    marked = (str(each) for mark in item.iter_markers("rule") for each in mark.args)
    params = getattr(getattr(item, "callspec", None), "params", {})
    listed = (str(each) for value in params.values() for each in getattr(value, "rules", None) or ())
    return frozenset((*marked, *listed))


def _path(item: pytest.Item) -> str:
    return str(item.path.relative_to(imports.ROOT))
