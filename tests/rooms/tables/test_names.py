"""A game is added by its own package and one line. No other file of the console names it."""

from __future__ import annotations

import re

import pytest

from tests.rooms.tables.games import TRIED
from tests.scenarios import FIXTURES

ROOT = FIXTURES.parent
CODE = ("*.py", "*.html", "*.js", "*.css")


@pytest.mark.parametrize("game", sorted(tried.kind.id for tried in TRIED if tried.kind.rules.__module__.startswith("rooms.")))
def test_nothing_outside_its_package_names_a_game_but_the_line_that_registers_it(game):
    own = ROOT / "rooms" / "tables" / game
    naming = re.compile(rf"\b{game}\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("control", "rooms", "megagame")
        for pattern in CODE
        for path in sorted((ROOT / folder).rglob(pattern))
        if own not in path.parents
        for line in path.read_text(encoding="utf-8").splitlines()
        if naming.search(line)
    ]

    assert found == [f'megagame/settings.py: "rooms.tables.{game}",']
