"""Pytest plugin that separates the tests of the rules from all others.

With `-c tests/pure.ini` it hides Django and runs the tests of the rules. Without it, it leaves those out, so none runs twice. A
test file is pure if it needs no shell around the game. Neither it nor its conftest.py files may import the shell, directly or
indirectly, and it may use no fixture of pytest-django.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.imports import conftests_of, file_of, module_of, named_first, needed_by

FORBIDDEN = ("django", "channels", "celery", "redis", "asgiref")
SHELL = frozenset((*FORBIDDEN, "kombu", "uvicorn", "playwright", "psycopg", "pytest_django", "megagame"))
# Words that show a need for the shell without an import: fixtures, an event loop, and what rooms register when Django starts.
ASKS = re.compile(
    r"\bdjango_db\b|\bregistry\b|pytest\.mark\.(e2e|services|both_databases|asyncio)|^\s*async def test"
    r"|^ *def \w+\(.*\b(db|client|settings|rf|services|chromium|page)\b.*\)",
    re.MULTILINE,
)


def pytest_configure(config: pytest.Config) -> None:
    """Make Django unimportable in a run of the pure tests."""
    if is_pure_run(config):
        for name in FORBIDDEN:
            sys.modules[name] = None  # type: ignore[assignment]  # an import of it now fails, however deep it is


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore test files that belong to the other run."""
    pure_run = is_pure_run(config)
    if collection_path.is_dir():
        conftest = collection_path / "conftest.py"
        return True if pure_run and conftest.exists() and begins_with_shell(conftest) else None
    if not collection_path.name.startswith("test_"):
        return None
    return True if is_pure(collection_path) is not pure_run else None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Succeed if every file that was named belongs to the other run."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def is_pure_run(config: pytest.Config) -> bool:
    """Whether this run has only the tests of the rules."""
    return config.inipath is not None and config.inipath.name == "pure.ini"


def is_pure(path: Path) -> bool:
    """Whether a test file needs only the rules."""
    return not ASKS.search(path.read_text(encoding="utf-8")) and not asks_for_shell(path)


def asks_for_shell(path: Path) -> bool:
    """Whether a test file, or a conftest.py that applies to it, imports the shell around the game."""
    needed = needed_by(module_of(path))
    # These programs are forked from a process that has imported Django.
    return any(name.partition(".")[0] in SHELL or name == "tests.forks" for name in needed) or any(
        map(begins_with_shell, conftests_of(path))
    )


@cache
def begins_with_shell(file: Path) -> bool:
    """Whether a file imports the shell at its top level, not only inside a fixture."""
    first = set(named_first(file))
    return any(name.partition(".")[0] in SHELL for name in first) or any(
        begins_with_shell(path) for name in first if (path := file_of(name)) and path != file
    )
