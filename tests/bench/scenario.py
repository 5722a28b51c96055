"""The default scenario: time to read, bind and check it, compared with loading unchanged files again."""

from __future__ import annotations

import time
from collections.abc import Mapping

from rooms.realm.scenario.loader import check_scenario
from rooms.realm.scenario_files import read_folder
from tests.bench import kit
from tests.scenarios import FIXTURES

TURNS = 5


def run() -> None:
    """Measure and print processor time, which leaves out the machine's load."""
    rows = []
    for name in ("god_emperor", "god_emperor_small"):
        texts = read_folder(FIXTURES / name)
        first, again = [], []
        for turn in range(TURNS):
            files = {file: f"{text}\n# {turn}\n" for file, text in texts.items()}  # changed, so that no cache helps
            first.append(_milliseconds(files))
            again.append(_milliseconds(files))
        rows.append((name, kit.median(first), kit.median(again)))
    kit.table("A scenario checked, in ms", ("scenario", "first", "again"), rows)


def _milliseconds(files: Mapping[str, str]) -> float:
    started = time.process_time()
    if check_scenario(files).scenario is None:
        raise RuntimeError("The scenario is not sound.")
    return (time.process_time() - started) * 1000
