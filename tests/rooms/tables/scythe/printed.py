"""Cards as the rulebook's data print them: an independent source to compare with the files of the game."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

DATA = (Path(__file__).parents[4] / "docs" / "rules" / "scythe-data.md").read_text(encoding="utf-8")


def _cells(prefix: str) -> list[list[str]]:
    """Rows of all tables whose first cell has this prefix."""
    return [
        [cell.strip() for cell in line.strip("| \n").split(" | ")] for line in DATA.splitlines() if line.startswith(f"| {prefix}-")
    ]


def amounts(text: str) -> Counter[str]:
    """`pop+1 food+1` as counts; an action counts 1."""
    return Counter({part: int(count) for part, count in re.findall(r"([a-z]+)\+(\d+)", text)}) + Counter(
        re.findall(r"\b[A-Z]{5,}\b", text)
    )


def cost(text: str) -> Counter[str]:
    """`pay coin 2` as counts."""
    return Counter({part: int(count) for part, count in re.findall(r"\b(coin|pow|pop|card) (\d+)", text)})


def encounters() -> list[tuple[str, int, Counter[str], Counter[str]]]:
    """Card, option, cost and gains of each printed option."""
    found = []
    for card, _title, _scene, *options in _cells("EN"):
        for number, option in enumerate(options):
            pays, _colon, gains = option.rpartition(":")
            found.append((card, number, cost(pays), amounts(gains)))
    return found


def factory() -> list[tuple[str, str, str]]:
    """Card, cost and benefit in words."""
    return [(card, pays, gains) for card, _title, pays, gains in _cells("FC")]


def objectives() -> list[str]:
    """Ids of the objective cards."""
    return [row[0] for row in _cells("OB")]
