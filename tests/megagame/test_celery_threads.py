"""Worker and beat inside the server's own process."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from queue import Queue

import kombu
import pytest
from celery import Celery
from celery.fixups.django import DjangoWorkerFixup
from celery.worker import state
from django.db import connection
from kombu import Connection

from megagame.celery import app as celery_app
from megagame.celery_threads import Background
from tests.services import PATIENCE


def wait_until(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def app():
    app = Celery("embedded", broker="memory://localhost/", set_as_current=False, fixups=[])
    app.conf.update(task_ignore_result=True, broker_transport="megagame.memory_broker:Transport", task_default_queue="embedded")
    return app


@pytest.fixture
def heard():
    return Queue()


@pytest.fixture
def tell(app, heard):
    @app.task(name="tell", shared=False)
    def tell(word):
        heard.put((word, time.time(), threading.current_thread()))

    return tell


@pytest.fixture
def background(app, tell, monkeypatch):
    monkeypatch.setattr("megagame.celery_threads.PAUSE", 0.05)
    background = Background(app)
    yield background
    background.stop()


def test_a_task_runs_beside_the_server(background, tell, heard):
    background.start()

    tell.delay("hello")
    word, _, thread = heard.get(timeout=PATIENCE)

    assert word == "hello"
    assert thread is not threading.main_thread()


def test_a_task_with_a_time_runs_then(background, tell, heard):
    background.start()
    tell.delay("ready")
    heard.get(timeout=PATIENCE)
    due = datetime.now(UTC) + timedelta(seconds=0.5)

    tell.apply_async(("due",), eta=due)
    _, ran_at, _ = heard.get(timeout=PATIENCE)

    assert ran_at >= due.timestamp()


@pytest.mark.django_db
def test_a_task_keeps_the_connection_of_its_thread():
    connection.ensure_connection()
    opened = connection.connection
    DjangoWorkerFixup(celery_app).close_database()
    assert connection.connection is opened


def test_whoever_waits_for_a_message_wakes_with_it(monkeypatch):
    monkeypatch.setattr("megagame.memory_broker.LONGEST", 10 * PATIENCE)
    heard: Queue[str] = Queue()
    ours, theirs = (Connection("memory://localhost/", transport="megagame.memory_broker:Transport") for _each in range(2))
    with ours, theirs, theirs.Consumer(kombu.Queue("waking"), callbacks=[lambda body, message: heard.put(body)], no_ack=True):
        waiting = threading.Thread(target=lambda: theirs.drain_events(timeout=10 * PATIENCE), daemon=True)
        waiting.start()
        ours.SimpleQueue("waking", no_ack=True).put("hello")

        assert heard.get(timeout=PATIENCE) == "hello"
        waiting.join(PATIENCE)
        with pytest.raises(TimeoutError):
            theirs.drain_events(timeout=0.01)


def test_the_beat_sends_what_is_scheduled(app, background, heard):
    app.conf.beat_schedule = {"often": {"task": "tell", "schedule": 0.1, "args": ("beat",)}}
    background.start()

    assert [heard.get(timeout=PATIENCE)[0] for _ in range(3)] == ["beat", "beat", "beat"]


def test_a_line_of_the_beat_that_fails_keeps_no_other_from_its_task(app, background, heard, caplog):
    app.conf.beat_schedule = {
        "broken": {"task": "unknown", "schedule": 0.05},
        "often": {"task": "tell", "schedule": timedelta(seconds=0.05), "args": ("beat",), "options": {"expires": 5}},
    }
    background.start()

    assert [heard.get(timeout=PATIENCE)[0] for _ in range(2)] == ["beat", "beat"]
    assert "unknown could not be requested" in caplog.text


def test_a_worker_that_stops_by_itself_is_started_again(background, tell, heard, caplog):
    background.start()
    tell.delay("before")
    heard.get(timeout=PATIENCE)
    state.should_stop = 1
    wait_until(lambda: "the worker stopped by itself and is started again" in caplog.text)

    tell.delay("after")

    assert heard.get(timeout=PATIENCE)[0] == "after"


def test_nothing_is_left_behind_after_the_stop(background):
    background.start()

    background.stop()

    assert not any(part.is_alive() for part in background.parts)
