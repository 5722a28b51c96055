"""The console as in production: each part is a process that can be killed and started again at any moment."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from msgspec import Struct

from tests import forks, services
from tests.houses import ROOT, House, prepared
from tests.services import free_port

PATIENCE = 90.0  # seconds in which a started part must answer
LOOK_EVERY = 0.05
POOL = "12"  # most connections of one process; four processes and a shell stay below PostgreSQL's limit

Command = list[str | Path]


@dataclass
class Part:
    """One process of the console. `answers` tells whether it works again."""

    name: str
    command: Command
    answers: Callable[[], bool]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    owner: Mapping[str, object] = field(default_factory=dict)
    process: forks.Forked | subprocess.Popen[bytes] | None = None
    said_before: int = 0  # length of the log in bytes at the last start

    def start(self) -> None:
        """Start the process without waiting."""
        self.said_before = self.log.stat().st_size if self.log.exists() else 0
        words, environment = [str(word) for word in self.command], {**clean(os.environ), **self.environment}
        with self.log.open("ab") as log:
            if words[0] == sys.executable:
                self.process = forks.start(words[1:], environment, out=log)
                return
            self.process = subprocess.Popen(
                words,
                cwd=self.owner.get("cwd", ROOT),
                env=environment,
                stdout=log,
                stderr=log,
                **{name: value for name, value in self.owner.items() if name != "cwd"},
            )

    async def up(self) -> None:
        """Wait until the process works. Restart it if it ends by itself, as a supervisor does.

        Raises:
            TimeoutError: it does not work in time.
        """
        end = time.monotonic() + PATIENCE
        while not await asyncio.to_thread(self.answers):
            if self.process is not None and self.process.poll() is not None:
                await asyncio.sleep(0.2)
                self.start()
            if time.monotonic() > end:
                raise TimeoutError(f"{self.name} does not come up: {self.said()[-2000:]}")
            await asyncio.sleep(LOOK_EVERY)

    def kill(self) -> None:
        """Kill the process and its children at once."""
        if self.process is not None:
            for number in [*children_of(self.process.pid), self.process.pid]:
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            self.process.wait()

    def said(self) -> str:
        """Output of the process since its last start."""
        with self.log.open("rb") as log:
            log.seek(self.said_before)
            return log.read().decode(errors="replace")


class Outage(Struct, frozen=True):
    """Time without a part, from the kill until it worked again, in seconds since 1970."""

    part: str
    killed: float
    back: float


@dataclass
class Plant:
    """All parts by name, the ports for clients, and a house for management commands."""

    house: House
    parts: dict[str, Part]
    ports: dict[int, str]  # by port: the name of the part that listens there
    keeps_time: frozenset[str]  # parts without which no phase ends
    outages: list[Outage] = field(default_factory=list)
    down: dict[str, float] = field(default_factory=dict)  # parts that are gone now: since when
    fallen: list[str] = field(default_factory=list)  # parts that ended without being killed

    async def strike(self, name: str, seconds: float) -> Outage:
        """Kill a part, wait for these seconds, and start it again."""
        part = self.parts[name]
        killed = self.down[name] = time.time()
        part.kill()
        await asyncio.sleep(seconds)
        part.start()
        await part.up()
        outage = Outage(name, killed, time.time())
        self.outages.append(outage)
        del self.down[name]
        return outage

    async def supervise(self) -> None:
        """Restart parts that end by themselves, as a supervisor does. Each such end is recorded for the verdict."""
        while True:
            await asyncio.sleep(1.0)
            for part in self.parts.values():
                if part.name not in self.down and part.process is not None and part.process.poll() is not None:
                    self.fallen.append(f"{part.name}: {part.said()[-1500:]}")
                    part.start()

    def excuses(self, begun: float, ended: float, port: int, grace: float) -> bool:
        """Whether a part that a request to this port needs was gone between these moments or up to `grace` seconds before."""
        gone = [*self.outages, *(Outage(name, since, time.time()) for name, since in self.down.items())]
        beside = {name for number, name in self.ports.items() if number != port}
        return any(each.killed <= ended and each.back + grace >= begun for each in gone if each.part not in beside)


@asynccontextmanager
async def production(folder: Path, *, durable: bool) -> AsyncIterator[Plant]:
    """PostgreSQL, Redis, two web processes, a worker and a beat."""
    with ExitStack() as stack:
        postgres, database_url = stack.enter_context(postgres_part(durable=durable))
        redis, redis_url = redis_part(folder)
        var = folder / "var"
        var.mkdir()
        settings = {
            "MEGAGAME_PRODUCTION": "1",
            "MEGAGAME_HTTPS": "0",
            "MEGAGAME_VAR": str(var),
            "DATABASE_URL": database_url,
            "DATABASE_POOL": POOL,
            "REDIS_URL": redis_url,
            "SECRET_KEY": secrets.token_urlsafe(60),
            "ALLOWED_HOSTS": "127.0.0.1",
            "BACKUPS": "0",  # a separate program proves each backup and would take half of a small machine
            "LOG_LEVEL": "WARNING",
        }
        house = House(var=var, environment=settings)
        parts = {"postgres": postgres, "redis": redis}
        for name in ("web-1", "web-2"):
            parts[name] = web_part(name, free_port(), folder, settings)
        port = free_port()
        worker = ["--pool", "threads", "--concurrency", "4", "--without-gossip", "--without-mingle"]
        shown = {"METRICS_PORT": str(port)}  # a worker publishes its figures as soon as it takes tasks
        parts["worker"] = celery_part("worker", worker, folder, {**settings, **shown}, lambda: listens(port))
        broker = int(str(redis.command[redis.command.index("--port") + 1]))
        parts["beat"] = celery_part("beat", ["--pidfile="], folder, settings, lambda: speaks_with(parts["beat"], broker))
        ports = {int(str(parts[name].command[-1])): name for name in ("web-1", "web-2")}
        plant = Plant(house, parts, ports, frozenset({"postgres", "redis", "worker", "beat"}))
        for part in parts.values():
            stack.callback(part.kill)
        await brought_up(postgres, redis)
        prepared_by = asyncio.create_task(asyncio.to_thread(house.manage, "serve", "--prepare-only"))
        await brought_up(parts["worker"], parts["beat"])  # most of what they do at first needs no table
        await prepared_by
        await brought_up(parts["web-1"], parts["web-2"])
        yield plant


@asynccontextmanager
async def embedded(folder: Path) -> AsyncIterator[Plant]:
    """One process on SQLite, with worker and beat inside it."""
    import shutil

    shutil.copytree(await asyncio.to_thread(prepared), folder / "var")
    settings = {"MEGAGAME_VAR": str(folder / "var"), "BACKUPS": "0", "LOG_LEVEL": "WARNING"}
    port = free_port()
    part = web_part("console", port, folder, settings)
    plant = Plant(House(var=folder / "var", environment=settings), {"console": part}, {port: "console"}, frozenset({"console"}))
    try:
        await brought_up(part)
        yield plant
    finally:
        part.kill()


async def brought_up(*parts: Part) -> None:
    """Start these parts together and wait for all."""
    for part in parts:
        part.start()
    await asyncio.gather(*(part.up() for part in parts))


def web_part(name: str, port: int, folder: Path, settings: Mapping[str, str]) -> Part:
    """A web process."""
    command: Command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    return Part(name, command, lambda: healthy(port), folder / f"{name}.log", settings)


def celery_part(name: str, options: list[str], folder: Path, settings: Mapping[str, str], answers: Callable[[], bool]) -> Part:
    """A worker or a beat."""
    command: Command = [sys.executable, "-m", "celery", "-A", "megagame", name, *options]
    return Part(name, command, answers, folder / f"{name}.log", settings)


@contextmanager
def postgres_part(*, durable: bool) -> Iterator[tuple[Part, str]]:
    """A PostgreSQL with its own data, and its address."""
    with services.postgres_files(durable=durable) as (command, owner, folder):
        part = Part("postgres", command, lambda: services.postgres_answers(folder), folder / "log", {}, {**owner, "cwd": folder})
        yield part, services.postgres_address(folder)


def redis_part(folder: Path) -> tuple[Part, str]:
    """A Redis without persistence, and its address. After a restart it is empty."""
    port = free_port()
    command = services.redis_command(folder, port)
    return Part("redis", command, lambda: services.redis_answers(port), folder / "redis.log"), f"redis://127.0.0.1:{port}/0"


def healthy(port: int) -> bool:
    """Whether a web process answers."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
            return True
    except OSError:
        return False


def listens(port: int) -> bool:
    """Whether something listens on the port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def speaks_with(part: Part, port: int) -> bool:
    """Whether the process has an open connection to the server on this local port. A beat shows no other sign that it works."""
    if part.process is None:
        return False
    try:
        own = {os.readlink(each) for each in Path(f"/proc/{part.process.pid}/fd").iterdir()}
    except OSError:
        return False
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(row[2].endswith(f":{port:04X}") and row[3] == "01" and f"socket:[{row[9]}]" in own for row in rows)


def children_of(number: int) -> list[int]:
    """Child processes of a process, and their children."""
    try:
        own = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    except OSError:
        return []
    return [each for child in map(int, own) for each in (child, *children_of(child))]


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without the variables that choose servers."""
    return {name: value for name, value in environment.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
