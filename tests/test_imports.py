"""Pure code imports nothing of the world around it. import-linter follows import chains; this test reads every line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHELL = {"django", "channels", "celery", "kombu", "redis", "asgiref", "uvicorn", "psycopg", "megagame"}
WORLD = {
    "random",
    "secrets",
    "time",
    "os",
    "sys",
    "logging",
    "socket",
    "threading",
    "asyncio",
    "subprocess",
    "uuid",
    "pathlib",
}
PURE_FOLDERS = {"engine", "day", "casting", "game", "rules", "scenario", "examples"}
CALLS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}
BUILTINS = {"open", "input", "print", "exec", "eval"}


def is_pure(path: Path) -> bool:
    """Whether this file is pure code, by its folder."""
    return bool(PURE_FOLDERS & set(path.relative_to(ROOT).parts[1:-1]))


PURE = sorted(path for room in ("control", "rooms") for path in (ROOT / room).rglob("*.py") if is_pure(path))


def imports_of(tree: ast.AST) -> set[str]:
    """Top-level names of all imports in a file, also inside functions."""
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return {name.split(".")[0] for name in plain | named}


def calls_of(tree: ast.AST) -> set[str]:
    """Calls with which a file could reach the outside world without a forbidden import."""
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {call.id for call in calls if isinstance(call, ast.Name)} & BUILTINS
    dotted = {
        (call.value.id, call.attr) for call in calls if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name)
    } & CALLS
    return names | {".".join(pair) for pair in dotted}


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_pure_file_imports_and_asks_nothing_of_the_world(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))

    assert imports_of(tree) & (SHELL | WORLD) == set()
    assert calls_of(tree) == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param("from os import path", {"os"}, id="from a module"),
        pytest.param("def f():\n    import time as t", {"time"}, id="inside a function"),
        pytest.param("import django.utils.timezone", {"django"}, id="a submodule"),
    ],
)
def test_a_forbidden_import_is_seen(source, found):
    assert imports_of(ast.parse(source)) & (SHELL | WORLD) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param("x = datetime.now(UTC)", {"datetime.now"}, id="the clock"),
        pytest.param("open('notes')", {"open"}, id="a file"),
    ],
)
def test_a_forbidden_call_is_seen(source, found):
    assert calls_of(ast.parse(source)) == found
