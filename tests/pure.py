"""A pytest plugin that tells the tests of the rules alone from all others.

With `-c tests/pure.ini` it takes Django away and runs the tests of the rules; without, it leaves those out: none runs twice.
A test file is pure when nothing that it imports, directly or through others, asks for the shell around the game, nor any
conftest.py that serves it, and when it uses no fixture of pytest-django.
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
# What a file asks for without importing it: fixtures, an event loop, and what the rooms put into the registry when Django starts.
ASKS = re.compile(
    r"\bdjango_db\b|\bregistry\b|pytest\.mark\.(e2e|services|both_databases|asyncio)|^\s*async def test"
    r"|^ *def \w+\(.*\b(db|client|settings|rf|services|chromium|page)\b.*\)",
    re.MULTILINE,
)


def pytest_configure(config: pytest.Config) -> None:
    """Take Django away from a run of the rules alone."""
    if is_pure_run(config):
        for name in FORBIDDEN:
            sys.modules[name] = None  # type: ignore[assignment]  # an import of it now fails, however deep it is


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the tests that are not of this run."""
    pure_run = is_pure_run(config)
    if collection_path.is_dir():
        conftest = collection_path / "conftest.py"
        return True if pure_run and conftest.exists() and begins_with_shell(conftest) else None
    if not collection_path.name.startswith("test_"):
        return None
    return True if is_pure(collection_path) is not pure_run else None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """When what was asked for by name is of the other run, there is nothing to do, and nothing wrong."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def is_pure_run(config: pytest.Config) -> bool:
    """Whether this is the run of the rules alone, rather than that of everything else."""
    return config.inipath is not None and config.inipath.name == "pure.ini"


def is_pure(path: Path) -> bool:
    """Whether the tests of a file need nothing but the rules."""
    return not ASKS.search(path.read_text(encoding="utf-8")) and not asks_for_shell(path)


def asks_for_shell(path: Path) -> bool:
    """Whether a test file, or what serves it, imports the shell around the game."""
    needed = needed_by(module_of(path))
    # Programs of their own are forked from a process that has read Django.
    return any(name.partition(".")[0] in SHELL or name == "tests.forks" for name in needed) or any(
        map(begins_with_shell, conftests_of(path))
    )


@cache
def begins_with_shell(file: Path) -> bool:
    """Whether a file imports the shell as soon as it is imported, and not only when a test asks for one of its fixtures."""
    first = set(named_first(file))
    return any(name.partition(".")[0] in SHELL for name in first) or any(
        begins_with_shell(path) for name in first if (path := file_of(name)) and path != file
    )
