"""Fast start of console processes: fork one process that has imported everything, with an environment of its own for each.

Half of a console's start is importing modules that read no settings: Django's, Celery's and the game's. One process of each test
run imports them and waits. Each fork of it gets its own arguments, environment and files, and then does what Python would do:
`manage.py` or `-m celery`, settings included. tests/e2e/test_serve.py and tests/megagame/test_environment.py start the real
commands from nothing.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

from tests.dice import throw_as_told

ROOT = Path(__file__).resolve().parent.parent
PURE = ("control.engine", "control.day", "control.casting", "rooms.realm.game", "rooms.realm.scenario")  # all modules of these
READ = (  # imported by a console, a worker, a beat or a command; none of them reads settings
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.bin.beat",
    "celery.bin.worker",
    "celery.concurrency.thread",
    "channels.auth",
    "channels.generic.websocket",
    "channels.routing",
    "django.contrib.staticfiles.finders",
    "django.core.asgi",
    "django.core.mail",
    "django.core.management.commands.migrate",
    "django.core.management.commands.shell",
    "django.db.migrations.executor",
    "django.forms",
    "django.template.loader",
    "django.views.generic",
    "django_htmx.middleware",
    "kombu.transport.redis",
    "prometheus_client",
    "psycopg_pool",
    "redis.asyncio",
    "rooms.court.game.module",
    "rooms.tables.game.playout",
    "rooms.underground.game.module",
    "rooms.war.game.bots",
    "rooms.war.game.module",
    "rooms.war.game.view",
    "rooms.war.game.whynot",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)
STATUS = struct.Struct("i")  # a child's process ID, and later its exit status
LENGTH = struct.Struct("I")


class Forked:
    """A forked process: the part of `subprocess.Popen` that the tests use."""

    def __init__(self, words: Sequence[str], line: int, stdin: IO[str] | None, stdout: IO[str] | None) -> None:
        self.args = words
        self.stdin, self.stdout = stdin, stdout
        self.returncode: int | None = None
        self._line = line
        self._lock = threading.Lock()
        self.pid = self._told(None)

    def poll(self) -> int | None:
        """Exit status, or minus the signal that killed the process. None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait up to `timeout` seconds for the end of the process; returns its exit status.

        Raises:
            subprocess.TimeoutExpired: the process still runs.
        """
        with self._lock:
            if self.returncode is None:
                self.returncode = os.waitstatus_to_exitcode(self._told(timeout))
                os.close(self._line)
            return self.returncode

    def send_signal(self, number: int) -> None:
        """Send the process a signal if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *_why: object) -> None:
        for pipe in (self.stdin, self.stdout):
            if pipe is not None:
                pipe.close()
        self.wait()

    def _told(self, timeout: float | None) -> int:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._line, selectors.EVENT_READ)
            if not waiting.select(timeout):
                raise subprocess.TimeoutExpired(list(self.args), timeout or 0.0)
        told = os.read(self._line, STATUS.size)
        if len(told) != STATUS.size:
            raise RuntimeError(f"The process that forks has ended, and nobody knows what became of {self.args}.")
        return int(STATUS.unpack(told)[0])


def start(words: Sequence[str], env: Mapping[str, str], *, pipes: bool = False, out: IO[Any] | None = None) -> Forked:
    """Start the equivalent of `python WORDS` in the folder of the project.

    Output and errors go to `out`. With `pipes`, input and output are pipes, and errors go to the test run's own stderr.
    """
    heard, tell = os.pipe()
    near: list[IO[str] | None] = [None, None]
    far: list[int] = []
    if pipes:
        (theirs_in, ours_in), (ours_out, theirs_out) = os.pipe(), os.pipe()
        near = [TextIOWrapper(open(ours_in, "wb"), encoding="utf-8"), open(ours_out, encoding="utf-8")]  # noqa: SIM115
        far = [theirs_in, theirs_out]
        files = [theirs_in, theirs_out, 2]
    else:
        said = 2 if out is None else out.fileno()
        far = [os.open(os.devnull, os.O_RDONLY)]
        files = [far[0], said, said]
    try:
        _order({"words": list(words), "env": dict(env)}, [*files, tell])
    finally:
        for number in (*far, tell):
            os.close(number)
    return Forked(words, heard, *near)


