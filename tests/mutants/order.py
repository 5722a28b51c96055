"""Order of the tests that judge: near and quick ones first, and last those that compare whole days and name no cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

LATE: Final = ("transcripts",)  # folders of tests that compare whole days or games


def is_late(test: str) -> bool:
    """Whether a test compares whole days or games, so that its failure names no cause."""
    return any(each in PurePosixPath(test.split("::")[0]).parts for each in LATE)


def nearness(path: str, test: str) -> int:
    """Return how near a test's file is to a module: the number of shared folders, and whether it has the module's name."""
    own = PurePosixPath(path).with_suffix("").parts
    file = PurePosixPath(test.split("::")[0]).with_suffix("").parts[1:]
    shared = next((at for at, (one, other) in enumerate(zip(own, file, strict=False)) if one != other), min(len(own), len(file)))
    return 2 * shared + (file[-1].removeprefix("test_") == own[-1])


def within(tests: Sequence[str], seconds: Mapping[str, float], budget: float) -> tuple[str, ...]:
    """Return the first of these tests that take at most `budget` seconds together, but at least one."""
    spent = 0.0
    found: list[str] = []
    for test in tests:
        spent += seconds[test]
        if found and spent > budget:
            break
        found.append(test)
    return tuple(found)
