"""The waker meets the deadlines of every stream, from the database alone, each once."""

from __future__ import annotations

import asyncio
import secrets
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from control.clock import clockwork, waker
from control.clock.waker import BEHIND, LOOK, Waker
from control.day.clock.phases import BeginDay
from control.engine.context import Actor
from control.journal import desk
from control.models import Due, Event
from control.people.events import create_event
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from tests.faults.plant import brought_up, celery_part, listens, redis_part, web_part
from tests.houses import House
from tests.scenarios import small
from tests.services import PATIENCE, free_port

OLGA = Actor(name="olga", desks=ALL_DESKS)


def planned(seconds: int) -> Event:
    """An event whose phase ends in this many seconds; negative for a deadline in the past."""
    event = create_event(realm=NAME, name="Day", scenario=small(), casting=small().casting)
    desk.perform(stream_id=event.stream_id, command=BeginDay(), by=OLGA, command_id=uuid.uuid4())
    Due.objects.filter(stream=event.stream_id).update(at=timezone.now() + timedelta(seconds=seconds))
    return event


@pytest.fixture
def rung(monkeypatch):
    """Streams whose due commands were carried out; the real call is replaced."""
    found: list[int] = []
    monkeypatch.setattr(clockwork, "carry_out_due", found.append)
    monkeypatch.setattr(waker, "close_old_connections", lambda: None)
    cache.clear()
    return found


@pytest.fixture
def ringers():
    """Run the waker's threads one after the other in the test's own thread."""

    class Here(ThreadPoolExecutor):
        def map(self, fn, *given):
            return [fn(*each) for each in zip(*given, strict=True)]

    with Here(1) as here:
        yield here


@pytest.mark.django_db
class TestLook:
    def test_it_rings_what_is_due_and_leaves_what_is_not(self, rung, ringers):
        late, _later = planned(-1), planned(30)

        assert Waker().look(ringers) == timedelta(0)
        assert rung == [late.stream_id]

    def test_it_sleeps_until_the_next_moment_at_most_half_a_second(self, rung, ringers, monkeypatch):
        assert Waker().look(ringers) == LOOK
        event, now = planned(30), timezone.now()
        monkeypatch.setattr(waker.system_time, "now", lambda: now)
        Due.objects.filter(stream=event.stream_id).update(at=now + LOOK / 2)

        assert Waker().look(ringers) == LOOK / 2
        assert rung == []

    def test_one_behind_the_others_rings_what_none_of_them_has_rung(self, rung, ringers):
        just, long_ago = planned(-1), planned(-3)

        Waker(behind=BEHIND).look(ringers)
        assert rung == [long_ago.stream_id]

        Waker().look(ringers)
        assert rung == [long_ago.stream_id, just.stream_id]

    def test_what_cannot_be_rung_is_not_asked_for_without_a_pause(self, rung, ringers, monkeypatch):
        planned(-1)
        monkeypatch.setattr(clockwork, "carry_out_due", lambda stream: 0)
        monkeypatch.setattr(waker, "_claim_moment", lambda stream, at: True)  # as if the cache were away

        assert Waker().look(ringers) == LOOK

    def test_a_second_waker_leaves_a_moment_to_the_first(self, rung, ringers):
        event = planned(-1)
        Waker().look(ringers)

        assert Waker().look(ringers) == LOOK
        assert rung == [event.stream_id]

    def test_what_waits_for_a_person_keeps_nothing_else_of_its_stream(self, rung, ringers):
        event = planned(-1)
        Waker().look(ringers)
        Due.objects.create(stream=event.stream, what="step:war", at=timezone.now() + LOOK / 2, kind="EndStep", body="{}")
        assert Waker().look(ringers) <= LOOK / 2
        Due.objects.filter(what="step:war").update(at=timezone.now())
        Waker().look(ringers)

        assert rung == [event.stream_id, event.stream_id]

    def test_a_stream_that_cannot_be_rung_stops_no_other(self, rung, ringers, monkeypatch, caplog):
        broken, well = planned(-2), planned(-1)

        def ring(stream: int) -> None:
            if stream == broken.stream_id:
                raise ValueError("a damaged row")
            rung.append(stream)

        monkeypatch.setattr(clockwork, "carry_out_due", ring)
        Waker().look(ringers)

        assert rung == [well.stream_id]
        assert f"stream {broken.stream_id}" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_it_goes_on_after_a_look_that_failed(monkeypatch):
    looks: list[int] = []

    def look(self: Waker, ringers: ThreadPoolExecutor) -> timedelta:
        looks.append(1)
        if len(looks) == 1:
            raise OSError("no database")
        return timedelta(0)

    monkeypatch.setattr(waker, "LOOK", timedelta(0))
    monkeypatch.setattr(Waker, "look", look)
    found = Waker()
    found.start()
    end = time.monotonic() + PATIENCE
    while len(looks) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    found.stop()

    assert len(looks) >= 3


SOON = """
import uuid
from control.day.clock.phases import BeginDay, SetClock
from control.journal import desk
from control.people.events import create_event, maker
from tests.scenarios import small
event = create_event(realm="god-emperor", name="Day", scenario=small(), casting=small().casting)
for command in (BeginDay(), SetClock(month=1, phase="ceremony", seconds=3)):
    desk.perform(stream_id=event.stream_id, command=command, by=maker("god-emperor"), command_id=uuid.uuid4())
print(event.stream_id)
"""
ENDED = """
from django.db import connection
from control.models import Entry
connection.close()
print(Entry.objects.filter(kind="PhaseEnded").count())
"""


@pytest.mark.services
async def test_a_worker_keeps_a_deadline_while_its_redis_is_dead_and_outlives_that(tmp_path):
    redis, address = redis_part(tmp_path)
    port = free_port()
    settings = {"REDIS_URL": address, "SECRET_KEY": secrets.token_urlsafe(60), "LOG_LEVEL": "WARNING"}
    house = House.furnished(tmp_path / "var")
    settings["MEGAGAME_VAR"] = str(house.var)
    options = ["--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"]
    worker = celery_part("worker", options, tmp_path, {**settings, "METRICS_PORT": str(port)}, lambda: listens(port))
    try:
        await brought_up(redis)
        await brought_up(worker)
        with closing(House(var=house.var, environment=settings).shell()) as shell:
            await asyncio.to_thread(shell.run, SOON)
            redis.kill()
            end = time.monotonic() + PATIENCE
            while int(await asyncio.to_thread(shell.run, ENDED)) == 0:
                assert time.monotonic() < end, worker.said()
                await asyncio.sleep(0.2)

        assert worker.process.poll() is None, worker.said()
    finally:
        worker.kill()
        redis.kill()


@pytest.mark.services
async def test_a_web_process_ends_phases_where_no_worker_lives(tmp_path):
    redis, address = redis_part(tmp_path)
    house = House.furnished(tmp_path / "var")
    settings = {
        "REDIS_URL": address,
        "SECRET_KEY": secrets.token_urlsafe(60),
        "LOG_LEVEL": "WARNING",
        "MEGAGAME_VAR": str(house.var),
    }
    web = web_part("web", free_port(), tmp_path, settings)
    try:
        await brought_up(redis)
        await brought_up(web)
        with closing(House(var=house.var, environment=settings).shell()) as shell:
            await asyncio.to_thread(shell.run, SOON)
            end = time.monotonic() + PATIENCE
            while int(await asyncio.to_thread(shell.run, ENDED)) == 0:
                assert time.monotonic() < end, web.said()
                await asyncio.sleep(0.2)

        assert web.process.poll() is None, web.said()
    finally:
        web.kill()
        redis.kill()
