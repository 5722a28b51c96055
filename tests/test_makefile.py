"""Lanes of `make test-rest`: a failed lane stops no other lane, and the target still fails."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.forks import ROOT

LANES = ("-c tests/pure.ini", "-p tests.pure", "-p tests.services")


@pytest.mark.parametrize("red", [*LANES, ""])
def test_every_lane_runs_and_a_red_one_makes_the_target_fail(tmp_path: Path, red: str) -> None:
    log, fake = tmp_path / "log", tmp_path / "pytest.sh"
    fake.write_text(f'echo "$*" >> {log}\ncase "$*" in *"{red or "no such lane"}"*) exit 1;; esac\n')
    make = ["make", "-s", "-o", ".venv/.stamp-dev", "test-rest", f"PYTEST=sh {fake}", "ARGS=tests/test_docs.py"]

    done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=False)

    ran = log.read_text().splitlines()
    assert [lane in line for lane, line in zip(LANES, ran, strict=True)] == [True] * 3
    assert (done.returncode != 0) == bool(red), done.stdout + done.stderr
