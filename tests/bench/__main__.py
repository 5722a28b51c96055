"""`make bench`: measure and print tables. Figures depend on the machine and its load; ratios within a table are stable."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

ALL = (
    "fanout",
    "hall",
    "sheet_rush",
    "votes",
    "desks",
    "deadlines",
    "replay",
    "undo",
    "debrief",
    "bench_war",
    "adjudication",
    "tables",
    "scythe_bots",
    "underground",
    "underground_hall",
    "days",
    "lab",
    "scenario",
    "walks",
    "screens",
)


def main() -> None:
    """Run the named measurements, or all of them."""
    for name in sys.argv[1:] or [each for each in ALL if find_spec(f"tests.bench.{each}")]:
        import_module(f"tests.bench.{name}").run()


if __name__ == "__main__":
    main()
