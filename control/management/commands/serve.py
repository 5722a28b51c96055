"""Serve the whole console in one process; with a Redis, serve as one of its web processes."""

from __future__ import annotations

import hashlib
import signal
import socket
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from control.bots.players import Bots
from control.clock.waker import BEHIND, Waker
from control.live.connections import raise_descriptors
from control.live.http_protocol import BoundedProtocol
from control.rehearsal.conductor import Conductor
from control.watch.addresses import note_served
from control.watch.clock_jump import ClockGuard
from megagame import environment, garbage, private_files
from megagame.celery import app as celery_app
from megagame.celery_threads import Background
from megagame.warm_up import WarmUp

LAST_PORT = 65_535


class Command(BaseCommand):
    """Server process.

    Without a Redis it does everything: it updates the database and the static files, and runs worker and beat besides the pages.
    With a Redis it is one web process of several; preparation and Celery are separate steps.
    """

    help = "Serve the console: pages and live screens, without a Redis the worker and the beat too."

    def add_arguments(self, parser: CommandParser) -> None:
        """Address to listen on, and preparation."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--prepare-only", action="store_true", help="database and static files, then end")
        parser.add_argument("--free", action="store_true", help="before anything else, refuse where another program listens there")

    def handle(self, *, host: str, port: int, prepare_only: bool, free: bool, **options: Any) -> None:
        """Prepare if this process is responsible for it, then serve."""
        if free:
            _listen_once(host, port)
        private_files.make_private(Path(settings.VAR_DIR))
        if prepare_only or (settings.EMBEDDED and _migrations_missing()):
            call_command("migrate", interactive=False, verbosity=0)
        if settings.EMBEDDED or prepare_only:
            collect_static()
        if settings.USE_I18N:
            _compile_catalogues()
        if prepare_only:
            return
        # uvicorn raises the stopping signal again at its end; a requested stop is no failure.
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, _already_stopping)
        background = (Background(celery_app), Waker()) if settings.EMBEDDED else (Waker(behind=BEHIND),)
        guard, conductor = ClockGuard(), Conductor()
        guard.start()
        for each in background:
            each.start()
        bots = Bots(seed=environment.text("BOTS_SEED")) if environment.flag("BOTS") else None
        if bots:
            bots.start()
        conductor.start()
        try:
            raise_descriptors()
            config = server_config(host, port)
            config.load()
            if not settings.PRODUCTION:
                note_served(host, port)
            garbage.tune_garbage_collection()
            server = uvicorn.Server(config)
            WarmUp(lambda: server.started).start()
            server.run()
        except SystemExit as failed:
            raise CommandError(_cannot_listen_words(host, port)) from failed
        finally:
            conductor.stop()
            if bots:
                bots.stop()
            for each in reversed(background):
                each.stop()
            guard.stop()


def _listen_once(host: str, port: int) -> None:
    """Listen on the server's address once, and stop.

    Raises:
        CommandError: another program uses the address, or this machine does not have it.
    """
    try:
        for family, kind, protocol, _name, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(address)
                tried.listen(1)
    except OSError as failed:
        raise CommandError(_cannot_listen_words(host, port)) from failed


def _cannot_listen_words(host: str, port: int) -> str:
    other = port + 1 if port < LAST_PORT else port - 1
    return f"Nothing can listen at {host} port {port}: choose another, with make run PORT={other} or serve --port {other}."


def server_config(host: str, port: int) -> uvicorn.Config:
    """Configuration of uvicorn. Frames are not compressed: they are tiny, so it would cost more than it saves."""
    return uvicorn.Config(
        "megagame.asgi:application",
        host=host,
        port=port,
        loop="uvloop",
        http=BoundedProtocol,
        ws="control.live.ws_protocol:LineProtocol",
        ws_per_message_deflate=False,
        ws_max_size=65_536,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=[str(network) for network in settings.TRUSTED_PROXIES],
        timeout_graceful_shutdown=3,
    )


def _migrations_missing() -> bool:
    """Whether a migration must be applied. Asking is much cheaper than Django's command, which does nothing then."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def collect_static() -> None:
    """Collect the static files if they have changed."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    fingerprint = _fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(fingerprint)


def _fingerprint() -> str:
    found = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(None):
            path = Path(storage.path(name))
            found.update(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}\n".encode())
    return found.hexdigest()


def _compile_catalogues() -> None:
    """Compile the catalogues unless that is done already: an installation may be read-only for this process."""
    from megagame import messages  # a start in English needs no Babel

    try:
        messages.compile_catalogues()
    except OSError as error:
        raise CommandError(
            f"The sentences of MEGAGAME_LANGUAGE cannot be compiled here ({error.strerror}): "
            "run `manage.py messages --compile` as somebody who may write there."
        ) from None


def _already_stopping(number: int, frame: FrameType | None) -> None:
    """Ignore the signal: the server has handled it."""
