"""A pytest plugin that counts processor time: of each file, kept for `make quick`, and of the whole run, said at its end.

Processor time is user and system time of the run's own processes and of those that they have waited for. It hardly depends on
what else a machine does, so that two runs can be compared; nothing is ever asserted about it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

KEPT = "pace/files"  # in pytest's cache: seconds of processor time by test file
ATTRIBUTE = "processor_seconds"  # of a report; it crosses from a worker of pytest-xdist to its controller as it is


def spent() -> float:
    """Seconds of processor time that this process has used so far, and those of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Pace:
    """Adds up what this process and its workers use."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.files: dict[str, float] = {}
        self.tests = 0
        self.workers = 0.0
        self.last = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        """Note on each report what has been used since the last one."""
        report = yield
        now = spent()
        setattr(report, ATTRIBUTE, now - self.last)
        self.last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up by file."""
        file = report.nodeid.partition("::")[0]
        self.files[file] = self.files.get(file, 0.0) + getattr(report, ATTRIBUTE, 0.0)
        self.tests += report.when == "call"

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """A worker tells its controller; a controller keeps what it has learnt about each file."""
        told: dict[str, Any] | None = getattr(self.config, "workeroutput", None)
        if told is not None:
            told[ATTRIBUTE] = spent()
        elif cache := getattr(self.config, "cache", None):
            cache.set(KEPT, {**cache.get(KEPT, {}), **{name: round(seconds, 2) for name, seconds in self.files.items()}})

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker of pytest-xdist has ended and said what it used."""
        self.workers += getattr(node, "workeroutput", {}).get(ATTRIBUTE, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say the pace of the run, in one line."""
        if not self.tests:
            return
        own = os.times()
        seconds = max(spent(), own.user + own.system + self.workers)  # workers that have ended are children that were waited for
        rate = self.tests / seconds
        terminalreporter.write_line(f"{self.tests} tests in {seconds:.0f} s of processor time: {rate:.1f} tests per second of it.")
