"""A console as a process of its own, as `make run` starts it: for browser tests, fault tests and measurements.

It is a fork of a process that has imported most modules already (tests/forks.py). `afresh` runs the real command instead.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, TypeVar
from urllib.request import urlopen

from tests import dice, forks
from tests.forks import ROOT, Forked
from tests.services import PATIENCE, free_port

P = ParamSpec("P")
R = TypeVar("R")

LOOK_EVERY = 0.05  # seconds between two checks whether the server answers


PREPARED = "TESTS_PREPARED"  # environment variable with the folder that the processes of one test run share


def share() -> None:
    """Create the folder that this process and its children share. It is deleted when this process ends."""
    if PREPARED not in os.environ:
        os.environ[PREPARED] = folder = tempfile.mkdtemp(prefix="mg-house-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


@cache
def prepared() -> Path:
    """Data folder of a console that was prepared and never served. It is made once, since it is most of a first start."""
    share()
    folder = Path(os.environ[PREPARED])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the second process waits until the folder is complete
        if not (folder / "var").exists():
            making = Path(tempfile.mkdtemp(dir=folder)) / "var"
            House(var=making).manage("serve", "--prepare-only")
            making.rename(folder / "var")
    return folder / "var"


# Reads Python lines as one JSON string; answers with a JSON list of what they printed and their traceback.
HEAR = """
import contextlib, io, json, sys, traceback
for line in sys.stdin:
    told, wrong = io.StringIO(), ""
    with contextlib.redirect_stdout(told):
        try:
            exec(json.loads(line), {})
        except Exception:
            wrong = traceback.format_exc()
    print(json.dumps([told.getvalue(), wrong]), flush=True)
"""

# Calls a pickled function with pickled arguments; prints the pickled result in the last line.
CALL = """
import pickle
function, args, named = pickle.loads(bytes.fromhex("{asked}"))
print(pickle.dumps(function(*args, **named)).hex())
"""


@dataclass
class Shell:
    """A management shell that stays open for many questions: starting Django costs more than most of them."""

    process: Forked

    def run(self, lines: str) -> str:
        """Run lines of Python; returns what they printed.

        Raises:
            RuntimeError: the lines raised; its text is the traceback.
        """
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("The shell was opened without its pipes.")
        self.process.stdin.write(json.dumps(lines) + "\n")
        self.process.stdin.flush()
        told, wrong = json.loads(self.process.stdout.readline() or '["", "The shell has ended."]')
        if wrong:
            raise RuntimeError(wrong)
        return str(told)

    def call(self, function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Call a module's function inside the console, on its database. Arguments and result are pickled.

        Raises:
            RuntimeError: the function raised.
        """
        asked = pickle.dumps((function, args, named)).hex()
        answer: R = pickle.loads(bytes.fromhex(self.run(CALL.format(asked=asked)).splitlines()[-1]))
        return answer

    def close(self) -> None:
        with self.process:
            self.process.terminate()


@dataclass
class House:
    """A console with its data in `var`. It can be started again after its end, like a machine that fails and comes back."""

    var: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: Forked | subprocess.Popen[bytes] | None = None
    afresh: bool = False  # start a new Python each time, as a person does, instead of a fork

    @classmethod
    def furnished(cls, var: Path) -> House:
        """A console that is already prepared: its tables exist and its static files are collected."""
        shutil.copytree(prepared(), var)
        return cls(var=var)

    @property
    def address(self) -> str:
        """Base URL of the console."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """Output of the server so far."""
        return (self.var / "log").read_text(encoding="utf-8")

    def manage(self, *words: str) -> str:
        """Run a management command on the console's data; returns its output."""
        done = self._run("manage.py", *words)
        if done.returncode:
            raise RuntimeError(f"manage.py {words[0]} failed: {done.stdout[-1000:]}{done.stderr[-3000:]}")
        return done.stdout

    def shell(self) -> Shell:
        """Open a management shell on the console's data."""
        return Shell(forks.start(["manage.py", "shell", "-v", "0", "-c", HEAR], self._environment(), pipes=True))

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.var.mkdir(parents=True, exist_ok=True)
        with (self.var / "log").open("ab") as log:
            words = ["manage.py", "serve", "--port", str(self.port)]
            if self.afresh:
                command = [sys.executable, *words]
                self.process = subprocess.Popen(command, cwd=ROOT, env=self._environment(), stdout=log, stderr=log)
            else:
                self.process = forks.start(words, self._environment(), out=log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"The console does not answer: {self.log[-3000:]}")
            time.sleep(LOOK_EVERY)

    def refusal(self) -> str:
        """Error output of a server that cannot start."""
        self.var.mkdir(parents=True, exist_ok=True)
        return self._run("manage.py", "serve", "--port", str(self.port), timeout=PATIENCE).stderr

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send the server a signal and wait for its end; returns its exit status."""
        if self.process is None:
            raise RuntimeError("The console was never started.")
        self.process.send_signal(number)
        return self.process.wait(30)

    @property
    def running(self) -> bool:
        """Whether the server's process runs."""
        return self.process is not None and self.process.poll() is None

    def __enter__(self) -> House:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.running:
            self.end()

    def _run(self, *words: str, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
        if not self.afresh:
            return forks.run(words, self._environment(), timeout)
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=ROOT, env=self._environment(), check=False, capture_output=True, text=True, timeout=timeout
        )

    def _environment(self) -> dict[str, str]:
        outside = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        # A separate program proves each backup: with many events on one console it would take half of the machine.
        own = {"MEGAGAME_VAR": str(self.var), "BACKUPS": "0", dice.TOLD: str(self.var / "dice")}
        return {**outside, **own, **self.environment}

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.address}/static/admin/css/base.css", timeout=5):
                return True
        except OSError:
            return False
