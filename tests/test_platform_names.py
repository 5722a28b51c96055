"""The control room names no room and no kind of sheet: not in code, templates, scripts, address names, nor in what it says.

What is looked for are words, also within names such as `war_desk`. Left out are rule IDs, whose areas are called after rooms.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CONTROL = Path(__file__).resolve().parent.parent / "control"
LEFT_OUT = ("migrations",)  # folders
OF_OLD = ("group_desks.py",)  # what an earlier release stored
SUFFIXES = {".py", ".html", ".js", ".txt"}
ROOMS = ("war", "court", "underground")
KINDS = ("war", "proposal", "scheme")
NO_NAMES = re.compile(
    r"GE-[A-Z]+-?"  # rule IDs and their areas
    r"|color-scheme|_and_scheme"  # of a page, of an address
    r"|rooms\.realm\.game\.court import COURT\b|^    COURT,$",  # the list of chapters
    re.MULTILINE,
)


def files() -> list[Path]:
    """The control room's own files."""
    found = (path for path in CONTROL.rglob("*") if path.suffix in SUFFIXES)
    return sorted(path for path in found if path.relative_to(CONTROL).parts[0] not in LEFT_OUT and path.name not in OF_OLD)


def named(text: str, names: tuple[str, ...]) -> list[str]:
    """The lines that name one of these, in any number and case, whole or as a part of a name."""
    words = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(names)})s?(?![A-Za-z])", re.IGNORECASE)
    return [line.strip() for line in NO_NAMES.sub(lambda cut: "\n" * cut[0].count("\n"), text).splitlines() if words.search(line)]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(CONTROL)))
def test_no_room_and_no_kind_of_sheet_is_named(path):
    assert named(path.read_text(encoding="utf-8"), (*ROOMS, *KINDS)) == []


@pytest.mark.parametrize(
    "line",
    ["{% url 'war_desk:immortals' event_id %}", "if kind == 'proposal':", "room == Room.UNDERGROUND", "the schemes", "court_host"],
)
def test_a_name_is_seen_wherever_it_stands(line):
    assert named(line, (*ROOMS, *KINDS)) == [line]


@pytest.mark.parametrize("line", ["warned = forward", "GE-WAR-42", "color-scheme: dark", "a courtesy"])
def test_other_words_are_let_pass(line):
    assert named(line, (*ROOMS, *KINDS)) == []
