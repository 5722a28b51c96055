"""Fixed dice for browser tests: what a page shows of a game at a table must not depend on luck."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from control.journal import chance

TOLD = "TESTS_DICE"  # environment variable with the path of the seed file


class ToldDice(random.Random):
    """Dice seeded with the content of a file, and seeded anew when it changes. Without the file they are random."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file, self._told = file, ""

    def sample(self, population: Any, k: int, *, counts: Iterable[int] | None = None) -> list[Any]:
        if (told := self._file.read_text(encoding="utf-8") if self._file.exists() else "") != self._told:
            self._told = told
            self.seed(told)
        return super().sample(population, k, counts=counts)


def throw_as_told() -> None:
    """Use seeded dice in this process if its environment names a seed file."""
    if file := os.environ.get(TOLD):
        vars(chance)["_dice"] = ToldDice(Path(file))


def tell(folder: Path) -> None:
    """Seed the dice of all consoles whose data is in this folder with the name of the current test."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    (folder / "dice").write_text(test, encoding="utf-8")
