"""Pytest plugin that counts processor time: by file for `make quick`, and in total at the end of the run.

Processor time is user plus system time of the run's processes and of their children that have ended. It hardly depends on other
work of the machine, so two runs can be compared. No test asserts anything about it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

KEPT = "pace/files"  # key in pytest's cache: seconds of processor time by test file
ATTRIBUTE = "processor_seconds"  # attribute of a report; pytest-xdist carries it from a worker to its controller


def spent() -> float:
    """Seconds of processor time of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Pace:
    """Sums the processor time of this process and its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.files: dict[str, float] = {}
        self.tests = 0
        self.workers = 0.0
        self.last = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        """Store in each report the processor time since the last report."""
        report = yield
        now = spent()
        setattr(report, ATTRIBUTE, now - self.last)
        self.last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the report's processor time to its file."""
        file = report.nodeid.partition("::")[0]
        self.files[file] = self.files.get(file, 0.0) + getattr(report, ATTRIBUTE, 0.0)
        self.tests += report.when == "call"

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """In a worker: report the total to the controller. In a controller: cache the seconds of each file."""
        told: dict[str, Any] | None = getattr(self.config, "workeroutput", None)
        if told is not None:
            told[ATTRIBUTE] = spent()
        elif cache := getattr(self.config, "cache", None):
            cache.set(KEPT, {**cache.get(KEPT, {}), **{name: round(seconds, 2) for name, seconds in self.files.items()}})

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the total of a worker of pytest-xdist that has ended."""
        self.workers += getattr(node, "workeroutput", {}).get(ATTRIBUTE, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the pace of the run in one line."""
        if not self.tests:
            return
        own = os.times()
        seconds = max(spent(), own.user + own.system + self.workers)  # children include ended workers
        rate = self.tests / seconds
        terminalreporter.write_line(f"{self.tests} tests in {seconds:.0f} s of processor time: {rate:.1f} tests per second of it.")
