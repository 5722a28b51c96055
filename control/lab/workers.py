"""Workers of the lab: take a task, play its games, write the outcomes; pause while an event is played."""

from __future__ import annotations

import gc
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from typing import IO, Final, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connection

from control import registry, system_time
from control.bots.playout import Stuck
from control.day.state import Stage
from control.journal import journal
from control.journal.journal import readable
from control.lab import leases
from control.lab.models import Study, StudyTask
from control.lab.outcomes import Outcome, Played, encoded, packed, stuck
from control.models import Event

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PATIENCE: Final = 120.0  # seconds for which a database that is away is waited for
PAUSE: Final = 0.5
TIMED: Final = 0.5  # seconds that are played before the pace of a study is known
GARBAGE: Final = 100_000  # new objects before garbage is looked for: a game makes many, and nearly none of them in circles


class Did(StrEnum):
    """What became of a look for a task."""

    PLAYED = "played"
    NOTHING = "nothing"  # no task is open now
    ASIDE = "aside"  # an event is being played


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One look of a worker: what became of it, and the event for which it stepped aside."""

    did: Did
    event: str = ""


def worker_name() -> str:
    """Who this process is among all workers: its machine and its number there."""
    return f"{socket.gethostname()[:60]}/{os.getpid()}"


def free_of_the_dead(study_id: int) -> int:
    """Open what workers of this machine have leased that are no more: it was switched off, or they were killed; how many tasks."""
    here, opened = f"{socket.gethostname()[:60]}/", 0
    leased = StudyTask.objects.filter(study=study_id, done_at=None, worker__startswith=here).exclude(lease_until=None)
    for worker in set(leased.values_list("worker", flat=True)):
        try:
            os.kill(int(worker.removeprefix(here)), 0)
        except (ProcessLookupError, ValueError):
            opened += leases.free(worker)
        except PermissionError:  # it lives, and is somebody else's
            continue
    return opened


def settle(*, last: bool) -> None:
    """Make this process one that only plays: it seldom looks for garbage; `last` in the machine's order beside a console."""
    if last:
        os.nice(10)
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 100)


def turn(study_id: int, worker: str) -> Turn:
    """Play one task of a study, if there is one and no event is being played."""
    event = patiently(event_played)
    if event:
        return Turn(did=Did.ASIDE, event=event)
    task = patiently(lambda: leases.take(study_id, worker))
    if task is None:
        return Turn(did=Did.NOTHING)
    game = patiently(lambda: game_of_side(study_id, task.side))
    began = time.monotonic()
    body = packed(_played(game, task, worker))
    took = time.monotonic() - began
    pace = took / task.count if task.count > 1 else _pace(game, task.first, took)
    patiently(lambda: leases.finish(task, worker, body, took, pace))
    return Turn(did=Did.PLAYED)


@lru_cache(maxsize=4)
def game_of_side(study_id: int, side: str) -> Played:
    """The game of one side, made once in a process."""
    study = Study.objects.get(pk=study_id)
    document = study.document_a if side == "a" else study.document_b
    return registry.game_of(study.kind, bytes(document or b""))


def _played(game: Played, task: StudyTask, worker: str) -> list[bytes]:
    lines, renewed = [], system_time.now()
    for seed in range(task.first, task.first + task.count):
        lines.append(encoded(outcome(game, seed)))
        if system_time.now() - renewed > leases.LEASE / 4:
            patiently(lambda: leases.renew(task, worker))
            renewed = system_time.now()
    return lines


def outcome(game: Played, seed: int) -> Outcome:
    """What one game comes to. One that is stuck, or that fails, is told by its seed, and keeps no other from being played."""
    try:
        return game.play(seed)
    except Stuck as why:
        return stuck(seed, str(why))
    except Exception as failed:
        log.exception("game %s of %s failed", seed, game.key)
        return stuck(seed, f"{type(failed).__name__}: {failed}")


def _pace(game: Played, seed: int, took: float) -> float:
    """How long one game takes: the first finds everything cold, so short ones are played on for a while."""
    times, began = 0, time.monotonic()
    while took < TIMED and time.monotonic() - began < TIMED:
        outcome(game, seed)
        times += 1
    return (time.monotonic() - began) / times if times else took


def patiently(work: Callable[[], Answer]) -> Answer:
    """What this brings about, as soon as the database answers.

    Raises:
        OperationalError, InterfaceError: it has not answered for two minutes.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if not connection.in_atomic_block:
                close_old_connections()
            return work()
        except (OperationalError, InterfaceError):
            if time.monotonic() > until:
                raise
            connection.close()
            time.sleep(PAUSE)


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


IDLE: Final = 30.0  # seconds after which hands that nobody needs are ended


@dataclass(slots=True)
class Crew:
    """Hands that are free and hands that play; `most` of both."""

    most: int = 1
    idle: list[Hand] = field(default_factory=list)
    busy: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    timer: threading.Timer | None = None

    def room_for(self, threads: int) -> None:
        """Say how many threads the worker has: one is left free, where there is more than one, and no core has two hands."""
        self.most = max(min(threads - 1, os.cpu_count() or 1), 1)

    def turn(self, study_id: int) -> Turn | None:
        """Play one task; None where all hands are at work."""
        with self.lock:
            if self.busy >= self.most:
                return None
            self.busy += 1
            hand = self.idle.pop() if self.idle else Hand(last=True)
        try:
            return hand.turn(study_id)
        finally:
            with self.lock:
                self.busy -= 1
                self.idle.append(hand)
                self._rest_later()

    def dismiss(self) -> None:
        """End the hands that nobody needs now."""
        with self.lock:
            resting, self.idle = self.idle, []
        for hand in resting:
            hand.end()

    def _rest_later(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = threading.Timer(IDLE, self.dismiss)
        self.timer.daemon = True
        self.timer.start()


CREW: Final = Crew()


FORGOTTEN: Final = timedelta(hours=12)  # without an entry a day is played by nobody any more


def event_played() -> str:
    """The name of an event that is being played now, "" where there is none. A demo is no day that anybody waits for,
    nor is a rehearsal: it counts nowhere, and the clock of one that is over stands for ever."""
    since = system_time.now() - FORGOTTEN
    found = Event.real.filter(demo=False, stream__archived=False, stream__entries__at__gte=since).distinct()
    for event in readable(found.select_related("stream").defer("scenario", "stream__state")):
        if journal.head(event.stream).state.clock.stage is Stage.PLAYING:
            return event.name
    return ""
