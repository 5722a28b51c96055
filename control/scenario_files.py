"""Scenario folders on disk; the reading itself is in `control.scenario.loader`, which opens no file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from control.scenario.loader import load_scenario
from control.scenario.problem import Problem
from control.scenario.schema import Scenario


class ScenarioError(Exception):
    """A scenario that was expected to be sound is not; the message names every problem."""

    def __init__(self, folder: Path, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join([f"The scenario in {folder} has {len(problems)} problems.", *map(str, problems)]))


LIKE = re.compile(r"^like:\s*(\w+)\s*(?:#.*)?$", re.MULTILINE)


def read_folder(path: Path) -> Mapping[str, str]:
    """The texts of the YAML files directly in a folder, by file name.

    Where one of them says `like: other`, those of the folder `other` beside it follow, as "../other/name.yaml".
    """
    files = {file.name: text_of(file) for file in sorted(path.glob("*.yaml"))}
    for base in sorted({name for text in files.values() for name in LIKE.findall(text)}):
        for file in sorted((path.resolve().parent / base).glob("*.yaml")):
            files[f"../{base}/{file.name}"] = text_of(file)
    return files


def text_of(file: Path) -> str:
    """A file's text; what is not UTF-8 in it becomes a sign that the loader reports."""
    return file.read_text(encoding="utf-8-sig", errors="replace")


def scenario_in(path: Path) -> Scenario:
    """The scenario in a folder.

    Raises:
        ScenarioError: something in it is wrong.
    """
    found = load_scenario(read_folder(path))
    if isinstance(found, list):
        raise ScenarioError(path, found)
    return found
