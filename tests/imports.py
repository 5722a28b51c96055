"""Import graph of the project and its tests, read from the files without importing them.

`make pure` uses it to leave out tests that need Django; `make quick` uses it to find the tests that a change affects.
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
    """Top-level packages of the project, tests included."""
    return tuple(sorted(path.parent.name for path in ROOT.glob("*/__init__.py")))


@cache
def graph() -> grimp.ImportGraph:
    """Import graph, imports inside functions included. Each external package is one module."""
    if str(ROOT) not in sys.path:  # grimp searches sys.path for packages
        sys.path.insert(0, str(ROOT))
    return grimp.build_graph(*packages(), include_external_packages=True, cache_dir=None)


def module_of(path: Path) -> str:
    """Import name of a file of the project."""
    parts = path.resolve().relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def file_of(module: str) -> Path | None:
    """File of a module of the project."""
    place = ROOT.joinpath(*module.split("."))
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.exists()), None)


def needed_by(module: str) -> frozenset[str]:
    """Modules that this module imports, directly or indirectly."""
    return frozenset(graph().find_upstream_modules(module)) if module in graph().modules else frozenset()


def importers_of(path: str) -> list[str]:
    """Files that import a module directly. For a package also the files in it: importing them imports the package."""
    module = module_of(ROOT / path)
    if module not in graph().modules:
        return []
    found = set(graph().find_modules_that_directly_import(module))
    if path.endswith("__init__.py"):
        found |= graph().find_children(module)
    files = (file_of(each) for each in sorted(found))
    return [str(file.relative_to(ROOT)) for file in files if file]


def served_by(conftest: str) -> list[str]:
    """Test files that a conftest.py applies to."""
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / conftest).parent.rglob("test_*.py"))


def named_first(path: Path) -> Iterator[str]:
    """Modules that a file imports at its top level, when it is itself imported."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def conftests_of(path: Path) -> Iterator[Path]:
    """The conftest.py files that apply to a test, nearest first."""
    for folder in path.resolve().parents:
        if ROOT in (folder, *folder.parents) and (folder / "conftest.py").exists():
            yield folder / "conftest.py"
