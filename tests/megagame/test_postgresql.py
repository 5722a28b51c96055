"""Connection pool: a restarted server is found again at once, whatever connections died with it."""

from __future__ import annotations

import psycopg
import pytest
from psycopg_pool import PoolTimeout
from psycopg_pool import pool as waits

from megagame.postgresql.base import CheckedPool
from tests.services import PATIENCE

pytestmark = pytest.mark.services
IDLE = 6


@pytest.fixture
def dsn(services):
    return services.database_url.replace("postgres://megagame@/postgres?host=", "user=megagame dbname=postgres host=")


@pytest.fixture
def slept(monkeypatch):
    """Seconds of each wait between two attempts; the waits are skipped."""
    found = []
    monkeypatch.setattr(waits, "sleep", found.append)
    return found


def test_connections_that_died_together_are_given_up_together(dsn, slept):
    with CheckedPool(dsn, min_size=IDLE, max_size=IDLE, check=CheckedPool.check_connection, timeout=PATIENCE) as pool:
        pool.wait()
        with psycopg.connect(dsn, autocommit=True) as other:
            mine = [each.info.backend_pid for each in list(pool._pool)]
            other.execute("select pg_terminate_backend(pid) from unnest(%s::int[]) as pid", [mine])

        with pool.connection() as connection:
            assert connection.execute("select 1").fetchone() == (1,)

        assert sum(slept) < 0.5
        assert connection.info.backend_pid not in mine


def test_a_server_that_is_away_is_asked_for_at_a_steady_pace(tmp_path, monkeypatch):
    asked = []
    pool = CheckedPool(f"host={tmp_path} dbname=postgres user=nobody", open=False, min_size=1, max_size=1, timeout=0.01)
    monkeypatch.setattr(pool, "schedule_task", lambda task, delay: asked.append((task, delay)))
    pool.open()
    try:
        with pytest.raises(PoolTimeout):
            pool.getconn()
        pool._add_connection(None)
        for _again in range(8):
            pool._add_connection(next(task.attempt for task, _delay in reversed(asked) if hasattr(task, "attempt")))
    finally:
        pool.close()

    waits = [delay for task, delay in asked if hasattr(task, "attempt")]
    assert len(waits) >= 8
    assert max(waits) <= 0.25
