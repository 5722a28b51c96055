"""A worker that keeps an alarm of the clock, and whose Redis dies: it lives on, and is back as soon as the Redis is."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import closing

import pytest

from tests.faults.plant import Part, brought_up, celery_part, listens, redis_part, speaks_with
from tests.houses import House
from tests.services import free_port

pytestmark = pytest.mark.services

KEEP = """
from datetime import timedelta
from django.utils import timezone
from control.tasks import alarm
alarm.apply_async(args=(1,), eta=timezone.now() + timedelta(hours=1))
"""
DEAD = 7.0  # seconds; the waits that Celery takes by itself would make it miss the comeback by five more
BACK = 2.0  # seconds in which a worker has to be back


async def test_a_worker_outlives_its_redis(tmp_path):
    redis, address = redis_part(tmp_path)
    port, broker = free_port(), int(address.split(":")[2].partition("/")[0])
    settings = {"REDIS_URL": address, "SECRET_KEY": secrets.token_urlsafe(60), "LOG_LEVEL": "WARNING"}
    house = House.furnished(tmp_path / "var")
    settings["MEGAGAME_VAR"] = str(house.var)
    options = ["--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"]
    worker = celery_part("worker", options, tmp_path, {**settings, "METRICS_PORT": str(port)}, lambda: listens(port))
    try:
        await brought_up(redis)
        await brought_up(worker)
        with closing(House(var=house.var, environment=settings).shell()) as shell:
            await asyncio.to_thread(shell.run, KEEP)
        await asyncio.sleep(1.0)

        redis.kill()
        await asyncio.sleep(DEAD)
        await brought_up(redis)

        await asyncio.wait_for(reached(worker, broker), BACK)
        assert worker.process.poll() is None, worker.said()
    finally:
        worker.kill()
        redis.kill()


async def reached(worker: Part, broker: int) -> None:
    while not speaks_with(worker, broker):
        await asyncio.sleep(0.05)
