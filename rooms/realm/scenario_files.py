"""Scenario folders on disk. `rooms.realm.scenario.loader` parses their texts and opens no file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from control.registry import UnsoundError
from rooms.realm.scenario.loader import load_scenario
from rooms.realm.scenario.parser import MOST_FILES, MOST_LETTERS
from rooms.realm.scenario.problems import Problem
from rooms.realm.scenario.schema import Scenario


class ScenarioError(UnsoundError):
    """A scenario with errors where a sound one was expected; the message names every problem."""

    def __init__(self, folder: Path, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join([f"The scenario in {folder} has {len(problems)} problems.", *map(str, problems)]))


SUFFIXES = frozenset({".yaml", ".yml"})
LOOKALIKES = frozenset({".txt", ".json"})  # houses.yaml.txt, as some editors name it
TRANSLATES = re.compile(r"""^translates:\s*(["']?)([\w-]+)\1\s*(?:#.*)?$""", re.MULTILINE)
LIKE = re.compile(r"""^like:\s*(["']?)([\w-]+)\1\s*(?:#.*)?$""", re.MULTILINE)


def read_folder(path: Path) -> Mapping[str, str]:
    """Return the texts of the YAML files directly in a folder, by file name.

    Where a file says `like: other` or `translates: other`, the texts of the folder `other` beside it follow as
    "../other/name.yaml". So do those that a translated one is like. Folders and files that are too large are read only as far as
    the loader needs to say so.
    """
    files = {file.name: text_of(file) for file in yaml_files(path)}
    own = path.resolve()
    originals = {name: _beside(own, name) for name in _named(TRANSLATES, files.values()) if name != own.name}
    likes = _named(LIKE, [*files.values(), *(text for original in originals.values() for text in original.values())])
    for others in (originals, {name: _beside(own, name) for name in likes if name != own.name}):
        for name, texts in others.items():
            files |= {f"../{name}/{file}": text for file, text in texts.items()}
    return files


def _named(key: re.Pattern[str], texts: Iterable[str]) -> list[str]:
    """Folders that some texts name under a key."""
    return sorted({name for text in texts for _, name in key.findall(text)})


def _beside(folder: Path, name: str) -> dict[str, str]:
    """Texts of the folder of this name beside another."""
    return {file.name: text_of(file) for file in yaml_files(folder.parent / name)}


def yaml_files(folder: Path) -> list[Path]:
    """YAML files of a folder in order, up to one more than the limit.

    Hidden files are left out: editors and other systems leave them beside the author's own.
    """
    return [file for file in entries_of(folder) if file.suffix.lower() in SUFFIXES and file.is_file()][: MOST_FILES + 1]


def unread_in(folder: Path) -> list[Problem]:
    """Advice on files that look like parts of the scenario and are not read."""
    problems = []
    for entry in entries_of(folder):
        last = entry.suffix.lower()
        if last in SUFFIXES and not entry.is_file():
            what = "this is a folder, and not read." if entry.is_dir() else "this link leads nowhere."
            mend = (
                "Move what is in it to the folder above." if entry.is_dir() else "Put the file in its place, or take the link out."
            )
        elif entry.is_file() and last in LOOKALIKES and (last == ".json" or Path(entry.stem).suffix.lower() in SUFFIXES):
            what, mend = (
                f"this file is not read: its name ends with '{entry.suffix}'.",
                f"Call it '{entry.name.split('.')[0]}.yaml'.",
            )
        else:
            continue
        problems.append(Problem(file=entry.name, line=1, field="", what=what, mend=mend, warning=True))
    return problems


def entries_of(folder: Path) -> list[Path]:
    """Entries of a folder in order; none if it does not exist."""
    return sorted(each for each in folder.iterdir() if not each.name.startswith(".")) if folder.is_dir() else []


def text_of(file: Path) -> str:
    """Text of a file, up to the loader's limit. Bytes that are not UTF-8 become a character that the loader reports."""
    with file.open(encoding="utf-8-sig", errors="replace") as opened:
        return opened.read(MOST_LETTERS + 1)


def scenario_in(path: Path) -> Scenario:
    """Return the scenario in a folder.

    Raises:
        ScenarioError: something in it is wrong.
    """
    found = load_scenario(read_folder(path))
    if isinstance(found, list):
        raise ScenarioError(path, found)
    return found
