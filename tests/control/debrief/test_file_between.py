"""Debrief files between databases: SQLite to PostgreSQL and back, with an identical replay."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg
import pytest

from control.journal import chain, journal
from control.models import Stream
from tests.control.debrief.test_file import brought, gone, written
from tests.services import Services, dsn

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
# One process does all of it, since starting is most of a process's cost.
ELSEWHERE = """
import sys
from pathlib import Path
from django.core.management import call_command
from django.db import connection
from control.models import Event
call_command("migrate", interactive=False, verbosity=0)
call_command("debrief", "import", sys.argv[-2])
call_command("debrief", "export", str(Event.objects.get().pk), to=Path(sys.argv[-1]))
print(connection.vendor)
"""


def on_postgres(services: Services, tmp_path: Path, body: bytes) -> bytes:
    """The file as re-exported by another console on an empty PostgreSQL database."""
    name = f"debrief_{uuid.uuid4().hex}"
    with psycopg.connect(dsn(services.database_url), autocommit=True) as line:
        line.execute(f"create database {name}")
    file, out, var = tmp_path / "day.json", tmp_path / "out", tmp_path / "var"
    file.write_bytes(body)
    out.mkdir()
    var.mkdir()
    given = {**os.environ, **services.environment(), "MEGAGAME_VAR": str(var)}
    given["DATABASE_URL"] = services.database_url.replace("/postgres?", f"/{name}?")
    program = f"import django; django.setup(); {ELSEWHERE.strip().replace(chr(10), '; ')}"
    told = subprocess.run(
        [sys.executable, "-c", program, file, out],
        env={**given, "DJANGO_SETTINGS_MODULE": "megagame.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.split()[-1] == "postgresql"
    (found,) = out.glob("*.json")
    return found.read_bytes()


@pytest.mark.services
def test_a_file_from_sqlite_is_the_same_on_postgresql_and_back(played, services, tmp_path):
    body, state = written(played), bytes(Stream.objects.get(pk=played.stream_id).state)

    there = on_postgres(services, tmp_path, body)

    assert there.split(b'"sheets":')[1] == body.split(b'"sheets":')[1]
    gone(played)
    event = brought(there, tmp_path)
    stream = event.stream
    assert journal.play_of(stream).encode(journal.state_at(stream, stream.head, from_zero=True)) == bytes(stream.state) == state
    assert chain.check(stream).broken_at == 0
