"""Hands of the lab: processes that play, each led by a thread that tells it for which study and hears what became of it.

A hand is a process of its own, so that neither pages nor deadlines wait for its games; beside a console it goes last in the
machine's order. It is told by lines: the number of a study; it answers a line when it has played one task of it. When who leads it
is gone, so is its input, and it ends. When it is killed, its lease is opened at once, and another one is started in its place.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Final

from django.conf import settings

from control.lab import leases
from control.lab.working import Did, Turn, patiently

COMMAND: Final = "lab_hand"


@dataclass(slots=True)
class Hand:
    """A process that plays. `last`: everything else on this machine goes before."""

    last: bool = False
    process: subprocess.Popen[str] | None = None
    name: str = ""
    killed: int = field(default=0)  # how many were, in its place

    def turn(self, study_id: int) -> Turn:
        """Let it play one task. A hand that is killed meanwhile has found nothing: its task is open again."""
        process = self._living()
        try:
            assert process.stdin is not None
            process.stdin.write(f"{study_id}\n")
            process.stdin.flush()
            line = _line(process)
        except BrokenPipeError:
            line = ""
        if not line:
            self._lost()
            return Turn(did=Did.PLAYED)  # what it had is open; whoever looks next finds it
        told = json.loads(line)
        return Turn(did=Did(told["did"]), event=told["event"])

    def end(self) -> None:
        """Let it end, when it has played what it plays."""
        if self.process is not None and self.process.stdin is not None:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
            self.process.wait()
        self.process = None

    def kill(self) -> None:
        """End it at once; its task is open again."""
        if self.process is not None:
            self.process.kill()
            self._lost()

    def _living(self) -> subprocess.Popen[str]:
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, str(settings.BASE_DIR / "manage.py"), COMMAND, *(("--last",) if self.last else ())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # a Ctrl-C at the terminal is for who leads it
            )
            self.name = _line(self.process).strip()
            if not self.name:
                self._lost()
                raise ChildProcessError("a hand of the lab does not start")
        return self.process

    def _lost(self) -> None:
        if self.process is not None:
            self.process.wait()
            self.process = None
            self.killed += 1
        if self.name:
            patiently(lambda: leases.free(self.name))
            self.name = ""


def _line(process: subprocess.Popen[str]) -> str:
    out: IO[str] | None = process.stdout
    assert out is not None
    return out.readline()
