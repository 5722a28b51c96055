"""The lab pauses while an event is being played, and asks for work only when none is."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control import system_time
from control.day.clock.phases import BeginDay
from control.lab import leases, studies, tasks, workers
from control.lab.models import StudyState
from control.lab.workers import Did, WorkerLook, WorkerPool
from tests.control.hall import an_event
from tests.control.lab.conftest import subject
from tests.events import do

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch) -> list[int]:
    found: list[int] = []
    monkeypatch.setattr(tasks, "request_task", found.append)
    return found


@pytest.fixture
def day():
    """An event that is being played."""
    event = an_event()
    do(event, BeginDay())
    return event


def test_an_event_that_has_not_begun_is_no_hindrance(study):
    an_event()

    assert workers.event_in_play() == ""
    assert workers.play_one_task(study.pk, "anna").did is Did.PLAYED


def test_nothing_is_played_beside_an_event(day, study):
    assert workers.play_one_task(study.pk, "anna") == WorkerLook(did=Did.ASIDE, event=day.name)
    assert study.tasks.get().worker == ""


def test_a_demo_is_no_day_that_anybody_waits_for(day):
    day.demo = True
    day.save()

    assert workers.event_in_play() == ""


def test_nor_is_a_rehearsal_which_counts_nowhere(day):
    day.rehearses = an_event()
    day.save()

    assert workers.event_in_play() == ""


def test_a_day_that_was_left_standing_is_no_hindrance_for_ever(day, monkeypatch):
    now = system_time.now()
    monkeypatch.setattr(system_time, "now", lambda: now + timedelta(hours=13))

    assert workers.event_in_play() == ""


def test_the_beat_asks_for_what_is_open(asked, hands, study):
    hands.work(study, "anna")

    assert tasks.ask() == 8
    assert asked == [study.pk] * 8


def test_the_beat_asks_for_nothing_beside_an_event(asked, day, study):
    assert tasks.ask() == 0


def test_the_beat_asks_for_nothing_that_is_stopped_or_leased(asked, study):
    leases.lease_task(study.pk, "anna")
    other = studies.begin_study(subject(), None, 3)
    studies.stop_study(other.pk)

    assert tasks.ask() == 0


def test_who_has_played_asks_for_the_next(asked, study, monkeypatch):
    turns = [WorkerLook(did=Did.PLAYED), WorkerLook(did=Did.NOTHING), WorkerLook(did=Did.ASIDE), None]
    monkeypatch.setattr(WorkerPool, "turn", lambda _crew, _study: turns.pop(0))

    for _each in range(4):
        tasks.play(study.pk)

    assert asked == [study.pk]


def test_a_worker_keeps_a_thread_free():
    crew = WorkerPool()
    crew.room_for(2)
    assert crew.most == 1
    crew.room_for(1)
    assert crew.most == 1
    crew.busy = 1
    assert crew.turn(1) is None


def test_a_turn_plays_a_whole_study(study):
    while workers.play_one_task(study.pk, "anna").did is Did.PLAYED:
        pass

    study.refresh_from_db()
    assert study.state == StudyState.DONE
    assert study.chunk == leases.MOST  # a game that ends at once
