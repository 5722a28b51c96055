"""`make faults`: run a morning under fire, print its figures, exit with 1 if something was wrong."""

from __future__ import annotations

import argparse
import asyncio
import sys

from tests.faults.morning import Plan, lived


def main() -> int:
    """Run the mornings that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="what is killed when, and who does what")
    parser.add_argument("--months", type=int, default=3, help="months to play")
    parser.add_argument("--short", action="store_true", help="one month of seconds, 12 phones, two kills")
    parser.add_argument("--embedded", action="store_true", help="one process on SQLite instead of PostgreSQL and Redis")
    asked = parser.parse_args()
    if asked.short:
        plan = Plan.short(asked.seed, embedded=asked.embedded)
    else:
        plan = Plan.long(asked.seed, asked.months, embedded=asked.embedded)
    verdict = asyncio.run(lived(plan))
    sys.stdout.write(f"{verdict}\n")
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
