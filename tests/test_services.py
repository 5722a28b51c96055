"""The database and the cache of the tests are real servers."""

from __future__ import annotations

import os

import psycopg
import pytest
import redis
from django.conf import settings
from django.db import connection, transaction

from tests.services import Services


@pytest.mark.services
def test_postgres_and_redis_answer(services: Services):
    with psycopg.connect(services.database_url.replace("@/", "@localhost/")) as line:
        assert line.execute("select 1").fetchone() == (1,)

    client = redis.Redis.from_url(services.redis_url)
    client.set("a", "b")
    assert client.get("a") == b"b"
    client.close()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_the_database_of_this_run_is_the_one_it_was_given():
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("select 1")

        assert cursor.fetchone() == (1,)
    # Compare with the environment, not the settings: servers started too late would not be the ones in use.
    assert connection.vendor == ("postgresql" if os.environ.get("DATABASE_URL") else "sqlite")
    assert (not os.environ.get("REDIS_URL")) == settings.EMBEDDED
