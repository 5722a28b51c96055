"""`manage.py lab` with its own processes: one worker and two, one of which is killed, give the same report."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from control.lab import studies
from control.lab.models import Study, StudyState
from control.lab.words import rounded
from control.management.commands import lab
from tests.control.lab.conftest import subject
from tests.forks import ROOT
from tests.houses import House
from tests.services import PATIENCE

GAMES, CHUNK = 240, 6
WORDS = ("lab", "potemkin/3", "--games", str(GAMES), "--chunk", str(CHUNK))


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> House:
    return House.furnished(tmp_path_factory.mktemp("lab") / "var")


def asked(house: House, question: str) -> list[tuple]:
    with closing(sqlite3.connect(house.var / "megagame.sqlite3", timeout=PATIENCE)) as database:
        return database.execute(question).fetchall()


def report(told: str) -> str:
    """Output below the line with the study's number."""
    return told.partition("\n")[2]


def started(house: House, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "MEGAGAME_VAR": str(house.var)}
    return subprocess.Popen(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def until(answers, process: subprocess.Popen[str]):
    """Wait for a true answer and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := answers()):
        assert process.poll() is None, "it is over already"
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


@pytest.fixture(scope="module")
def alone(house) -> str:
    """Report of one worker."""
    return report(house.manage(*WORDS, "--workers", "1"))


def begun(house: House, workers: int) -> tuple[subprocess.Popen[str], int, int]:
    """Start a study; returns its process, its number, and the process ID of a worker with a task."""
    study = asked(house, "SELECT coalesce(max(id), 0) FROM control_study")[0][0] + 1
    process = started(house, *WORDS, "--workers", str(workers))
    leased = f"SELECT worker FROM control_studytask WHERE study_id = {study} AND lease_until IS NOT NULL AND done_at IS NULL"
    return process, study, int(until(lambda: asked(house, leased), process)[0][0].rpartition("/")[2])


def test_the_same_report_for_two_workers_when_one_is_killed(house, alone):
    process, study, worker = begun(house, 2)

    os.kill(worker, signal.SIGKILL)

    told = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 0
    assert report(told) == alone
    assert asked(house, f"SELECT count(*) FROM control_studytask WHERE study_id = {study} AND done_at IS NULL") == [(0,)]


def test_workers_end_with_whoever_leads_them_and_resume_goes_on(house, alone):
    process, study, worker = begun(house, 1)

    process.kill()
    process.communicate()

    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{worker}").exists():
        assert time.monotonic() < end
        time.sleep(0.05)
    left = asked(house, f"SELECT count(*) FROM control_studytask WHERE study_id = {study} AND done_at IS NULL")[0][0]
    assert left > 0
    assert report(house.manage("lab", "--resume", str(study), "--workers", "1")) == alone


@pytest.mark.django_db
def test_ctrl_c_stops_it(monkeypatch, capsys):
    def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab.Command, "_watch", interrupted)

    call_command("lab", "toy", "--workers", "0")

    study = Study.objects.get()
    assert study.state == StudyState.STOPPED
    assert f"Stopped. Go on with: manage.py lab --resume {study.pk}" in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Name what is to be studied, or --resume ID."),
        (("toy", "--resume", "1"), "Name what is to be studied, or --resume ID."),
        (("nothing",), "nothing is no folder, and nothing here is called so."),
        (("event/77",), "There is no event 77 whose days can be studied."),
        (("toy", "--games", "0"), "A study has 1 to 1,000,000 games."),
        (("toy", "--against", "potemkin"), "are different games"),
        (("toy", "--workers", "-1"), "--workers is a number from 0 to 256."),
        (("toy", "--seed", "-1"), "The first seed is a whole number"),
        (("toy", "--chunk", "5000"), "A task has 1 to 1000 games."),
        (("--resume", "9999"), "There is no study 9999."),
        (("fixtures/potemkin",), "scenario"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        call_command("lab", *words)
    assert not Study.objects.exists()


@pytest.mark.django_db
def test_a_study_that_is_done_is_told_again(capsys, hands):
    study = studies.begin_study(subject(), None, 10)
    while hands.work(study, "anna"):
        pass

    call_command("lab", "--resume", str(study.pk))

    assert "10 games, seeds 1 to 10." in capsys.readouterr().out
    study.refresh_from_db()
    assert study.state == StudyState.DONE


@pytest.mark.parametrize(("seconds", "words"), [(7, "7 s"), (99, "99 s"), (100, "2 min"), (3599, "60 min"), (11_400, "3 h 10 min")])
def test_a_time_left_in_words(seconds, words):
    assert rounded(timedelta(seconds=seconds)) == words
