"""The printed content in both languages for tests, and functions that change one place of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from control.engine.records import replace
from rooms.tables.game.content_reading import translate_content
from rooms.tables.scythe.game.content import Content
from rooms.tables.scythe.game.reading import read

ROOT: Final = Path(__file__).parents[4]


def files_of(folder: str) -> dict[str, str]:
    """The texts of the files in a folder of fixtures."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "fixtures" / folder).glob("*.yaml"))}


TEXTS: Final = files_of("scythe")
GERMAN_TEXTS: Final = files_of("scythe_de")
CONTENT: Final = read(TEXTS)
GERMAN: Final = read(translate_content(TEXTS, GERMAN_TEXTS))


def with_(deck: str, which: str, /, **fields: Any) -> Content:
    """The content with changed fields in one item of this deck."""
    items = getattr(CONTENT, deck)
    assert sum(item.id == which for item in items) == 1
    return replace(CONTENT, **{deck: tuple(replace(item, **fields) if item.id == which else item for item in items)})


def with_text(name: str, old: str, new: str) -> dict[str, str]:
    """The files with one text in one of them replaced."""
    assert TEXTS[name].count(old) == 1
    return {**TEXTS, name: TEXTS[name].replace(old, new)}
