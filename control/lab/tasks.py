"""Celery tasks of the lab. A worker that has played a task requests the next. The beat sends requests if a study runs with idle
workers.

A Celery task holds nothing but the id of a study. A worker that gets it takes a row. If a task is lost with its broker or worker,
it is requested again a moment later.
"""

from __future__ import annotations

import logging
from typing import Final

from celery.signals import celeryd_after_setup, worker_shutting_down
from django.db import close_old_connections
from kombu.exceptions import OperationalError as BrokerAway

from control import system_time
from control.lab import leases, studies, workers
from control.lab.workers import CREW, Did
from megagame.celery import app

log = logging.getLogger(__name__)

AT_ONCE: Final = 16  # tasks requested at a time; busy workers drop them
GOOD_FOR: Final = 5  # seconds


@app.task(name="control.lab.play", ignore_result=True)  # type: ignore[untyped-decorator]
def play(study_id: int) -> None:
    """Play one task of a study, and request the next."""
    try:
        done = CREW.turn(study_id)
    finally:
        close_old_connections()
    if done is not None and done.did is Did.PLAYED:
        request_task(study_id)


@app.task(name="control.lab.ask", ignore_result=True)  # type: ignore[untyped-decorator]
def ask() -> int:
    """Request as many tasks of the oldest running study as are open. Return their number: 0 while an event is being played."""
    try:
        now = system_time.now()
        for study in studies.running()[:1]:
            wanted = leases.open_tasks(now).filter(study=study.pk)[:AT_ONCE].count()
            if wanted and not workers.event_in_play():
                for _each in range(wanted):
                    request_task(study.pk)
                return wanted
        return 0
    finally:
        close_old_connections()


def look_soon() -> None:
    """Run the beat's check now, because somebody pressed a button and waits."""
    try:
        ask.apply_async(expires=GOOD_FOR, retry=False)
    except BrokerAway:
        log.warning("the lab could not be told: the broker is away; the beat looks every few seconds")


def request_task(study_id: int) -> None:
    """Request a task. If the broker is away, the beat repeats it later."""
    try:
        play.apply_async(args=(study_id,), expires=GOOD_FOR, retry=False)
    except BrokerAway:
        log.warning("the lab's next task could not be asked for: the broker is away")


@celeryd_after_setup.connect(weak=False)  # type: ignore[untyped-decorator]
def _count_threads(instance: object = None, **_named: object) -> None:
    CREW.room_for(int(getattr(instance, "concurrency", 0) or 1))


@worker_shutting_down.connect(weak=False)  # type: ignore[untyped-decorator]
def _dismiss(**_named: object) -> None:
    CREW.dismiss()
