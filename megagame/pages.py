"""Pages under ASGI: a request is answered from first to last in one of a few threads, and each keeps its connection for a while.

As it comes, Django gives every request a thread of its own, takes it there and back for each piece of middleware and opens the
database anew: on a small machine that is most of what a page costs. Here a request that waits for a thread costs nothing.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from contextvars import copy_context
from typing import Any

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.urls import set_script_prefix

from control.live.turns import way

LOOKS, PRESSES = 4, 6  # threads: a look only computes, a press also waits for the disk and for another's lock
SAFE = ("GET", "HEAD")
TURN = 0.001  # seconds until a thread that computes lets another one on; the loop that tells the screens waits no longer


class Pages(ASGIHandler):
    """Django for a server that speaks ASGI."""

    def __init__(self) -> None:
        super().__init__()
        sys.setswitchinterval(TURN)
        self._looks = ThreadPoolExecutor(LOOKS, "look")
        self._presses = ThreadPoolExecutor(PRESSES, "press")

    def load_middleware(self, is_async: bool = False) -> None:
        """Chain the middleware up for threads."""
        super().load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        threads = self._looks if scope["method"] in SAFE else self._presses  # nobody's press waits for others' looks
        set_script_prefix(get_script_prefix(scope))
        response = await loop.run_in_executor(threads, copy_context().run, self._answered, scope, body)
        try:
            await self.send_response(response, send)
        finally:
            if response.streaming:
                await loop.run_in_executor(threads, response.close)
            body.close()

    def _answered(self, scope: Any, body: Any) -> Any:
        """In a thread: the whole answer, and the connection given back where nothing more is read for it."""
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, unreadable = self.create_request(scope, body)
        with way.before_crowds() if scope["method"] in SAFE else nullcontext():
            response: Any = self.get_response(request) if request is not None else unreadable
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
        return response


def pages() -> Pages:
    """Django, set up."""
    django.setup(set_prefix=False)
    return Pages()
