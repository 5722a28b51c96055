"""Leases of tasks: who plays which games now. A lease that has run out is taken again; what is written is written once.

A worker takes a row, plays, and writes its body. It may be killed at any moment: its row is then open again when the lease is over,
and nothing else is lost. Two that play the same row, for one was slower than its lease, are no harm: the first one's body stands,
and the other's is held against it.
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
ONE_IN: Final = 50  # tasks of which one is played again
AIM: Final = 2.5  # seconds that a task shall take
MOST: Final = 1_000  # games in a task
AHEAD: Final = (
    500  # tasks that are cut at a time: nobody who writes waits longer for a study of a million days than for a small one
)
FEW: Final = 100  # open tasks at which the next are cut


def open_tasks(now: datetime) -> QuerySet[StudyTask]:
    """What nobody has played, and nobody plays."""
    return StudyTask.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now), done_at=None)


def take(study_id: int, worker: str) -> StudyTask | None:
    """An open task of a running study, from now on this worker's; None where there is none.

    What is played again comes first, but not for the worker that has played it before: who reckons wrongly would agree with itself.
    Where nothing else is open it takes that too, for perhaps nobody else plays. The sides take turns, so that whoever
    looks half-way has pairs.
    """
    now = system_time.now()
    with transaction.atomic():
        found = open_tasks(now).filter(study=study_id, study__state=StudyState.RUNNING).order_by(_turn_of(worker), "first", "side")
        if connection.features.has_select_for_update_skip_locked:
            found = found.select_for_update(skip_locked=True, of=("self",))
        task = found.defer("body").first()
        if task is None:
            return None
        mine = open_tasks(now).filter(pk=task.pk).update(lease_until=now + LEASE, worker=worker)
    return task if mine else None


def _turn_of(worker: str) -> Case:
    mine = StudyTask.objects.filter(
        study=OuterRef("study"), side=OuterRef("side"), first=OuterRef("first"), again=False, worker=worker
    )
    return Case(When(again=False, then=1), When(Exists(mine), then=2), default=0, output_field=IntegerField())


def renew(task: StudyTask, worker: str) -> None:
    """Keep a lease for as long again."""
    StudyTask.objects.filter(pk=task.pk, worker=worker, done_at=None).update(lease_until=system_time.now() + LEASE)


def free(worker: str) -> int:
    """Open what a worker has leased that is no more; how many tasks that were."""
    return StudyTask.objects.filter(worker=worker, done_at=None).exclude(lease_until=None).update(lease_until=None)


def finish(task: StudyTask, worker: str, body: bytes, took: float, pace: float) -> None:
    """Write what a task came to. Whoever writes the last one of a study has ended it.

    `pace` are the seconds of one game, by which the study's other tasks are cut when this is its first.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update().defer("document_a", "document_b").filter(pk=task.study_id).first()
        if study is None:  # it was thrown away meanwhile
            return
        now, keeps = system_time.now(), None if task.again else body
        written = StudyTask.objects.filter(pk=task.pk, done_at=None).update(
            body=keeps, done_at=now, took=took, worker=worker, lease_until=None
        )
        if written and task.again:
            _hold(task, worker, body)
        elif written:
            if plays_again(study.pk, task.side, task.first):
                _add(study, [(task.side, task.first, task.count)], again=True)
        elif not task.again:
            _hold(task, worker, body)
        if not study.chunk:
            cut(study, min(max(round(AIM / max(pace, 0.0001)), 1), MOST))
        elif not study.tasks.filter(done_at=None)[FEW:].exists():
            _cut_on(study)
        if not study.tasks.filter(done_at=None).exists():
            Study.objects.filter(pk=study.pk).update(state=StudyState.DONE)


def plays_again(study_id: int, side: str, first: int) -> bool:
    """Is this task one of those that are played twice? The same ones however often it is asked."""
    return int.from_bytes(hashlib.sha256(f"{study_id} {side} {first}".encode()).digest()[:4]) % ONE_IN == 0


def first_task(study: Study) -> None:
    """The one game by which a new study is timed."""
    _add(study, [(study.sides[0], study.first_seed, 1)])


def cut(study: Study, chunk: int) -> None:
    """The first tasks of a study, of so many games each; the others are cut as these are played."""
    study.chunk = chunk
    study.save(update_fields=["chunk"])
    _cut_on(study)


def _cut_on(study: Study) -> None:
    """The next tasks of a study, behind those that there are."""
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


def _hold(task: StudyTask, worker: str, body: bytes) -> None:
    """Note how a second body of the same games differs from the first."""
    stands = StudyTask.objects.get(study=task.study_id, side=task.side, first=task.first, again=False)
    differs = difference(bytes(stands.body), body) if stands.body is not None else ""
    if differs:
        told = f"{stands.worker} and {worker}: {differs}"
        StudyTask.objects.filter(pk=task.pk).update(difference=told, body=body if task.again else stands.body)
