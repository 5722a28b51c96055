"""Leases of tasks: which worker plays which games. An expired lease can be taken again. A result is written once.

A worker takes a row, plays, and writes its body. It may be killed at any moment: the row is open again when the lease expires, and
nothing else is lost. Two workers may play the same row, if one was slower than its lease. Then the first body is kept, and the
second is compared with it.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, When

from control import system_time
from control.lab.models import Study, StudyState, StudyTask
from control.lab.outcomes import difference

LEASE: Final = timedelta(seconds=60)
ONE_IN: Final = 50  # one task in so many is played again
AIM: Final = 2.5  # intended seconds of a task
MOST: Final = 1_000  # games in a task
AHEAD: Final = 500  # tasks created at a time, so that a study of a million days blocks other writers no longer than a small one
FEW: Final = 100  # number of open tasks at which the next ones are created


def open_tasks(now: datetime) -> QuerySet[StudyTask]:
    """Tasks that are not done and not leased."""
    return StudyTask.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now), done_at=None)


def lease_task(study_id: int, worker: str) -> StudyTask | None:
    """Lease an open task of a running study to this worker. None if there is none.

    Repeated tasks come first, but not for the worker that played them before: a faulty worker would agree with itself. If nothing
    else is open, it takes those too, because it may be the only worker. The sides alternate, so that an unfinished study has pairs.
    """
    now = system_time.now()
    with transaction.atomic():
        found = (
            open_tasks(now).filter(study=study_id, study__state=StudyState.RUNNING).order_by(_task_order(worker), "first", "side")
        )
        if connection.features.has_select_for_update_skip_locked:
            found = found.select_for_update(skip_locked=True, of=("self",))
        task = found.defer("body").first()
        if task is None:
            return None
        mine = open_tasks(now).filter(pk=task.pk).update(lease_until=now + LEASE, worker=worker)
    return task if mine else None


def _task_order(worker: str) -> Case:
    mine = StudyTask.objects.filter(
        study=OuterRef("study"), side=OuterRef("side"), first=OuterRef("first"), again=False, worker=worker
    )
    return Case(When(again=False, then=1), When(Exists(mine), then=2), default=0, output_field=IntegerField())


def renew_lease(task: StudyTask, worker: str) -> None:
    """Renew a lease for its full length."""
    StudyTask.objects.filter(pk=task.pk, worker=worker, done_at=None).update(lease_until=system_time.now() + LEASE)


def release_leases(worker: str) -> int:
    """Release the tasks leased by a dead worker. Return their number."""
    return StudyTask.objects.filter(worker=worker, done_at=None).exclude(lease_until=None).update(lease_until=None)


def finish_task(task: StudyTask, worker: str, body: bytes, took: float, pace: float) -> None:
    """Write the result of a task. The last one of a study ends it.

    `pace`: seconds of one game. The first task of a study sets the size of all others by it.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update().defer("document_a", "document_b").filter(pk=task.study_id).first()
        if study is None:  # it was deleted meanwhile
            return
        now, keeps = system_time.now(), None if task.again else body
        written = StudyTask.objects.filter(pk=task.pk, done_at=None).update(
            body=keeps, done_at=now, took=took, worker=worker, lease_until=None
        )
        if written and task.again:
            _compare_bodies(task, worker, body)
        elif written:
            if is_played_twice(study.pk, task.side, task.first):
                _add(study, [(task.side, task.first, task.count)], again=True)
        elif not task.again:
            _compare_bodies(task, worker, body)
        if not study.chunk:
            cut_tasks(study, min(max(round(AIM / max(pace, 0.0001)), 1), MOST))
        elif not study.tasks.filter(done_at=None)[FEW:].exists():
            _cut_next_tasks(study)
        if not study.tasks.filter(done_at=None).exists():
            Study.objects.filter(pk=study.pk).update(state=StudyState.DONE)


def is_played_twice(study_id: int, side: str, first: int) -> bool:
    """Whether this task is played twice. The answer is always the same for the same task."""
    return int.from_bytes(hashlib.sha256(f"{study_id} {side} {first}".encode()).digest()[:4]) % ONE_IN == 0


def first_task(study: Study) -> None:
    """Create the one-game task that times a new study."""
    _add(study, [(study.sides[0], study.first_seed, 1)])


def cut_tasks(study: Study, chunk: int) -> None:
    """Set the size of a study's tasks and create the first ones. Later ones follow as these are played."""
    study.chunk = chunk
    study.save(update_fields=["chunk"])
    _cut_next_tasks(study)


def _cut_next_tasks(study: Study) -> None:
    """Create the next tasks of a study."""
    end, room = study.first_seed + study.games, AHEAD
    for side in study.sides:
        last = study.tasks.filter(side=side, again=False).order_by("-first").values_list("first", "count").first()
        begin = sum(last) if last is not None else study.first_seed
        firsts = range(begin, end, study.chunk)[:room]
        _add(study, [(side, first, min(study.chunk, end - first)) for first in firsts])
        room -= len(firsts)


def _add(study: Study, parts: list[tuple[str, int, int]], *, again: bool = False) -> None:
    StudyTask.objects.bulk_create(
        [StudyTask(study=study, side=side, first=first, count=count, again=again) for side, first, count in parts],
        ignore_conflicts=True,
        batch_size=500,
    )


def _compare_bodies(task: StudyTask, worker: str, body: bytes) -> None:
    """Compare a second body of the same games with the first, and store the difference."""
    stands = StudyTask.objects.get(study=task.study_id, side=task.side, first=task.first, again=False)
    differs = difference(bytes(stands.body), body) if stands.body is not None else ""
    if differs:
        told = f"{stands.worker} and {worker}: {differs}"
        StudyTask.objects.filter(pk=task.pk).update(difference=told, body=body if task.again else stands.body)
