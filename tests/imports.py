"""Import graph of the project and its tests: who imports whom, read from the files without importing them.

Shared by `make pure`, which leaves out whatever needs Django, and by `make quick`, which looks for what a change touches.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent


@cache
def packages() -> tuple[str, ...]:
    """The packages at the top of the project, the tests among them."""
    return tuple(sorted(path.parent.name for path in ROOT.glob("*/__init__.py")))


@cache
def graph() -> grimp.ImportGraph:
    """Who imports whom, in functions too; packages of others are one module each."""
    if str(ROOT) not in sys.path:  # grimp looks for packages where Python does
        sys.path.insert(0, str(ROOT))
    return grimp.build_graph(*packages(), include_external_packages=True, cache_dir=None)


def module_of(path: Path) -> str:
    """The name under which a file of the project is imported."""
    parts = path.resolve().relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def file_of(module: str) -> Path | None:
    """Where a module of the project stands."""
    place = ROOT.joinpath(*module.split("."))
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.exists()), None)


def needed_by(module: str) -> frozenset[str]:
    """Every module that is imported by this one, directly or through others."""
    return frozenset(graph().find_upstream_modules(module)) if module in graph().modules else frozenset()


def importers_of(path: str) -> list[str]:
    """The files that import a module directly; for a package also those in it, which cannot be imported without it."""
    module = module_of(ROOT / path)
    if module not in graph().modules:
        return []
    found = set(graph().find_modules_that_directly_import(module))
    if path.endswith("__init__.py"):
        found |= graph().find_children(module)
    files = (file_of(each) for each in sorted(found))
    return [str(file.relative_to(ROOT)) for file in files if file]


def served_by(conftest: str) -> list[str]:
    """The tests that a conftest.py serves."""
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / conftest).parent.rglob("test_*.py"))


def named_first(path: Path) -> Iterator[str]:
    """The modules of the project that a file imports as soon as it is imported itself, not only in its functions."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def conftests_of(path: Path) -> Iterator[Path]:
    """The files conftest.py that serve a test, the nearest first."""
    for folder in path.resolve().parents:
        if ROOT in (folder, *folder.parents) and (folder / "conftest.py").exists():
            yield folder / "conftest.py"
