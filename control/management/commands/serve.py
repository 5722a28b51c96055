"""The whole console in one process, or with a Redis one of its web processes."""

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

from control.bots.players import Bots
from control.clock.waker import BEHIND, Waker
from control.live.connections import raise_descriptors
from control.live.http_protocol import BoundedProtocol
from control.rehearsal.conductor import Conductor
from control.watch.addresses import note_served
from control.watch.clock_jump import Guard
from megagame import environment, garbage, messages, private_files
from megagame.celery import app as celery_app
from megagame.embedded import Background

LAST_PORT = 65_535


class Command(BaseCommand):
    """Serve until told to stop.

    Without a Redis this is everything: it first brings the database and the static files up to date and runs the worker
    and the beat beside the pages. With one it is a web process among others; preparing and Celery are steps of their own.
    """

    help = "Serve the console: pages and live screens, without a Redis the worker and the beat too."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--prepare-only", action="store_true", help="database and static files, then end")
        parser.add_argument("--free", action="store_true", help="before anything else, refuse where another program listens there")

    def handle(self, *, host: str, port: int, prepare_only: bool, free: bool, **options: Any) -> None:
        """Prepare what this process is alone in using, then serve."""
        if free:
            _listen_once(host, port)
        private_files.close_to_others(Path(settings.VAR_DIR))
        if settings.EMBEDDED or prepare_only:
            call_command("migrate", interactive=False, verbosity=0)
            collect_static()
        if settings.USE_I18N:
            _compile_catalogues()
        if prepare_only:
            return
        # uvicorn raises the signal that stopped it once more when it is done; being told to stop is no failure.
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, _already_stopping)
        background = (Background(celery_app), Waker()) if settings.EMBEDDED else (Waker(behind=BEHIND),)
        guard, conductor = Guard(), Conductor()
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
            garbage.start()
            uvicorn.Server(config).run()
        except SystemExit as failed:
            raise CommandError(_nowhere(host, port)) from failed
        finally:
            conductor.stop()
            if bots:
                bots.stop()
            for each in reversed(background):
                each.stop()
            guard.stop()


def _listen_once(host: str, port: int) -> None:
    """Listen there as the server will, and stop at once.

    Raises:
        CommandError: another program listens there, or this machine has no such address.
    """
    try:
        for family, kind, protocol, _name, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(address)
                tried.listen(1)
    except OSError as failed:
        raise CommandError(_nowhere(host, port)) from failed


def _nowhere(host: str, port: int) -> str:
    other = port + 1 if port < LAST_PORT else port - 1
    return f"Nothing can listen at {host} port {port}: choose another, with make run PORT={other} or serve --port {other}."


def server_config(host: str, port: int) -> uvicorn.Config:
    """How one process serves: compression of tiny frames costs more than it saves, so there is none."""
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


def collect_static() -> None:
    """Collect the static files where they have changed since the last time."""
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
    """Compile what is said, unless that has been done: an installation may lie where this process cannot write."""
    try:
        messages.compiled()
    except OSError as error:
        raise CommandError(
            f"The sentences of MEGAGAME_LANGUAGE cannot be compiled here ({error.strerror}): "
            "run `manage.py messages --compile` as somebody who may write there."
        ) from None


def _already_stopping(number: int, frame: FrameType | None) -> None:
    """Do nothing: the server has heard it."""
