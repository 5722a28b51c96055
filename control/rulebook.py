"""Rules of docs/rules with and without a test, from the books, the tests and the example files.

A rule is a list item that begins with its ID. A ruling of the main game is cited as "R-12", a ruling of a side table with the
letters of its book in front, "PE-R-12".
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from ruamel.yaml import YAML

STATED = re.compile(r"^- ([A-Z]{2}-[A-Z]{3}-\d+|R-\d+)\b", re.MULTILINE)
MAIN_GAME = "GE"


def stated_in(books: Path) -> dict[str, list[str]]:
    """IDs of all rulebooks by area, such as "GE-WAR", in the order of the books."""
    areas: dict[str, list[str]] = {}
    for book in sorted(books.glob("*.md")):
        ids = STATED.findall(book.read_text(encoding="utf-8"))
        letters = next((id_[:2] for id_ in ids if not id_.startswith("R-")), MAIN_GAME)
        for id_ in ids:
            full = f"{letters}-{id_}" if id_.startswith("R-") and letters != MAIN_GAME else id_
            areas.setdefault(full.rpartition("-")[0], []).append(full)
    return areas


def cited_in(root: Path) -> frozenset[str]:
    """Every ID that a test has as a mark or an example file lists."""
    tests = (id_ for path in sorted((root / "tests").rglob("*.py")) for id_ in marked_in(path.read_text(encoding="utf-8")))
    files = sorted((root / "fixtures").glob("**/examples/**/*.yaml"))
    examples = (id_ for path in files for id_ in listed_in(path.read_text(encoding="utf-8")))
    return frozenset((*tests, *examples))


def uncited(areas: Mapping[str, list[str]], cited: frozenset[str]) -> dict[str, list[str]]:
    """IDs of each area without a citation."""
    return {area: [id_ for id_ in ids if id_ not in cited] for area, ids in areas.items()}


def marked_in(source: str) -> Iterator[str]:
    """IDs in the `rule` marks of a test module. A long mark may list them in rows, `*("SC-CNT-01", ...)`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            for each in node.args:
                rows = each.value.elts if isinstance(each, ast.Starred) and isinstance(each.value, ast.Tuple) else (each,)
                yield from (row.value for row in rows if isinstance(row, ast.Constant) and isinstance(row.value, str))


def listed_in(text: str) -> Iterator[str]:
    """IDs in the `rules` lists of an example file, at any depth."""
    waiting: list[object] = list(YAML(typ="safe", pure=True).load_all(text))
    while waiting:
        found = waiting.pop()
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            rules = found.get("rules")
            yield from (str(id_) for id_ in rules) if isinstance(rules, list) else ()
            waiting += found.values()
