"""Settings are read from environment variables, and a bad one is refused in one sentence."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from megagame import environment
from megagame.environment import BadSetting

ROOT = Path(environment.__file__).resolve().parent.parent
EMBEDDED = {"ENGINE": "django.db.backends.sqlite3"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1", True), ("yes", True), ("Off", False), ("0", False), ("", True), (" ", True)],
)
def test_a_flag_is_read_and_an_empty_one_is_its_default(monkeypatch, value, expected):
    monkeypatch.setenv("MEGAGAME_DEBUG", value)

    assert environment.flag("MEGAGAME_DEBUG", default=True) is expected


def test_a_list_is_split_at_commas(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,")

    assert environment.words("ALLOWED_HOSTS", default=("*",)) == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("read", "value"),
    [
        pytest.param(lambda: environment.flag("X"), "perhaps", id="flag"),
        pytest.param(lambda: environment.whole("X", 3), "three", id="number"),
        pytest.param(lambda: environment.whole("X", 3, least=1), "0", id="number too small"),
        pytest.param(lambda: environment.choice("X", "a", ("a", "b")), "c", id="choice"),
        pytest.param(lambda: environment.redis("X"), "localhost:6379", id="redis"),
        pytest.param(lambda: environment.database("X", EMBEDDED), "mysql://a/b", id="other database"),
        pytest.param(lambda: environment.database("X", EMBEDDED), "postgres://host", id="no database name"),
        pytest.param(lambda: environment.database("X", EMBEDDED), "postgres://host:port/name", id="no port number"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_setting(monkeypatch, read, value):
    monkeypatch.setenv("X", value)

    with pytest.raises(BadSetting, match=r"^X "):
        read()


def test_without_an_address_the_embedded_database_is_used(monkeypatch):
    monkeypatch.delenv("X", raising=False)

    assert environment.database("X", EMBEDDED) == EMBEDDED


def test_a_database_address_is_taken_apart(monkeypatch):
    monkeypatch.setenv("X", "postgres://ann:p%40ss@db.example:5433/day?sslmode=require")

    found = environment.database("X", EMBEDDED)

    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"], found["NAME"]) == (
        "ann",
        "p@ss",
        "db.example",
        "5433",
        "day",
    )
    assert found["CONN_MAX_AGE"] == 0
    assert found["OPTIONS"] == {"pool": {"min_size": 1, "max_size": 16}, "sslmode": "require"}


def test_a_unix_socket_is_an_option(monkeypatch):
    monkeypatch.setenv("X", "postgres://ann@/day?host=/run/postgresql")

    assert environment.database("X", EMBEDDED)["HOST"] == "/run/postgresql"


def test_the_secret_key_is_made_once_and_is_its_owners_alone(monkeypatch, tmp_path):
    monkeypatch.delenv("X", raising=False)
    file = tmp_path / "var" / "secret_key"

    first = environment.secret_key("X", file)

    assert environment.secret_key("X", file) == first
    assert len(first) > 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret_key"]


def test_a_given_secret_key_writes_no_file(monkeypatch, tmp_path):
    monkeypatch.setenv("X", "given")

    assert environment.secret_key("X", tmp_path / "secret_key") == "given"
    assert list(tmp_path.iterdir()) == []


def test_a_command_with_a_bad_setting_says_one_sentence_and_fails(tmp_path):
    bad = {**os.environ, "MEGAGAME_VAR": str(tmp_path), "DATABASE_URL": "oracle://x/y"}

    ended = subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=bad, capture_output=True, text=True, check=False)

    assert ended.returncode == 1
    assert ended.stderr == "DATABASE_URL must read postgres://user:password@host:port/name; leave it out to use SQLite.\n"
