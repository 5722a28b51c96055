"""The console's own server: if its port is taken, it says so before it does or prints anything else."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from control.management.commands import serve

ROOT = Path(__file__).parents[3]


@pytest.fixture
def taken():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        yield other.getsockname()[1]


@pytest.fixture
def prepared(monkeypatch):
    """Preparations that `serve` has made."""
    done: list[str] = []
    monkeypatch.setattr(serve, "call_command", lambda name, **_options: done.append(name))
    monkeypatch.setattr(serve, "collect_static", lambda: done.append("static"))
    monkeypatch.setattr(serve.private_files, "make_private", lambda _folder: None)
    return done


def test_a_taken_port_is_refused_before_anything_is_prepared(taken, prepared):
    with pytest.raises(CommandError) as said:
        call_command("serve", "--prepare-only", "--free", "--host", "127.0.0.1", "--port", str(taken))

    assert f"Nothing can listen at 127.0.0.1 port {taken}" in str(said.value)
    assert f"make run PORT={taken + 1}" in str(said.value)
    assert prepared == []


def test_a_free_port_is_free_afterwards_too(taken, prepared, settings):
    settings.USE_I18N = False
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    call_command("serve", "--prepare-only", "--free", "--host", "127.0.0.1", "--port", str(port))

    assert prepared == ["migrate", "static"]
    with socket.socket() as server:
        server.bind(("127.0.0.1", port))


@pytest.mark.django_db
def test_a_start_asks_whether_a_migration_is_missing():
    assert not serve._migrations_missing()
    MigrationRecorder.Migration.objects.filter(app="control").last().delete()
    assert serve._migrations_missing()


def test_the_last_port_of_all_is_followed_by_none():
    assert "make run PORT=65534" in serve._cannot_listen_words("127.0.0.1", 65_535)


def test_make_run_asks_for_the_port_before_it_prints_addresses():
    said = subprocess.run(["make", "--dry-run", "run", "PORT=8123"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert 0 <= said.index("--free --host 0.0.0.0 --port 8123") < said.index("manage.py demo")
