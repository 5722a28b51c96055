"""Audit of the dependencies: a finding fails unless it is accepted with a reason; a missing network is no failure."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

CI = Path(__file__).resolve().parents[2] / ".ci"
WEAK = {"name": "django", "version": "1.0", "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["1.1"]}]}
FINE = {"name": "redis", "version": "8.0", "vulns": []}
UNKNOWN = {"name": "vine", "skip_reason": "not found"}


@pytest.fixture
def audit(tmp_path):
    """Audit of a report with a list of accepted findings."""
    shutil.copy(CI / "audit", tmp_path / "audit")

    def run(report: str, accepted: str = "") -> tuple[int, str]:
        (tmp_path / "audit-accepted").write_text(f"# a line for readers\n{accepted}")
        (tmp_path / "report").write_text(report)
        command = [sys.executable, tmp_path / "audit", tmp_path / "report"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.stderr == ""
        return ended.returncode, ended.stdout

    return run


def report(*packages: dict) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_what_has_no_weakness_passes(audit):
    assert audit(report(FINE)) == (0, "audit: 1 packages looked up, nothing to mend.\n")


def test_a_weakness_fails_and_says_where_it_is_mended(audit):
    status, said = audit(report(WEAK, FINE))

    assert status == 1
    assert "django 1.0 has PYSEC-1; mended in: 1.1." in said


@pytest.mark.parametrize("name", ["PYSEC-1", "CVE-1"])
def test_a_weakness_may_be_accepted_with_a_reason_by_any_of_its_names(audit, name):
    assert audit(report(WEAK), f"{name} the console never calls it\n")[0] == 0


def test_a_weakness_is_not_accepted_without_a_reason(audit):
    assert audit(report(WEAK), "PYSEC-1\n")[0] == 1


def test_what_is_accepted_in_vain_is_taken_off(audit):
    assert audit(report(FINE), "PYSEC-1 the console never calls it\n")[0] == 1


@pytest.mark.parametrize("nothing", ["", "Traceback", report(), report(UNKNOWN)])
def test_no_network_is_said_in_one_sentence_and_is_no_failure(audit, nothing):
    status, said = audit(nothing)

    assert (status, len(said.splitlines())) == (0, 1)
    assert "not audited" in said
    assert said.endswith("ask again where pypi.org answers: .venv/bin/python .ci/audit\n")


def test_an_index_without_advisories_is_told_from_no_answer(audit):
    assert "none of 1 packages is known" in audit(report(UNKNOWN))[1]
    assert "nobody answered" in audit("")[1]


def test_all_requirements_are_asked_about_by_name_for_what_they_include_is_left_out():
    asked = runpy.run_path(str(CI / "audit"))["ASK"]
    named = {word for before, word in pairwise(asked) if before == "--requirement"}

    assert named == {path.name for path in CI.parent.glob("requirements*.txt")}


def test_the_requirements_are_the_ones_that_are_installed_and_pinned():
    text = "".join(path.read_text() for path in CI.parent.glob("requirements*.txt"))
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "-r"))]

    assert [line for line in lines if "==" not in line] == []
