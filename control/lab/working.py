"""A worker of the lab: take a task, play its games, write what they came to.

It works in a process of its own (`control.lab.hands`), never beside pages or deadlines.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connection

from control import registry, steady
from control.bots.playout import Stuck
from control.lab import aside, leases
from control.lab.bodies import packed, stuck
from control.lab.outcomes import Outcome, Played, encoded
from control.lab.stored import Study, StudyTask

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
    event = patiently(aside.event_played)
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
    lines, renewed = [], steady.now()
    for seed in range(task.first, task.first + task.count):
        lines.append(encoded(outcome(game, seed)))
        if steady.now() - renewed > leases.LEASE / 4:
            patiently(lambda: leases.renew(task, worker))
            renewed = steady.now()
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
