"""Leases of tasks: one worker at a time plays a task, and its outcome is written once, whatever happens to workers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.lab import leases, studies, workers
from control.lab.leases import LEASE
from control.lab.models import StudyState, StudyTask
from control.lab.outcomes import STUCK, GameOutcome, encode_outcome, pack_outcomes
from control.lab.report import report_of
from control.lab.reports import told
from tests.control.lab.conftest import TOYS, subject

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_the_first_game_is_timed_before_the_others_are_cut(hands, study):
    assert list(study.tasks.values_list("first", "count")) == [(1, 1)]

    hands.work(study, "anna")

    assert list(study.tasks.order_by("first").values_list("first", "count"))[:3] == [(1, 1), (2, 5), (7, 5)]
    assert sum(study.tasks.filter(again=False).values_list("count", flat=True)) == 40


def test_a_slow_game_is_a_task_of_its_own(hands, study):
    hands.pace = 9.0

    hands.work(study, "anna")

    assert set(study.tasks.values_list("count", flat=True)) == {1}


def test_the_tasks_of_a_long_study_are_cut_as_they_are_played(hands, db, once, monkeypatch):
    """A million rows at once would block all other writers for minutes."""
    study = studies.begin_study(subject(), subject(b"yy", "other"), 1_000_000)
    hands.pace = 9.0

    hands.work(study, "anna")

    assert study.tasks.count() == 1 + leases.AHEAD
    monkeypatch.setattr(leases, "AHEAD", 7)
    monkeypatch.setattr(leases, "FEW", 2)
    short = studies.begin_study(subject(), subject(b"yy", "other"), 20)
    most = 0
    while hands.work(short, "anna"):
        most = max(most, short.tasks.filter(done_at=None).count())
    short.refresh_from_db()
    assert short.state == StudyState.DONE
    assert most <= 10
    for side in short.sides:
        assert [each.seed for each in studies.outcomes_of(short, side)] == list(range(1, 21))


def test_a_task_is_given_to_one_worker(hands, study):
    assert leases.lease_task(study.pk, "anna")
    assert leases.lease_task(study.pk, "ben") is None


def test_a_lease_that_has_run_out_is_taken_again(hands, study):
    leases.lease_task(study.pk, "anna")
    hands.later(LEASE + timedelta(seconds=1))

    assert leases.lease_task(study.pk, "ben").first == 1


def test_a_lease_that_is_renewed_lasts(hands, study):
    task = leases.lease_task(study.pk, "anna")
    hands.later(LEASE - timedelta(seconds=1))
    leases.renew_lease(task, "anna")
    hands.later(timedelta(seconds=30))

    assert leases.lease_task(study.pk, "ben") is None


def test_who_has_lost_a_lease_does_not_renew_it_for_whoever_has_it(hands, study):
    late = leases.lease_task(study.pk, "anna")
    hands.later(LEASE + timedelta(seconds=1))
    task = leases.lease_task(study.pk, "ben")
    hands.later(timedelta(seconds=30))
    leases.renew_lease(late, "anna")
    hands.later(LEASE - timedelta(seconds=29))

    assert leases.lease_task(study.pk, "cleo") == task


def test_what_a_dead_worker_had_is_open_at_once(hands, study):
    leases.lease_task(study.pk, "anna")

    assert leases.release_leases("anna") == 1
    assert leases.lease_task(study.pk, "ben").first == 1


def test_what_dead_workers_of_this_machine_had_is_opened_and_nothing_else(hands, study):
    hands.work(study, "anna")
    here = workers.worker_name()
    dead = f"{here.rpartition('/')[0]}/4194305"  # no process has this ID
    for worker in (here, dead, "elsewhere/4194305"):
        leases.lease_task(study.pk, worker)

    assert workers.release_dead_leases(study.pk) == 1
    assert set(study.tasks.filter(lease_until__isnull=False).values_list("worker", flat=True)) == {here, "elsewhere/4194305"}


def test_a_body_is_written_once_and_a_later_one_is_held_against_it(hands, study):
    slow = leases.lease_task(study.pk, "anna")
    hands.later(LEASE + timedelta(seconds=1))
    hands.work(study, "ben")
    before = bytes(study.tasks.get(first=1).body)

    leases.finish_task(slow, "anna", pack_outcomes([encode_outcome(GameOutcome(seed=1, names={"winner/house": "bear"}))]), 1.0, 1.0)

    row = study.tasks.get(first=1)
    assert (row.worker, bytes(row.body)) == ("ben", before)
    assert row.difference.startswith("ben and anna: seed 1: winner/house is cat and bear")


def test_who_writes_the_last_task_ends_the_study(hands, study):
    while hands.work(study, "anna"):
        pass

    study.refresh_from_db()
    assert study.state == StudyState.DONE
    assert [each.seed for each in studies.outcomes_of(study)] == list(range(1, 41))


def test_a_game_without_an_end_is_told_by_its_seed_and_keeps_no_other(hands, study):
    while hands.work(study, "anna"):
        pass

    assert [each.seed for each in studies.outcomes_of(study) if STUCK in each.names] == [13]
    assert report_of(studies.outcomes_of(study)).stuck == {"13": "Nobody is ever done."}


def test_a_stopped_study_gives_no_task_and_goes_on_where_it_was(hands, study):
    hands.work(study, "anna")

    assert studies.stop_study(study.pk)
    assert not hands.work(study, "anna")
    assert studies.resume_study(study.pk)
    assert hands.work(study, "anna")
    assert not studies.resume_study(study.pk)


def test_what_is_played_when_it_is_stopped_is_still_written(hands, study):
    task = leases.lease_task(study.pk, "anna")
    studies.stop_study(study.pk)

    hands.finish(task, "anna")

    assert study.tasks.get(first=1).done_at is not None


def test_one_in_fifty_is_played_again_the_same_ones_each_time():
    chosen = [first for first in range(10_000) if leases.is_played_twice(7, "a", first)]

    assert chosen == [first for first in range(10_000) if leases.is_played_twice(7, "a", first)]
    assert 150 < len(chosen) < 250
    assert chosen != [first for first in range(10_000) if leases.is_played_twice(8, "a", first)]


def test_whoever_comes_next_plays_it_again_and_a_difference_names_both(hands, study, twice):
    hands.work(study, "anna")
    TOYS[b"x"].tricked.add(1)

    hands.work(study, "ben")

    again = study.tasks.get(first=1, again=True)
    assert again.difference == "anna and ben: seed 1: moves is 2 and 3"
    assert studies.progress_of(study).differences == (again.difference,)


def test_who_has_played_it_comes_back_to_it_last_of_all(hands, study, twice):
    """A worker with a calculation error would confirm itself."""
    hands.work(study, "anna")

    assert not leases.lease_task(study.pk, "anna").again
    assert leases.lease_task(study.pk, "ben").again

    hands.later(LEASE + timedelta(seconds=1))
    while hands.work(study, "anna"):
        pass
    study.refresh_from_db()
    assert study.state == StudyState.DONE  # a lone worker plays it too


def test_a_row_that_somebody_else_has_written_is_told_and_stops_nobody(hands, study, twice):
    hands.work(study, "anna")
    study.tasks.filter(again=False, first=1).update(body=b"rubbish")
    study.tasks.filter(again=False, first=1).update(body=pack_outcomes([b"{not even JSON"]))

    while hands.work(study, "ben"):
        pass

    assert studies.progress_of(study).differences == ("anna and ben: What stands in its row cannot be read.",)
    study.tasks.filter(again=False, first=2).update(body=b"rubbish")
    report = report_of(studies.outcomes_of(study))
    assert report.stuck["1"] == report.stuck["2"] == "What stands in its row cannot be read."
    assert report.games == 40 - 7  # minus the games of two rows, and the one without an end


def test_what_comes_out_the_same_leaves_nothing(hands, study, twice):
    while hands.work(study, "anna"):
        pass

    again = study.tasks.filter(again=True)
    assert again.count() == study.tasks.filter(again=False).count()
    assert not again.exclude(difference="", body=None).exists()
    assert len(list(studies.outcomes_of(study))) == 40


@pytest.mark.parametrize("workers", [2, 8])
def test_the_report_is_the_same_whoever_has_played(hands, db, workers):
    """Also if a killed worker leaves every third task, and with tasks of another size."""
    alone, many = (studies.begin_study(subject(), subject(b"yy", "other"), 60) for _each in range(2))
    while hands.work(alone, "anna"):
        pass
    hands.pace, turn = 0.2, 0
    while StudyTask.objects.filter(study=many, done_at=None).exists():
        turn += 1
        worker = f"worker {turn % workers}"
        taken = hands.take_and(many, worker, lambda task: None if turn % 3 == 0 else hands.finish(task, worker))  # noqa: B023
        if not taken:
            hands.later(LEASE + timedelta(seconds=1))

    assert many.tasks.get(first=2, side="a", again=False).count != alone.tasks.get(first=2, side="a", again=False).count
    assert told(many) == told(alone)


def test_how_far_it_is(hands, study):
    hands.work(study, "anna")
    leases.lease_task(study.pk, "anna")
    leases.lease_task(study.pk, "ben")

    now = studies.progress_of(study)

    assert (now.done, now.games, now.workers) == (1, 40, ("anna", "ben"))
    assert now.left == timedelta(seconds=19.5)  # 39 games of a second each, by two workers
