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
from msgspec import Struct

from control import registry, system_time
from control.bots.playout import Stuck
from control.day.state import DayStage
from control.journal import journal
from control.journal.journal import readable_events
from control.lab import leases
from control.lab.models import Study, StudyTask
from control.lab.outcomes import GameOutcome, StudiedGame, encode_outcome, pack_outcomes, stuck_outcome
from control.models import Event

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PATIENCE: Final = 120.0  # seconds of retries if the database is away
PAUSE: Final = 0.5
TIMED: Final = 0.5  # seconds of play that time a study
GARBAGE: Final = 100_000  # new objects between garbage collections: a game makes many, but hardly any in cycles


class Did(StrEnum):
    """Result of a worker's attempt to play a task."""

    PLAYED = "played"
    NOTHING = "nothing"  # no open task
    ASIDE = "aside"  # an event is being played


class WorkerLook(Struct, frozen=True, kw_only=True):
    """One attempt of a worker. `event`: the event for which it paused."""

    did: Did
    event: str = ""


def worker_name() -> str:
    """Name of this process among all workers: host and process id."""
    return f"{socket.gethostname()[:60]}/{os.getpid()}"


def release_dead_leases(study_id: int) -> int:
    """Release tasks leased by dead workers of this machine. Return their number."""
    here, opened = f"{socket.gethostname()[:60]}/", 0
    leased = StudyTask.objects.filter(study=study_id, done_at=None, worker__startswith=here).exclude(lease_until=None)
    for worker in set(leased.values_list("worker", flat=True)):
        try:
            os.kill(int(worker.removeprefix(here)), 0)
        except (ProcessLookupError, ValueError):
            opened += leases.release_leases(worker)
        except PermissionError:  # it is alive and belongs to another user
            continue
    return opened


def prepare_worker(*, last: bool) -> None:
    """Tune this process for playing: rare garbage collection. `last`: lowest priority, beside a console."""
    if last:
        os.nice(10)
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 100)


def play_one_task(study_id: int, worker: str) -> WorkerLook:
    """Play one task of a study, if one is open and no event is being played."""
    event = retry_database(event_in_play)
    if event:
        return WorkerLook(did=Did.ASIDE, event=event)
    task = retry_database(lambda: leases.lease_task(study_id, worker))
    if task is None:
        return WorkerLook(did=Did.NOTHING)
    game = retry_database(lambda: game_of_side(study_id, task.side))
    began = time.monotonic()
    body = pack_outcomes(_played(game, task, worker))
    took = time.monotonic() - began
    pace = took / task.count if task.count > 1 else _pace(game, task.first, took)
    retry_database(lambda: leases.finish_task(task, worker, body, took, pace))
    return WorkerLook(did=Did.PLAYED)


@lru_cache(maxsize=4)
def game_of_side(study_id: int, side: str) -> StudiedGame:
    """Game of one side, cached in the process."""
    study = Study.objects.get(pk=study_id)
    document = study.document_a if side == "a" else study.document_b
    return registry.game_of(study.kind, bytes(document or b""))


def _played(game: StudiedGame, task: StudyTask, worker: str) -> list[bytes]:
    lines, renewed = [], system_time.now()
    for seed in range(task.first, task.first + task.count):
        lines.append(encode_outcome(outcome(game, seed)))
        if system_time.now() - renewed > leases.LEASE / 4:
            retry_database(lambda: leases.renew_lease(task, worker))
            renewed = system_time.now()
    return lines


def outcome(game: StudiedGame, seed: int) -> GameOutcome:
    """Play one game. If it is stuck or fails, its outcome says so, and the other games go on."""
    try:
        return game.play(seed)
    except Stuck as why:
        return stuck_outcome(seed, str(why))
    except Exception as failed:
        log.exception("game %s of %s failed", seed, game.key)
        return stuck_outcome(seed, f"{type(failed).__name__}: {failed}")


def _pace(game: StudiedGame, seed: int, took: float) -> float:
    """Seconds of one game. The first game is slow, so short games are repeated for a while."""
    times, began = 0, time.monotonic()
    while took < TIMED and time.monotonic() - began < TIMED:
        outcome(game, seed)
        times += 1
    return (time.monotonic() - began) / times if times else took


def retry_database(work: Callable[[], Answer]) -> Answer:
    """Do this work, and retry while the database is away.

    Raises:
        OperationalError, InterfaceError: the database was away for two minutes.
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
    """A child process that plays games. `last`: it has the lowest priority on this machine."""

    last: bool = False
    process: subprocess.Popen[str] | None = None
    name: str = ""
    killed: int = field(default=0)  # number of lost processes

    def turn(self, study_id: int) -> WorkerLook:
        """Let the process play one task. If it is killed meanwhile, its task is open again."""
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
            return WorkerLook(did=Did.PLAYED)  # its task is open again for the next worker
        told = json.loads(line)
        return WorkerLook(did=Did(told["did"]), event=told["event"])

    def end(self) -> None:
        """End the process after its current task."""
        if self.process is not None and self.process.stdin is not None:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
            self.process.wait()
        self.process = None

    def kill(self) -> None:
        """Kill the process. Its task is open again."""
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
                start_new_session=True,  # a Ctrl-C at the terminal is for the parent
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
            retry_database(lambda: leases.release_leases(self.name))
            self.name = ""


def _line(process: subprocess.Popen[str]) -> str:
    out: IO[str] | None = process.stdout
    assert out is not None
    return out.readline()


IDLE: Final = 30.0  # seconds after which idle hands are ended


@dataclass(slots=True)
class WorkerPool:
    """Pool of idle and busy hands. `most`: the highest number of hands."""

    most: int = 1
    idle: list[Hand] = field(default_factory=list)
    busy: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    timer: threading.Timer | None = None

    def room_for(self, threads: int) -> None:
        """Set the size of the pool by the worker's threads: one thread stays free if there are several, and
        no core has two hands.
        """
        self.most = max(min(threads - 1, os.cpu_count() or 1), 1)

    def turn(self, study_id: int) -> WorkerLook | None:
        """Play one task. None if all hands are busy."""
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
        """End the idle hands."""
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


CREW: Final = WorkerPool()


FORGOTTEN: Final = timedelta(hours=12)  # a day without entries for so long is abandoned


def event_in_play() -> str:
    """Name of an event that is being played now, "" for none. Demos do not count. Rehearsals do not count either, because the clock
    of a finished one can stay in play for ever.
    """
    since = system_time.now() - FORGOTTEN
    found = Event.real.filter(demo=False, stream__archived=False, stream__entries__at__gte=since).distinct()
    for event in readable_events(found.select_related("stream").defer("scenario", "stream__state")):
        if journal.head(event.stream).state.clock.stage is DayStage.PLAYING:
            return event.name
    return ""
