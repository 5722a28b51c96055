"""Tests that judge a line: those that run it, by coverage's contexts, nearest and quickest first."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from coverage import CoverageData
from msgspec import Struct

from tests import pure
from tests.mutants.areas import JUDGES, NO_JUDGES, PACKAGES
from tests.mutants.order import is_late, nearness, within

# No randomness and no cache: the same tests in the same order every time.
STEADY: Final = ("-p", "no:randomly", "-p", "no:cacheprovider")
# Seconds of tests in a first round. Most mutants need no more, because the nearest tests come first.
ROUNDS: Final = (5.0, 60.0)


class Judges(Struct, frozen=True):
    """What every test ran. By file and line, the tests; by test, its seconds."""

    ran: CoverageData
    seconds: Mapping[str, float]
    house: Path

    def of(self, path: str, lines: Iterable[int]) -> tuple[str, ...]:
        """Tests that ran one of these lines, best first. A line that runs at import has the tests of its file, or else all."""
        by_line = self.ran.contexts_by_lineno(str(self.house / path))
        found = {test for line in lines for test in self._passed(by_line.get(line, ()))}
        found = found or {test for contexts in by_line.values() for test in self._passed(contexts)} or set(self.seconds)
        return tuple(sorted(found, key=lambda test: (is_late(test), -nearness(path, test), self.seconds[test], test)))

    def rounds(self, tests: Sequence[str]) -> Iterator[tuple[float, tuple[str, ...]]]:
        """Split these tests into rounds, cheapest first, each with its seconds on the unchanged code."""
        cheap = tuple(test for test in tests if is_pure(self.house, test.split("::")[0]) and not is_late(test))
        yield self._round(cheap, ROUNDS[0])
        tests = tuple(test for test in tests if test not in set(within(cheap, self.seconds, ROUNDS[0])))
        for budget in ROUNDS:
            found = self._round(tests, budget)
            yield found
            tests = tests[len(found[1]) :]

    def _round(self, tests: Sequence[str], budget: float) -> tuple[float, tuple[str, ...]]:
        found = within(tests, self.seconds, budget)
        return sum(self.seconds[test] for test in found), found

    def _passed(self, contexts: Iterable[str]) -> set[str]:
        return {context.rpartition("|")[0] for context in contexts} & self.seconds.keys()


@cache
def is_pure(house: Path, file: str) -> bool:
    """Whether `make pure` collects this file. Such tests start in a third of the time, without Django."""
    return pure.is_pure(house / file)


def observe(house: Path, folder: Path) -> None:
    """Run the suite on the unchanged code, and record what each test runs and how long it takes."""
    for old in folder.glob("ran*"):
        old.unlink()
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        JUDGES,
        *STEADY,
        "--hypothesis-seed=0",
        *(f"--ignore={each}" for each in NO_JUDGES),
    ]
    command += [*(f"--cov={each}" for each in PACKAGES), "--cov-context=test", "--cov-report=", f"--junitxml={folder / 'ran.xml'}"]
    print(shlex.join(command), flush=True)
    subprocess.run(["env", f"COVERAGE_FILE={folder / 'ran'}", *command], cwd=house, check=False)


def observed(house: Path, folder: Path) -> Judges:
    """Read what `observe` recorded. A test that failed on the unchanged code judges nothing.

    Raises:
        FileNotFoundError: nothing was recorded.
    """
    ran = CoverageData(str(folder / "ran"))
    ran.read()
    passed: dict[str, float] = {}
    for file in sorted(folder.glob("ran*.xml")):
        passed |= _passed(house, file)
    return Judges(ran=ran, seconds=passed, house=house)


def _passed(house: Path, report: Path) -> dict[str, float]:
    """Seconds of each passed test by node id. Pytest's report writes module names with dots."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is None and case.find("error") is None and case.find("skipped") is None:
            parts = case.attrib["classname"].split(".")
            at = next(at for at in range(len(parts), 0, -1) if (house / f"{'/'.join(parts[:at])}.py").exists())
            found["::".join((f"{'/'.join(parts[:at])}.py", *parts[at:], case.attrib["name"]))] = float(case.attrib["time"])
    return found
