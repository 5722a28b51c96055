"""The small scenario with changes, and the checker's answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ruamel.yaml.nodes import MappingNode, Node

from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario.parser import Trouble, blocks, read
from rooms.realm.scenario.problems import Problem
from tests.scenarios import FIXTURES

Change = tuple[str, str, str]
"""A file, words that stand in it, and those to write instead of the first of them."""


ORIGINAL, TRANSLATION = "god_emperor", "god_emperor_de"


@cache
def texts(name: str) -> Mapping[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(Path(FIXTURES / name).glob("*.yaml"))}


def small_files() -> dict[str, str]:
    base = {f"../god_emperor/{name}": text for name, text in texts("god_emperor").items()}
    return {**texts("god_emperor_small"), **base}


def translation_files() -> dict[str, str]:
    """Files of the German scenario and of the original that it translates."""
    return {**texts(TRANSLATION), **{f"../{ORIGINAL}/{name}": text for name, text in texts(ORIGINAL).items()}}


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
    """The first line with these words."""
    return next(number for number, line in enumerate(files[name].splitlines(), start=1) if words in line)


@cache
def _block(text: str) -> Node | Trouble | None:
    return read.__wrapped__(text)


def read_in_blocks(text: str) -> Node | Trouble | None:
    """Read a file by its top-level keys, each parsed once and cached. Leave what is no YAML to `read`."""
    found = [node for _, block in blocks(text) if (node := _block(block)) is not None]
    if not found or not all(isinstance(node, MappingNode) for node in found):
        return read(text)
    pairs = [pair for node in found for pair in node.value]
    return MappingNode(found[0].ctag, pairs, found[0].start_mark, found[-1].end_mark)
