"""Settings come from environment variables; a bad one is refused in one sentence."""

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
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, 192.0.2.7, .b.example, [fd00::7],")

    assert environment.hosts("ALLOWED_HOSTS", default=("*",)) == ["a.example", "192.0.2.7", ".b.example", "[fd00::7]"]


@pytest.mark.parametrize(
    ("read", "value"),
    [
        pytest.param(lambda: environment.flag("X"), "perhaps", id="flag"),
        pytest.param(lambda: environment.whole_number("X", 3), "three", id="number"),
        pytest.param(lambda: environment.whole_number("X", 3, least=1), "0", id="number too small"),
        pytest.param(lambda: environment.whole_number("X", 3, most=65535), "70000", id="number too large"),
        pytest.param(lambda: environment.hosts("X"), "https://console.hall", id="host with a scheme"),
        pytest.param(lambda: environment.hosts("X"), "console.hall:8000", id="host with a port"),
        pytest.param(lambda: environment.hosts("X"), "console.hall/", id="host with a path"),
        pytest.param(lambda: environment.choice("X", "a", ("a", "b")), "c", id="choice"),
        pytest.param(lambda: environment.redis("X"), "localhost:6379", id="redis"),
        pytest.param(lambda: environment.whole_number("X", 3), "²", id="no digit"),
        pytest.param(lambda: environment.redises("X"), "redis://a:1/0,b", id="one redis of two"),
        pytest.param(lambda: environment.networks("X"), "127.0.0.1,hall", id="network"),
        pytest.param(lambda: environment.origins("X"), "console.hall", id="origin"),
        pytest.param(lambda: environment.origins("X"), "https://console.hall/control/", id="origin with a path"),
        pytest.param(lambda: environment.time_zone("X"), "Europe/Nowhere", id="time zone"),
        pytest.param(lambda: environment.time_zone("X"), "../etc/passwd", id="no time zone at all"),
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

    assert found["ENGINE"] == "megagame.postgresql"
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"], found["NAME"]) == (
        "ann",
        "p@ss",
        "db.example",
        "5433",
        "day",
    )
    assert found["CONN_MAX_AGE"] == 0
    assert found["CONN_HEALTH_CHECKS"] is True
    pool = {"min_size": 2, "max_size": 16, "timeout": 10}
    assert found["OPTIONS"] == {
        "pool": pool,
        "sslmode": "require",
        "connect_timeout": "5",
        "server_side_binding": True,
    }


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


def test_a_password_in_an_address_is_not_repeated(monkeypatch):
    monkeypatch.setenv("X", "postgres://ann:CANARY@host:CANARY/day")

    with pytest.raises(BadSetting) as refused:
        environment.database("X", EMBEDDED)

    assert "CANARY" not in str(refused.value)


PRODUCTION = {
    "MEGAGAME_PRODUCTION": "1",
    "DATABASE_URL": "postgres://ann:secret@db.example/day",
    "REDIS_URL": "redis://redis.example/0",
    "SECRET_KEY": "".join(chr(33 + number % 90) for number in range(60)),
    "ALLOWED_HOSTS": "console.hall",
    "MEGAGAME_HTTPS": "1",
    "CSRF_TRUSTED_ORIGINS": "https://console.hall",
}


def manage(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a management command with these variables and no others of the console's."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment |= {"MEGAGAME_VAR": str(folder), **variables}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_command_with_a_bad_setting_says_one_sentence_and_fails(tmp_path):
    ended = manage(tmp_path, "manage.py", "check", DATABASE_URL="oracle://x/y")

    assert ended.returncode == 1
    assert ended.stderr == "DATABASE_URL must read postgres://user:password@host:port/name; leave it out to use SQLite.\n"


def test_everything_that_is_wrong_is_said_at_once(tmp_path):
    bad = {"DATABASE_POOL": "none", "LOG_LEVEL": "LOUD", "TIME_ZONE": "Europe/Nowhere", "MEGAGAME_HTPPS": "1"}
    bad |= {"ALLOWED_HOSTS": "http://console.hall", "METRICS_PORT": "99999", "BACKUP_MINUTES": "-1", "BACKUP_KEY": "perhaps"}

    ended = manage(tmp_path, "manage.py", "check", **bad)

    assert ended.returncode == 1
    assert set(ended.stderr.splitlines()) == {
        "TIME_ZONE is 'Europe/Nowhere': write a time zone such as Europe/Vienna.",
        "LOG_LEVEL is 'LOUD': write one of DEBUG, INFO, WARNING, ERROR.",
        "DATABASE_POOL is 'none': write a whole number of at least 1.",
        "MEGAGAME_HTPPS is no setting of this console: MEGAGAME_HTTPS is.",
        "ALLOWED_HOSTS holds 'http://console.hall': write names or addresses alone, such as console.hall, and nothing else.",
        "METRICS_PORT is '99999': write a whole number from 0 to 65535.",
        "BACKUP_MINUTES is '-1': write a whole number of at least 0.",
        "BACKUP_KEY is 'perhaps': write 1 or 0.",
    }


@pytest.mark.parametrize("missing", ["DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "MEGAGAME_HTTPS"])
def test_production_does_not_start_without_what_it_needs(tmp_path, missing):
    ended = manage(tmp_path, "manage.py", "check", **{**PRODUCTION, missing: ""})

    assert ended.returncode == 1
    (sentence,) = ended.stderr.splitlines()
    assert sentence.startswith(f"{missing} is missing")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"MEGAGAME_DEBUG": "1"}, "MEGAGAME_DEBUG and MEGAGAME_PRODUCTION are both 1"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"SECRET_KEY": "a" * 80}, "SECRET_KEY is too short or too plain"),
        ({"CSRF_TRUSTED_ORIGINS": "http://console.hall"}, "CSRF_TRUSTED_ORIGINS holds an http:// address although"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(tmp_path, more, sentence):
    ended = manage(tmp_path, "manage.py", "check", **{**PRODUCTION, **more})

    assert ended.returncode == 1
    (said,) = ended.stderr.splitlines()
    assert said.startswith(sentence)


def test_django_finds_nothing_to_complain_about_in_production(tmp_path):
    ended = manage(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "no issues" in ended.stdout


@pytest.mark.parametrize("part", ["worker", "beat"])
def test_a_worker_says_what_is_wrong_in_one_sentence_too(tmp_path, part):
    ended = manage(tmp_path, "-m", "celery", "-A", "megagame", part, REDIS_URL="localhost")

    assert ended.returncode != 0
    said = "REDIS_URL must read redis://host:port/number; leave it out to run in one process without Redis."
    assert ended.stderr.strip().splitlines() == [said]


READ_PREFIX = """
import sys
from control import release
release.RELEASE = sys.argv[1]
from megagame import settings
print(settings.CACHES["default"]["KEY_PREFIX"])
"""


def test_each_release_keeps_its_own_records_in_the_cache_on_redis(tmp_path):
    """A record of another release may name a deleted module, so reading it would fail."""

    def prefix_of(release: str) -> str:
        settings = {"MEGAGAME_VAR": str(tmp_path), "REDIS_URL": "redis://localhost:6379/0"}
        command = [sys.executable, "-c", READ_PREFIX, release]
        return subprocess.run(
            command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert prefix_of("2026-12") != prefix_of("2027-01")
