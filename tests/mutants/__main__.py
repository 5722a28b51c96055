"""`make mutants`: change a seeded sample of lines one by one, and check that the tests which run them fail."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

from tests.mutants.areas import ROOT, modules
from tests.mutants.judges import STEADY, Judges, is_pure, observe, observed
from tests.mutants.sample import Line, drawn
from tests.mutants.verdict import killed_by, table

FOLDER: Final = ROOT / "var" / "mutants"
ASKED: Final = ("-q", "-x", "--tb=line", "-rfE", "--hypothesis-seed=0")
WITHOUT_DJANGO: Final = ("-c", "tests/pure.ini", "--rootdir", ".", "-p", "no:randomly")
NO_DJANGO: Final = "'django' is not a package"
SLOWEST: Final = 10  # a run may take this many times as long before it counts as hanging, which also counts as noticed
START: Final = 90.0  # seconds that Python, Django and a database may take to start on a busy machine


def main() -> None:
    """Draw the sample, run what has no verdict yet, and print the table."""
    ask = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    ask.add_argument("--seed", type=int, default=1, help="which sample")
    ask.add_argument("--lines", type=int, default=200, help="how many lines")
    ask.add_argument("--only", default="", help="only mutants whose id contains this; they are run again")
    ask.add_argument("--again", action="store_true", help="run survivors again, with new tests, on the code as it is now")
    ask.add_argument("--also", nargs="*", default=(), metavar="FILE", help="tests newer than the last --observe, asked first")
    ask.add_argument("--observe", action="store_true", help="find out anew which test runs which line (as long as the suite)")
    ask.add_argument("--near", action="store_true", help="observe nothing: judge each by the tests that `make quick` chooses")
    ask.add_argument("--report", action="store_true", help="run nothing, print what is known")
    given = ask.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    house = FOLDER / "house"
    fresh = not (FOLDER / "ran").exists() or given.observe
    built(house)  # also after a run that stopped in the middle of a mutant
    if given.near:
        committed(house)
    elif fresh:
        observe(house, FOLDER)
    sample = drawn(house, modules(house), seed=given.seed, lines=given.lines)
    kept = FOLDER / f"{'near' if given.near else 'seed'}-{given.seed}.sqlite"
    with use_db(str(kept), WorkDB.Mode.create) as session:
        if not given.report:
            run(session, sample, None if given.near else observed(house, FOLDER), given)
        print(table(sample, dict(session.results), ROOT / "docs" / "mutants.md"))


def built(house: Path) -> None:
    """Copy the tracked and the untracked, unignored files afresh. Mutants are made in the copy, so nobody's work is touched."""
    shutil.rmtree(house, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    )
    for path in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / path).is_file():
            (house / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, house / path)


def committed(house: Path) -> None:
    """Commit the copy, so that a mutant is its only change, and add the known durations of the tests."""
    who = ("-c", "user.name=mutants", "-c", "user.email=mutants@localhost")
    for words in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "Before any mutant")):
        subprocess.run(["git", *words], cwd=house, check=True)
    if (pace := ROOT / ".pytest_cache" / "v" / "pace").exists():
        shutil.copytree(pace, house / ".pytest_cache" / "v" / "pace")


def run(session: WorkDB, sample: Sequence[Line], judges: Judges | None, given: argparse.Namespace) -> None:
    """Judge each mutant of the sample without a verdict, and save each verdict at once, so that a stopped run can continue."""
    os.chdir(FOLDER / "house")
    os.environ["COLUMNS"] = "400"  # pytest cuts its last line about a test at the terminal's width
    done = dict(session.results)
    known = {item.job_id for item in session.work_items}
    for number, line in enumerate(sample, start=1):
        before = done.get(line.id)
        again = bool(given.only) or (given.again and before is not None and not before.is_killed)
        if given.only not in line.id or (before is not None and not again):
            continue
        if line.id not in known:
            session.add_work_item(line.item)
        result = judged_near(line) if judges is None else judged(line, judges, given.also)
        session.set_result(line.id, result)
        print(f"{number:4} {line.id}: {killed_by(result) or 'SURVIVED'}", flush=True)


def judged(line: Line, judges: Judges, also: Sequence[str] = ()) -> WorkResult:
    """Let the tests that run this line judge its mutant, in rounds. The first failure ends it."""
    result = WorkResult(worker_outcome=WorkerOutcome.NO_TEST, test_outcome=TestOutcome.SURVIVED, output="No test runs this line.")
    for seconds, tests in ((START, tuple(also)), *judges.rounds(judges.of(line.path, line.lines))):
        if tests and not result.is_killed:
            quick = all(is_pure(judges.house, test.split("::")[0]) for test in tests)
            command = [sys.executable, "-m", "pytest", *(WITHOUT_DJANGO if quick else STEADY), *ASKED, *tests]
            found = mutate_and_test((line.spec,), shlex.join(command), START + SLOWEST * seconds)
            if not (quick and NO_DJANGO in (found.output or "")):  # not pure after all: the next round asks it
                result = found
    return result


def judged_near(line: Line) -> WorkResult:
    """Run the tests nearest to the mutant's module, as many as `make quick` would choose."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.quick.plugin", "--since", "HEAD", "-p", "no:randomly", *ASKED]
    return mutate_and_test((line.spec,), shlex.join(command), SLOWEST * START)


if __name__ == "__main__":
    main()
