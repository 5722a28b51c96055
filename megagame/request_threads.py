"""Request threads under ASGI: a few threads answer each request from start to end, and keep their database connections for a while.

By default Django gives every request its own thread, switches threads for each middleware, and opens a new database connection. On
a small machine that is most of a page's cost. Here a request that waits for a thread costs nothing. Addresses take turns, and a
request whose client has disconnected is skipped. Sign-ins have a lane of their own, because a password takes as long as a hundred
pages. Requests for a phone's news have one too, so that no page waits behind a hall of them. Ballots have many threads, because
each waits for the others of its batch.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import copy_context
from functools import partial
from typing import Any

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import connection
from django.http import FileResponse, parse_cookie
from django.urls import set_script_prefix

from control import registry
from control.journal import ballots
from control.live.connections import source_of
from control.live.page_priority import TurnQueue, way
from control.people.access import seat_cookie
from control.people.login import COOKIE, known_device

# === request threads ====================================================================================================


LOOKS, PRESSES = 3, 6  # threads; a GET only computes, a POST also waits for the disk and for locks
PHONES, PHONES_AFAR = 3, 2  # threads; with a database over the network each takes a connection of a pool
BALLOTS, BALLOTS_AFAR = 16, 8  # threads; most of them wait for one commit, and lend the pool their connection meanwhile
SIGN_INS = 1  # thread; the second core stays free for others
OF_ONE = 1_000  # most waiting requests of one address; more than three hundred phones behind one router need
SIGN_INS_OF_ONE = 12  # some seconds of work
SIGN_IN = frozenset({"/staff/login", "/admin/login"})  # addresses that hash a password for anybody
FRESH = "/play/fresh/"  # address of phones that ask for news by a request
SAFE = ("GET", "HEAD")
TURN = 0.001  # seconds between thread switches, so that the loop that notifies the screens waits no longer


class Pages(ASGIHandler):
    """Django's ASGI handler with our own threads."""

    def __init__(self) -> None:
        super().__init__()
        sys.setswitchinterval(TURN)
        is_here = connection.vendor == "sqlite"
        self._looks = TurnQueue(LOOKS, "look", OF_ONE)
        self._phones = TurnQueue(PHONES if is_here else PHONES_AFAR, "phone", OF_ONE)
        self._presses = TurnQueue(PRESSES, "press", OF_ONE)
        self._ballots = TurnQueue(BALLOTS if is_here else BALLOTS_AFAR, "ballot", OF_ONE)
        self._sign_ins = TurnQueue(SIGN_INS, "sign-in", SIGN_INS_OF_ONE)

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware in synchronous form."""
        super().load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request.

        Raises:
            CrowdedError: too many requests of its address are waiting.
        """
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        source, lane = _queue_key(scope), self._lane(scope)
        set_script_prefix(get_script_prefix(scope))
        try:
            with _ballot_on_the_way(scope) if lane is self._ballots else nullcontext():
                work = lane.submit(source, partial(copy_context().run, self._answered, scope, body))
                response = await (_unless_gone(work, receive) if lane.is_full else asyncio.wrap_future(work))
            if response is None:
                return
            try:
                await self.send_response(response, send)
            finally:
                if response.streaming:
                    await asyncio.get_running_loop().run_in_executor(None, response.close)
        finally:
            body.close()

    def _lane(self, scope: Any) -> TurnQueue:
        if scope["method"] == "GET" and scope["path"] == FRESH:
            return self._phones
        if scope["method"] in SAFE:
            return self._looks  # a POST never waits for GETs
        if scope["path"] in registry.ballots():
            return self._ballots
        return self._sign_ins if scope["path"].rstrip("/") in SIGN_IN else self._presses

    def _answered(self, scope: Any, body: Any) -> Any:
        """Compute the whole response in a thread, and return the connection if nothing more is read for it."""
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, unreadable = self.create_request(scope, body)
        with way.before_crowds() if self._lane(scope) is self._looks else nullcontext():  # phones are a crowd themselves
            response: Any = self.get_response(request) if request is not None else unreadable
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
        return response


def _queue_key(scope: Any) -> str:
    """Key of the waiting queue: the address, or at sign-in a known device, which does not wait for strangers at its address."""
    address = source_of((scope.get("client") or ("",))[0])
    if scope["path"].rstrip("/") not in SIGN_IN:
        return address
    known = known_device(_cookies(scope).get(COOKIE, ""))
    return known.device if known is not None else address


def _ballot_on_the_way(scope: Any) -> AbstractContextManager[None]:
    """Mark a ballot for its event. A device without a badge has none."""
    badge = seat_cookie(_cookies(scope))
    return ballots.on_the_way(badge.event) if badge is not None else nullcontext()


def _cookies(scope: Any) -> dict[str, str]:
    return parse_cookie(b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1"))


async def _unless_gone(work: Future[Any], receive: Any) -> Any:
    """Response, or None if the client disconnects before its turn."""
    answer, gone = asyncio.wrap_future(work), asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
        return None if not answer.done() and work.cancel() else await answer
    finally:
        gone.cancel()


async def _gone(receive: Any) -> None:
    """Return when the client disconnects."""
    with suppress(OSError):
        while (await receive())["type"] != "http.disconnect":
            pass


def set_up_pages() -> Pages:
    """Set up Django and return its handler."""
    django.setup(set_prefix=False)
    return Pages()
