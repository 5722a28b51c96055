"""Rules that a change affects: reworded rule texts, and rules that the changed files name."""

from __future__ import annotations

import re
from collections.abc import Mapping

ID = re.compile(r"\b(?:[A-Z]{2}-[A-Z]{3}-\d+|(?:[A-Z]{2}-)?R-\d+)\b")
STATED = re.compile(r"^- (?P<id>[A-Z]{2}-[A-Z]{3}-\d+|R-\d+)\b", re.MULTILINE)
MAIN_GAME = "GE"  # its rulings have no letters of a book before them


def texts_of(book: str) -> dict[str, str]:
    """Text of each rule in a rulebook by ID. Rulings of a side table's book get the letters of the book, as tests cite them."""
    stated = list(STATED.finditer(book))
    letters = next((each["id"][:2] for each in stated if not each["id"].startswith("R-")), MAIN_GAME)
    ends = [*(each.start() for each in stated), len(book)][1:]
    found: dict[str, str] = {}
    for each, end in zip(stated, ends, strict=True):
        own = letters != MAIN_GAME and each["id"].startswith("R-")
        found[f"{letters}-{each['id']}" if own else each["id"]] = book[each.start() : end].partition("\n\n")[0].strip()
    return found


def reworded(before: str, now: str) -> frozenset[str]:
    """Rules of a book that are new, gone or reworded."""
    old, new = texts_of(before), texts_of(now)
    return frozenset(each for each in old.keys() | new.keys() if old.get(each) != new.get(each))


def named_in(text: str) -> frozenset[str]:
    """Every rule that a text names."""
    return frozenset(ID.findall(text))


def named_near(text: str, lines: frozenset[int]) -> frozenset[str]:
    """Rules in the rows of a data file to which these lines belong. A row begins at the margin or with a dash."""
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not rows or (line[:1] not in ("", " ", "#")) or line.lstrip().startswith("- "):
            rows.append((number, []))
        rows[-1][1].append(line)
    ends = [*(start for start, _row in rows[1:]), len(text.splitlines()) + 2]
    near = [row for (start, row), end in zip(rows, ends, strict=True) if any(start <= number < end for number in lines)]
    return frozenset(each for row in near for each in named_in("\n".join(row)))


def tests_naming(rules: frozenset[str], sources: Mapping[str, str]) -> frozenset[str]:
    """Files whose text names any of these rules."""
    return frozenset(name for name, source in sources.items() if rules & named_in(source))
