"""The lab: a study by one worker and by two, in processes of their own, until the report is printed.

The figure is the time that a person waits, so it includes the start of the processes and the machine's load. One and two workers
take turns. `GAMES=10000 DAYS=20 make bench ARGS=lab` plays that many, `TURNS=1` once each; the defaults play a few.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.bench import kit

ROOT = Path(__file__).resolve().parents[2]
GAMES, DAYS, TURNS = 2_000, 6, 2
RIVAL = 29.0  # games a second of catanatron in pure Python on one core, by its own account: 28 to 30


def run() -> None:
    games, days = int(os.environ.get("GAMES", GAMES)), int(os.environ.get("DAYS", DAYS))
    with kit.folder() as var:
        _lab(var, "potemkin/3", 20, 1)  # creates the database and compiles everything
        table("Potemkin Empire, 3 players, by the best bots", var, "potemkin/3", games)
        table("Whole days of the default scenario", var, "god_emperor", days)


def table(title: str, var: Path, what: str, games: int) -> None:
    """Print a line for one worker and one for two."""
    spent: dict[int, list[float]] = {1: [], 2: []}
    turns = int(os.environ.get("TURNS", TURNS))
    for _turn in range(turns):
        for workers, found in spent.items():
            found.append(_lab(var, what, games, workers))
    one = min(spent[1])
    rows = [(f"{workers}", min(found), f"{games / min(found):.3g}", one / min(found)) for workers, found in spent.items()]
    kit.table(f"{title}, {games} of them, the best of {turns}", ("workers", "seconds", "a second", "times one worker"), rows)
    if what != "god_emperor":
        rate = games / min(spent[2]) / RIVAL
        print(f"  catanatron plays {RIVAL:.0f} games a second on a core; these two workers {rate:.1f} times as many")


def _lab(var: Path, what: str, games: int, workers: int) -> float:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", "lab", what, "--games", str(games), "--workers", str(workers)],
        cwd=ROOT,
        env={**os.environ, "MEGAGAME_VAR": str(var)},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"manage.py lab {what} has failed:\n{done.stderr}")
    return time.monotonic() - began
