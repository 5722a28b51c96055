"""The same dice for a browser test each time it is run: what a page shows of a game at a table must not depend on luck."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from control.journal import chance

TOLD = "TESTS_DICE"  # names the file that says which dice are thrown


class ToldDice(random.Random):
    """Dice that begin again whenever the file names others; without a file they are anybody's."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file, self._told = file, ""

    def sample(self, population: Any, k: int, *, counts: Iterable[int] | None = None) -> list[Any]:
        """So many of these, in a random order."""
        if (told := self._file.read_text(encoding="utf-8") if self._file.exists() else "") != self._told:
            self._told = told
            self.seed(told)
        return super().sample(population, k, counts=counts)


def throw_as_told() -> None:
    """Let the console that is about to run in this process throw the dice its environment names, if it names any."""
    if file := os.environ.get(TOLD):
        vars(chance)["_dice"] = ToldDice(Path(file))


def tell(folder: Path) -> None:
    """Have the consoles with their data in this folder throw the dice of the test that runs now."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    (folder / "dice").write_text(test, encoding="utf-8")