def run(words: Sequence[str], env: Mapping[str, str], timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run `python WORDS` in the folder of the project to its end; output and errors are captured separately."""
    heard, tell = os.pipe()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as wrong, open(os.devnull) as nothing:
        try:
            _order({"words": list(words), "env": dict(env)}, [nothing.fileno(), out.fileno(), wrong.fileno(), tell])
        finally:
            os.close(tell)
        process = Forked(words, heard, None, None)
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        out.seek(0)
        wrong.seek(0)
        return subprocess.CompletedProcess(list(words), status, out.read(), wrong.read())


# --- the process that forks ---------------------------------------------------------------------------------------------

_ordering = threading.Lock()


@cache
def _forker() -> socket.socket:
    """Socket to the forking process, which is started on first use and ends with this process."""
    near, far = socket.socketpair()
    with far:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.forks", str(far.fileno())], cwd=ROOT, pass_fds=[far.fileno()], stdin=subprocess.DEVNULL
        )

    def end() -> None:
        near.close()
        process.wait(10)

    atexit.register(end)
    return near


def _order(what: Mapping[str, object], files: Sequence[int]) -> None:
    """Ask for a fork. `files`: its input, output and errors, and the pipe that reports its process ID and exit status."""
    order = json.dumps(what).encode()
    with _ordering:
        line = _forker()
        socket.send_fds(line, [LENGTH.pack(len(order))], files)
        line.sendall(order)


def _read_all() -> None:
    """Import everything that does not depend on settings."""
    for name in READ:
        importlib.import_module(name)
    for package in map(importlib.import_module, PURE):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(found.name)
    if read := {name for name in sys.modules if name == "megagame" or name.startswith("megagame.")}:
        raise RuntimeError(f"What is read ahead must not know the settings, but {', '.join(sorted(read))} is there now.")
    gc.collect()
    gc.freeze()


def _serve(line: socket.socket) -> list[str] | None:
    """Fork for each order until the socket closes. Returns the arguments in each fork, and None at the end in the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the test run, which ends this process itself
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_what: None)
    told: dict[int, int] = {}  # by process ID: the pipe that reports a child's end
    with selectors.DefaultSelector() as waiting:
        waiting.register(line, selectors.EVENT_READ)
        waiting.register(ended, selectors.EVENT_READ)
        while True:
            for key, _events in waiting.select():
                if key.fd == ended:
                    os.read(ended, 4096)
                    _tell_of_the_ended(told)
                    continue
                head, files, _flags, _who = socket.recv_fds(line, LENGTH.size, 4)
                if not head:
                    return None
                order = json.loads(_whole(line, LENGTH.unpack(head)[0]))
                number = os.fork()
                if number == 0:
                    return _become(order, files)
                told[number] = files.pop()
                os.write(told[number], STATUS.pack(number))
                for each in files:
                    os.close(each)


def _tell_of_the_ended(told: dict[int, int]) -> None:
    while told:
        number, status = os.waitpid(-1, os.WNOHANG)
        if number == 0:
            return
        line = told.pop(number)
        with suppress(BrokenPipeError):
            os.write(line, STATUS.pack(status))
        os.close(line)


def _whole(line: socket.socket, length: int) -> bytes:
    found = b""
    while len(found) < length:
        found += line.recv(length - len(found))
    return found


def _become(order: Mapping[str, Any], files: Sequence[int]) -> list[str]:
    """Make this fork a process of its own, with its files and environment and nothing of the parent; returns its arguments."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, file in enumerate(files[:3]):
        os.dup2(file, number)
    os.closerange(3, 1024)
    os.environ.clear()
    os.environ.update(order["env"])
    time.tzset()
    throw_as_told()
    return list(order["words"])


def _live(words: list[str]) -> None:
    """Run the equivalent of `python WORDS`."""
    if words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    _read_all()
    if (asked := _serve(socket.socket(fileno=int(sys.argv[1])))) is not None:
        _live(asked)
