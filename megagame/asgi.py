"""Where a server enters: pages go to Django, the live socket goes straight to its own application."""

from __future__ import annotations

import gc
import os
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.asgi import get_asgi_application

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")
pages: Any = get_asgi_application()

from control.live_asgi import websocket_app  # noqa: E402  # these need the models, which are ready only now
from control.live_http import sheet_app  # noqa: E402

LIVE = "/live/"

# All that is loaded now stays for good. Leaving it out of later collections turns pauses of a tenth of a second into nothing.
gc.collect()
gc.freeze()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Send a connection to whoever answers it; a socket at any other address is closed before it opens."""
    live = scope["type"] in ("http", "websocket") and scope["path"].startswith(LIVE)
    if scope["type"] != "websocket":
        await (sheet_app if live else pages)(scope, receive, send)
    elif live:
        await websocket_app(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": 1000})
