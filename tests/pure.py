"""A pytest plugin for `make pure`: takes Django away and collects only the tests that do not ask for it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

FORBIDDEN = ("django", "channels", "celery", "redis", "asgiref")
SHARED = re.compile(
    r"^\s*(from|import)\s+(django|channels|celery|redis|asgiref|kombu|uvicorn|playwright|psycopg|megagame)\b"
    r"|^\s*from control(\.(?!game\b|scenario\b)\w+\S*)? import (?!game\b|scenario\b)"
    r"|^\s*from rooms\.\w+ import .*\b(views|urls|apps|forms|models)\b|^\s*from rooms\.\w+\.(views|urls|apps|forms|models)\b"
    r"|^\s*from rooms\.tables import .*\bregistry\b|^\s*from rooms\.tables(\.\w+)*\.(app|registry|shapes)\b"
    r"|\bfrom tests\.(e2e|services|houses|conftest)\b|\bdjango_db\b|\bclient\b|pytest\.mark\.(e2e|services|both_databases)",
    re.MULTILINE,
)
SHELL = re.compile(r"^(from|import) (django|channels|celery|redis|asgiref)\b", re.MULTILINE)

for name in FORBIDDEN:
    sys.modules[name] = None  # type: ignore[assignment]  # an import of it now fails, however deep it is


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out whatever asks for the shell around the game: a file, or a folder whose conftest begins with it."""
    if collection_path.is_dir():
        conftest = collection_path / "conftest.py"
        return True if conftest.exists() and SHELL.search(conftest.read_text(encoding="utf-8")) else None
    return True if SHARED.search(collection_path.read_text(encoding="utf-8")) else None
