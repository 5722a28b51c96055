"""A cluster: Celery workers finish a study although one is killed, Redis loses its data, and the database is away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from control.lab import studies
from control.lab.reports import told
from control.lab.workers import play_one_task
from rooms.tables.lab import subjects_of
from tests.forks import ROOT
from tests.houses import House
from tests.services import PATIENCE, dsn, postgres_address, postgres_answers, postgres_files
from tests.services import redis as a_redis

pytestmark = [pytest.mark.services, pytest.mark.django_db]

GAMES, CHUNK = 250, 5
AWAY = 5.0  # seconds


class Database:
    """A PostgreSQL that can be stopped and started."""

    def __init__(self, stack: ExitStack) -> None:
        command, self.owner, self.folder = stack.enter_context(postgres_files())
        self.command = [str(word) for word in command]
        self.process: subprocess.Popen[bytes] | None = None
        stack.callback(self.stop)
        self.start()

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, cwd=self.folder, **self.owner)
        until(lambda: postgres_answers(self.folder))

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(2)
            self.process.wait(60)
            self.process = None

    def ask(self, question: str) -> int:
        with psycopg.connect(dsn(postgres_address(self.folder))) as line:
            return int((line.execute(question).fetchone() or (0,))[0])


def until(answers: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not answers():
        assert time.monotonic() < end
        time.sleep(0.1)


@contextmanager
def worker(environment: dict[str, str], folder: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Celery worker as in production."""
    words = [sys.executable, "-m", "celery", "-A", "megagame", "worker", "--pool", "threads", "--concurrency", "2", *options]
    with (folder / "worker.log").open("ab") as log:
        process = subprocess.Popen(
            words, cwd=ROOT, env={**os.environ, **environment}, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # an embedded beat is a separate process
        process.wait()


def test_the_same_report_when_a_worker_is_killed_redis_flushed_and_the_database_away(tmp_path):
    game = subjects_of("potemkin")[0]
    mine = studies.begin_study(game, None, GAMES)
    while play_one_task(mine.pk, "the test").did == "played":
        pass
    with ExitStack() as stack:
        database, broker = Database(stack), stack.enter_context(a_redis())
        environment = {
            "DATABASE_URL": postgres_address(database.folder),
            "REDIS_URL": broker,
            "SECRET_KEY": "x" * 50,
            "BACKUPS": "0",
        }
        house = House(var=tmp_path / "var", environment=environment)
        house.manage("migrate", "-v", "0")
        environment["MEGAGAME_VAR"] = str(house.var)
        first = stack.enter_context(worker(environment, tmp_path, "-n", "first@%h"))
        stack.enter_context(worker(environment, tmp_path, "-n", "second@%h", "-B", "-s", str(tmp_path / "beat")))
        words = [sys.executable, "manage.py", "lab", game.name, "--games", str(GAMES), "--chunk", str(CHUNK), "--workers", "0"]
        lab = stack.enter_context(
            subprocess.Popen(words, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
        )
        stack.callback(lab.kill)
        done = "SELECT count(*) FROM control_studytask WHERE done_at IS NOT NULL"
        until(lambda: database.ask("SELECT count(*) FROM control_study") and database.ask(done))

        first.kill()
        redis.Redis(port=urlsplit(broker).port or 0).flushall()
        database.stop()
        time.sleep(AWAY)
        database.start()
        left = GAMES // CHUNK - database.ask(done)

        answer = lab.communicate(timeout=PATIENCE)[0]
    assert left > 0
    assert lab.returncode == 0
    assert answer.partition("\n")[2].strip() == told(mine).strip()
