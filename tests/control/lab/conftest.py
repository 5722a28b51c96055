"""Fixtures for the lab: a game that ends at once, so that the lab is tested without playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from control import system_time
from control.bots.playout import Stuck
from control.lab import leases, reports, studies, workers
from control.lab.models import Study, StudyTask
from control.lab.outcomes import GameOutcome, encode_outcome
from control.registry import Lab, Subject, every_lab, labs, register_lab

NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)


@dataclass
class Toy:
    """A game whose seed decides the winner. `tricked`: seeds with another result from now on."""

    document: bytes
    key: str = "toy"
    title: str = "A toy"
    tricked: set[int] = field(default_factory=set)

    def play(self, seed: int) -> GameOutcome:
        if seed == 13:
            raise Stuck("Nobody is ever done.")
        side = len(self.document)
        winner = "cat" if (seed * side) % 3 else "wolf"
        return GameOutcome(seed=seed, names={"winner/house": winner}, counts={"moves": seed % 7 + side + (seed in self.tricked)})


TOYS: dict[bytes, Toy] = {}


def toy(document: bytes, _which: str = "") -> Toy:
    return TOYS.setdefault(document, Toy(document))


def subject(document: bytes = b"x", name: str = "toy") -> Subject:
    return Subject(name=name, title=f"The toy {name}", kind="toy", document=lambda: document)


@pytest.fixture(autouse=True)
def toys(monkeypatch) -> Iterator[dict[bytes, Toy]]:
    """The toys' lab alone, without caches of earlier tests."""
    monkeypatch.setattr(labs, "_labs", dict(every_lab()))
    register_lab(Lab(word="toy", games="games", of=toy, subjects=lambda: (subject(), subject(b"yy", "other"))))
    TOYS.clear()
    reports.forget()
    workers.game_of_side.cache_clear()
    yield TOYS
    workers.game_of_side.cache_clear()


@dataclass
class Hands:
    """A clock that the test moves, and named workers."""

    now: datetime = NOON
    pace: float = 0.5

    def later(self, by: timedelta) -> None:
        self.now += by

    def work(self, study: Study, worker: str) -> bool:
        """Play one task as this worker; returns whether there was one."""
        return self.take_and(study, worker, lambda task: self.finish(task, worker))

    def take_and(self, study: Study, worker: str, does: Callable[[StudyTask], object]) -> bool:
        task = leases.lease_task(study.pk, worker)
        if task is None:
            return False
        does(task)
        return True

    def finish(self, task: StudyTask, worker: str) -> None:
        game = workers.game_of_side(task.study_id, task.side)
        seeds = range(task.first, task.first + task.count)
        body = workers.pack_outcomes(encode_outcome(workers.outcome(game, seed)) for seed in seeds)
        leases.finish_task(task, worker, body, 1.0, self.pace)


@pytest.fixture
def hands(monkeypatch) -> Hands:
    found = Hands()
    monkeypatch.setattr(system_time, "now", lambda: found.now)
    return found


@pytest.fixture
def once(monkeypatch) -> None:
    """Play no task twice, whatever number a study has in this database."""
    monkeypatch.setattr(leases, "ONE_IN", 10**9)


@pytest.fixture
def study(db, once) -> Study:
    """A study whose tasks are played once, unless the test also asks for `twice`."""
    return studies.begin_study(subject(), None, 40)


@pytest.fixture
def twice(monkeypatch) -> None:
    """Play every task twice."""
    monkeypatch.setattr(leases, "ONE_IN", 1)
