"""ASGI entry point: pages go to Django, the live socket to its own application."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any

from megagame.request_threads import set_up_pages as django_pages

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")
pages: Any = django_pages()

from control.live.asgi import websocket_app  # noqa: E402  # these need the models, which are ready only now
from control.live.http import sheet_app  # noqa: E402
from megagame.hosts import is_asked_by_name  # noqa: E402
from megagame.middleware import ROUTE, request_middleware  # noqa: E402

LIVE = "/live/"


async def _http(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"].startswith(LIVE):
        scope[ROUTE] = f"{LIVE}sheet/"
        await sheet_app(scope, receive, send)
    else:
        await pages(scope, receive, send)


_by_the_door = request_middleware(_http)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route a connection to its application. A socket at an unknown address is closed before it opens."""
    if scope["type"] != "websocket":
        await (_by_the_door if scope["type"] == "http" else pages)(scope, receive, send)
    elif scope["path"].startswith(LIVE) and is_asked_by_name(scope):
        await websocket_app(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": 1000})
