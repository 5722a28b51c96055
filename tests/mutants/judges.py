"""The tests that judge a line: those that ran it, by coverage's contexts, the nearest and quickest first."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from coverage import CoverageData

from tests import pure
from tests.mutants.areas import JUDGES, NO_JUDGES, PACKAGES
from tests.mutants.order import is_late, nearness, within

# Neither chance nor a cache: the same tests in the same order, whatever ran before.
STEADY: Final = ("-p", "no:randomly", "-p", "no:cacheprovider")
# Seconds of tests, as they took without a wrong line: the nearest come first, for most mutants need no more.
ROUNDS: Final = (5.0, 60.0)


@dataclass(frozen=True, slots=True)
class Judges:
    """What every test ran: by file and line the tests, and by test the seconds that it took."""

    ran: CoverageData
    seconds: Mapping[str, float]
    house: Path

    def of(self, path: str, lines: Iterable[int]) -> tuple[str, ...]:
        """The tests that ran one of these lines; for a line that runs at import those of its file, else all. Best first."""
        by_line = self.ran.contexts_by_lineno(str(self.house / path))
        found = {test for line in lines for test in self._passed(by_line.get(line, ()))}
        found = found or {test for contexts in by_line.values() for test in self._passed(contexts)} or set(self.seconds)
        return tuple(sorted(found, key=lambda test: (is_late(test), -nearness(path, test), self.seconds[test], test)))

    def rounds(self, tests: Sequence[str]) -> Iterator[tuple[float, tuple[str, ...]]]:
        """These tests in rounds, each with the seconds that it took without a wrong line; what is cheap comes first."""
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
    """Does `make pure` collect this file? Then its tests start in a third of the time, without Django."""
    return pure.is_pure(house / file)


def observe(house: Path, folder: Path) -> None:
    """Run the suite once without a wrong line, and write down what each test ran and how long it took."""
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
    """What `observe` wrote down; a test that failed without a wrong line judges nothing.

    Raises:
        FileNotFoundError: nothing was written down.
    """
    ran = CoverageData(str(folder / "ran"))
    ran.read()
    passed: dict[str, float] = {}
    for file in sorted(folder.glob("ran*.xml")):
        passed |= _passed(house, file)
    return Judges(ran=ran, seconds=passed, house=house)


def _passed(house: Path, report: Path) -> dict[str, float]:
    """By node id, the seconds of each test that passed; pytest's report names modules with dots."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is None and case.find("error") is None and case.find("skipped") is None:
            parts = case.attrib["classname"].split(".")
            at = next(at for at in range(len(parts), 0, -1) if (house / f"{'/'.join(parts[:at])}.py").exists())
            found["::".join((f"{'/'.join(parts[:at])}.py", *parts[at:], case.attrib["name"]))] = float(case.attrib["time"])
    return found
