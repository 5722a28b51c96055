"""Processes, figures and tables for all measurements."""

from __future__ import annotations

import multiprocessing
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.bench import servers, swarm
from tests.services import free_port

processes = multiprocessing.get_context("spawn")


@dataclass
class Remote:
    """A process that answers calls over a pipe."""

    pipe: Connection

    def ask(self, name: str, *arguments: Any) -> Any:
        """Send a request and wait for the answer."""
        self.pipe.send((name, arguments))
        return self.pipe.recv()


@dataclass
class Phones(Remote):
    """The process of a swarm of phones."""

    def ask(self, name: str, *arguments: Any) -> Any:
        """Call and wait for the answer. An error in the process is raised here."""
        well, answer = super().ask(name, *arguments)
        if not well:
            raise RuntimeError(answer)
        return answer


@contextmanager
def phones() -> Iterator[Phones]:
    """Run a swarm in a process of its own."""
    ours, theirs = processes.Pipe()
    process = processes.Process(target=swarm.serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield Phones(ours)
    finally:
        process.kill()
        process.join()


@contextmanager
def server(kind: str, environment: Mapping[str, str]) -> Iterator[tuple[Remote, int]]:
    """Run a server of this kind in a process of its own. Returns it and its port."""
    ours, theirs = processes.Pipe()
    port = free_port()
    process = processes.Process(target=servers.serve, args=(kind, port, dict(environment), theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        if ours.recv() != "ready":
            raise RuntimeError(f"{kind} does not start")
        yield Remote(ours), port
    finally:
        process.kill()
        process.join()


@contextmanager
def folder() -> Iterator[Path]:
    """Temporary folder for databases."""
    with tempfile.TemporaryDirectory(prefix="megagame-bench-") as name:
        yield Path(name)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else float("nan")


def median(values: Sequence[float]) -> float:
    """Return the middle value."""
    return percentile(values, 0.5)


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str | float]]) -> None:
    cells = [[f"{cell:.1f}" if isinstance(cell, float) else cell for cell in row] for row in rows]
    widths = [max(len(line[column]) for line in [list(columns), *cells]) for column in range(len(columns))]
    print(f"\n{title}")
    for line in [list(columns), ["-" * width for width in widths], *cells]:
        print("  " + "  ".join(cell.rjust(widths[at]) if at else cell.ljust(widths[at]) for at, cell in enumerate(line)))
