"""Servers to compare, each in a process of its own. A thread lets the measuring process call its acts."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

TOPICS = ("clock", "phase", "map", "news")


def serve(kind: str, port: int, environment: dict[str, str], pipe: Connection) -> None:
    """Serve until the pipe closes. Every word on it calls an act and is answered."""
    os.environ.update(environment)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")
    os.environ["LOG_LEVEL"] = "WARNING"
    app, acts, options = KINDS[kind]()
    import uvicorn

    plain = {"loop": "uvloop", "http": "httptools", "lifespan": "off", "access_log": False, "log_level": "warning"}
    config = uvicorn.Config(app, host="127.0.0.1", port=port, **plain, **options)
    server = uvicorn.Server(config)

    def listen() -> None:
        while not server.started:
            time.sleep(0.01)
        pipe.send("ready")
        try:
            while (word := pipe.recv()) is not None:
                name, arguments = word
                pipe.send(figures[name]() if name in figures else acts[name](*arguments))
        except EOFError:
            pass
        finally:
            server.should_exit = True
            server.force_exit = True

    threading.Thread(target=listen, daemon=True).start()
    server.run()
    sys.stdout.flush()
    os._exit(0)


def cpu() -> float:
    """Return the processor time that this process has used, in seconds."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def memory() -> float:
    """Return the memory of this process, in kB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1000


figures = {"cpu": cpu, "memory": memory}

Acts = dict[str, Callable[..., Any]]
Kind = tuple[Callable[..., Awaitable[None]], Acts, dict[str, Any]]


def ours() -> Kind:
    """The console as `serve` starts it."""
    import django

    django.setup()
    from control.engine.modules import Invalidation
    from control.journal import journal
    from control.live import broadcast as live
    from control.management.commands.serve import server_config
    from control.models import Event, Stream
    from megagame import garbage
    from megagame.asgi import application

    garbage.tune_garbage_collection()
    invalidations = tuple(Invalidation(topic=topic) for topic in TOPICS)

    def publish(event_id: int) -> int:
        found = journal.head(Stream.objects.get(event=Event.objects.get(pk=event_id)))
        begun = time.monotonic_ns()
        live.publish(event_id, invalidations, seq=found.seq, state=found.state)
        return begun

    config = server_config("127.0.0.1", 0)
    options = {"ws": config.ws, "ws_per_message_deflate": config.ws_per_message_deflate, "ws_max_size": config.ws_max_size}
    from tests.bench import desk_world, tables_world, underground_world, votes_world, world

    acts = {**world.ACTS, **desk_world.ACTS, **tables_world.ACTS, **votes_world.ACTS, **underground_world.ACTS}
    return application, {"publish": publish, **acts}, options


def bare() -> Kind:
    """The shortest program that broadcasts: a set of sockets and a loop, on plain uvicorn."""
    sends: set[Callable[[dict[str, Any]], Awaitable[None]]] = set()
    loops: list[asyncio.AbstractEventLoop] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        loops[:] = [asyncio.get_running_loop()]
        sends.add(send)
        await send({"type": "websocket.send", "text": "{}"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        sends.discard(send)

    async def broadcast(text: str) -> None:
        for send in tuple(sends):
            await send({"type": "websocket.send", "text": text})

    def publish(text: str) -> int:
        begun = time.monotonic_ns()
        asyncio.run_coroutine_threadsafe(broadcast(text), loops[0])
        return begun

    return app, {"publish": publish}, {}


def stock() -> Kind:
    """A Channels consumer as in the tutorial: `group_send` on the in-memory layer, and a database row for each message."""
    import django

    django.setup()
    from channels.db import database_sync_to_async
    from channels.generic.websocket import AsyncWebsocketConsumer
    from channels.layers import get_channel_layer
    from channels.routing import ProtocolTypeRouter, URLRouter
    from django.urls import path
    from django.utils import timezone

    from control.models import Event, Sheet
    from tests.bench.world import prepare, stored, war_sheets

    def keep(month: int, key: str, body: str) -> None:
        event = Event.objects.get().pk
        Sheet.objects.create(
            event_id=event, seat=key, kind="war", month=month, revision=1, client_key=key, received_at=timezone.now(), body=body
        )

    class Screen(AsyncWebsocketConsumer):  # type: ignore[misc]
        async def connect(self) -> None:
            await self.channel_layer.group_add("all", self.channel_name)
            await self.accept()
            await self.send(text_data="{}")

        async def disconnect(self, code: int) -> None:
            await self.channel_layer.group_discard("all", self.channel_name)

        async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
            sheet = json.loads(text_data or "{}")
            await database_sync_to_async(keep)(sheet["month"], sheet["key"], json.dumps(sheet["fields"]))
            await self.send(text_data='{"t":"receipt","status":"received"}')

        async def news(self, message: dict[str, Any]) -> None:
            await self.send(text_data=message["text"])

    loops: list[asyncio.AbstractEventLoop] = []
    inner = ProtocolTypeRouter({"websocket": URLRouter([path("live/<int:event>/", Screen.as_asgi())])})

    async def app(scope: Any, receive: Any, send: Any) -> None:
        loops[:] = [asyncio.get_running_loop()]
        await inner(scope, receive, send)

    def publish(text: str) -> int:
        begun = time.monotonic_ns()
        message = {"type": "news", "text": text}
        asyncio.run_coroutine_threadsafe(get_channel_layer().group_send("all", message), loops[0])
        return begun

    return app, {"publish": publish, "prepare": prepare, "war_sheets": war_sheets, "stored": stored}, {}


KINDS: dict[str, Callable[[], Kind]] = {"ours": ours, "bare uvicorn": bare, "stock Channels": stock}
