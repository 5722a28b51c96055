"""The small scenario with something changed in it, and what the checker says of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from control.scenario.loader import check_scenario
from control.scenario.problem import Problem
from tests.scenarios import FIXTURES

Change = tuple[str, str, str]
"""A file, words that stand in it, and those to write instead of the first of them."""


@cache
def texts(name: str) -> Mapping[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(Path(FIXTURES / name).glob("*.yaml"))}


def small_files() -> dict[str, str]:
    base = {f"../god_emperor/{name}": text for name, text in texts("god_emperor").items()}
    return {**texts("god_emperor_small"), **base}


def with_changes(*changes: Change) -> dict[str, str]:
    """The files of the small scenario, changed."""
    files = small_files()
    for name, old, new in changes:
        assert old in files.setdefault(name, ""), f"{name} has no {old!r}"
        files[name] = files[name].replace(old, new, 1)
    return files


def errors_of(files: Mapping[str, str]) -> list[Problem]:
    found = check_scenario(files)
    assert found.scenario is None
    return found.errors


def line_with(files: Mapping[str, str], name: str, words: str) -> int:
    """The line in which some words stand first."""
    return next(number for number, line in enumerate(files[name].splitlines(), start=1) if words in line)
