"""Delay at the end of a phase: with a waker, with only the sweep, and with one of two workers killed just before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from pathlib import Path

from tests import services
from tests.bench import kit

PHONES = 100
ON_TIME = 30
LOST = 8

Row = tuple[str | float, ...]


def run() -> None:
    with kit.folder() as var:
        rows = embedded({"MEGAGAME_VAR": str(var)})
    try:
        with services.running() as found, kit.folder() as var:
            rows += killed({"MEGAGAME_VAR": str(var), **found.environment()})
    except LookupError as missing:
        print(missing)
    columns = ("end of a phase", "times", "decided p50, ms", "decided p99", "on screens p50", "on screens p99")
    kit.table(f"Lateness behind the deadline, at {PHONES} sockets", columns, rows)


def embedded(environment: dict[str, str]) -> list[Row]:
    """Measure one process with worker and beat inside it."""
    with hall(environment) as (phones, server, event):
        server.ask("work")
        time.sleep(5)  # until the worker listens
        lateness(phones, server, event)  # the first one is slower, because nothing is cached
        on_time = [lateness(phones, server, event) for _each in range(ON_TIME)]
        server.ask("sleep_on")
        lost = [lateness(phones, server, event) for _each in range(LOST)]
    return [row("one process, by its waker", on_time), row("one process without a waker: by the sweep", lost)]


def killed(environment: dict[str, str]) -> list[Row]:
    """Measure a server, two workers and a beat on Redis. One worker is killed just before the deadline."""
    with hall(environment) as (phones, server, event), ExitStack() as stack:
        folder = Path(environment["MEGAGAME_VAR"])
        workers = {name: stack.enter_context(celery(environment, "worker", name)) for name in ("one", "two")}
        stack.enter_context(celery(environment, "beat", str(folder / "beat")))
        wait_for(server, 2)
        on_time = [lateness(phones, server, event) for _each in range(ON_TIME // 3)]
        mended = []
        for victim in islice(cycle(workers), LOST):
            phones.ask("forget")
            at, wall = server.ask("deadline", event, 4)
            time.sleep(max(0.0, wall - time.time() - 0.2))
            workers[victim].send_signal(signal.SIGKILL)
            mended.append(heard(phones, server, event, at, wall))
            workers[victim] = stack.enter_context(celery(environment, "worker", victim))
            wait_for(server, 2)
    return [row("two workers on Redis", on_time), row("two workers on Redis, one of them killed", mended)]


@contextmanager
def hall(environment: dict[str, str]) -> Iterator[tuple[kit.Phones, kit.Remote, int]]:
    """Run a server with phones in Ceremony of month 2."""
    with kit.phones() as phones, kit.server("ours", environment) as (server, port):
        event, cookies = server.ask("prepare")
        phones.ask("join", port, f"/live/{event}/", list(islice(cycle(cookies), PHONES)), 1)
        yield phones, server, event


@contextmanager
def celery(environment: dict[str, str], kind: str, name: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker or a beat in a process of its own."""
    options = ["-n", f"{name}@bench", "-P", "threads", "-c", "2", "--without-gossip", "--without-mingle"]
    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "megagame",
        kind,
        "-l",
        "ERROR",
        *(options if kind == "worker" else ["-s", name]),
    ]
    with open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=nowhere, stderr=nowhere)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(server: kit.Remote, workers: int) -> None:
    """Wait until so many workers answer."""
    while server.ask("workers") < workers:
        time.sleep(0.5)
    time.sleep(2)


def lateness(phones: kit.Phones, server: kit.Remote, event: int) -> tuple[float, float]:
    """Let one deadline pass. Returns the delay in milliseconds until it was decided, and until the last screen had heard."""
    phones.ask("forget")
    at, wall = server.ask("deadline", event, 1)
    return heard(phones, server, event, at, wall)


def heard(phones: kit.Phones, server: kit.Remote, event: int, at: int, wall: float) -> tuple[float, float]:
    """Wait until every screen has heard of the next phase. Returns the same delays."""
    moments = phones.ask("listen", b'"phase":"planning"', 1, 30.0)
    last = max(each[0] for each in moments)
    return (server.ask("journaled", event) - wall) * 1000, (last - at) / 1e6


def row(name: str, measured: list[tuple[float, float]]) -> Row:
    """Return a table row with percentiles of both delays."""
    decided, shown = ([each[part] for each in measured] for part in (0, 1))
    parts = [kit.percentile(each, share) for each in (decided, shown) for share in (0.5, 0.99)]
    return (name, str(len(measured)), *parts)
