"""Request middleware: size limits, counting, logging, health endpoints.

`/healthz` says that the process is alive, `/readyz` whether its services are available. `/metrics` gives metrics to authorized
readers and does not exist for all others. They bypass Django, so they answer even if pages cannot.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from control.engine.language import later, say
from control.live.page_priority import CrowdedError
from control.watch import metrics, vitals
from megagame import hosts
from megagame import metrics_page as shared
from megagame.csp import POLICY
from megagame.logline import NOWHERE, route_of

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("megagame.requests")

ROUTE = "megagame.route"  # scope key of the request's URL pattern
NEXT_PART = 20.0  # longest pause between two parts of a body, in seconds
BODY_WITHIN = 30.0  # seconds for a whole body, plus one for each `PACE` bytes received: ends slow trickles
PACE = 2_000  # bytes
LARGEST_FORM = 131_072  # most bytes from players and strangers; a sheet with all fields full has half of that
WORKROOMS = ("/control/", "/admin/", "/debrief/", "/lab/", "/print/")  # pages for signed-in people, with lists and files
# Multiple of the limit that is read and discarded, because a browser reads no answer while it sends. It is more than a proxy lets
# through, so that with a proxy in front only one of the two gives up.
HEARD_OUT = 5
NO_MORE = 5.0  # seconds without further data
AT_ONCE = 8  # bodies discarded at a time; beyond that a client may miss the answer, so that uploads cannot flood the loop
FORWARDED = frozenset({b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"})
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
TOO_LARGE = later("What was sent is far larger than anything this console takes. Send less.")
CROWDED = later("Too many requests come from this network. Wait some seconds, then send it again.")
TOO_SLOW = later("What was sent did not arrive completely. Send it again.")
PLAIN = (b"content-type", b"text/plain; charset=utf-8")
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body><h1>{title}</h1><p>{sentence}</p>{way}</body></html>
"""


class GivenUp(Exception):  # noqa: N818  # nothing failed here: the client is told
    """The body is too large, or never ends."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


def request_middleware(pages: App) -> App:
    """Wrap an HTTP application in this middleware."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await _answer(pages, scope, receive, counted)
        finally:
            _log_request(scope, status, time.perf_counter() - begun)

    return answer


async def _answer(pages: App, scope: Scope, receive: Receive, send: Send) -> None:
    path = scope["path"].rstrip("/")
    if path == "/healthz":
        scope[ROUTE] = path
        await _say(send, 200, b"alive\n", PLAIN)
    elif path == "/readyz":
        scope[ROUTE] = path
        signs = await vitals.signs()
        ready = all(each.well for each in signs)
        document = {"ready": ready, "parts": {each.part: each.word for each in signs}}
        await _say(send, 200 if ready else 503, json.dumps(document).encode(), (b"content-type", b"application/json"))
    elif path == "/metrics" and may_read_figures(scope):
        scope[ROUTE] = path
        await _say(send, 200, await shared.page(), (b"content-type", b"text/plain; version=0.0.4; charset=utf-8"))
    elif settings.OWN_NAMES_ONLY and not hosts.is_asked_by_name(scope):  # else Django checks the name
        await _refuse(send, GivenUp(400, hosts.STRANGE), back=False)
    else:
        await _bounded(pages, scope, receive, send)


async def _bounded(pages: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Pass a request on, but limit its body. The address of sheets has its own, stricter limit."""
    own = scope["path"].startswith("/live/")
    most, seen, ended, started = largest_at(scope["path"]), 0, False, False
    begun = time.monotonic()
    refused: GivenUp | None = None

    async def heard() -> Message:
        nonlocal seen, ended, refused
        if refused is not None:
            return {"type": "http.disconnect"}
        if ended:
            return await receive()  # waits until the client disconnects
        try:
            message = await asyncio.wait_for(receive(), _wait_seconds(begun, seen, NEXT_PART))
        except TimeoutError:
            refused = GivenUp(408, TOO_SLOW)
            return {"type": "http.disconnect"}
        seen += len(message.get("body", b""))
        ended = not message.get("more_body", False)
        if seen > most and not own:
            refused = GivenUp(413, TOO_LARGE)
            return {"type": "http.disconnect"}
        return message

    async def said(message: Message) -> None:
        nonlocal started
        started = True
        await send(message)

    if _content_length(scope) > most and not own:
        refused = GivenUp(413, TOO_LARGE)
    else:
        try:
            await pages(scope, heard, said)
        except CrowdedError:
            refused = GivenUp(503, CROWDED)
    if refused is not None and not started:
        if refused.status == 413 and len(_heard_out) < AT_ONCE:
            await _hear_out(receive, settings.LARGEST_BODY * HEARD_OUT)
        await _refuse(send, refused)


def largest_at(path: str) -> int:
    """Largest body in bytes for this address."""
    most: int = settings.LARGEST_BODY
    return most if path.startswith(WORKROOMS) else min(most, LARGEST_FORM)


async def _refuse(send: Send, refused: GivenUp, *, back: bool = True) -> None:
    kind = ((b"content-type", b"text/html; charset=utf-8"), (b"content-security-policy", POLICY.encode()))
    await _say(send, refused.status, page_of(refused, back=back).encode(), *kind, (b"connection", b"close"))


def page_of(refused: GivenUp, *, back: bool = True) -> str:
    """Error page with the reason, without Django's templates. `back`: add a link to the console."""
    way = f'<p><a href="/">{say("To the console")}</a></p>' if back else ""
    return PAGE.format(language=settings.LANGUAGE_CODE, title=say("Not taken"), sentence=say(refused.sentence), way=way)


def _wait_seconds(begun: float, seen: int, pause: float) -> float:
    """Seconds to wait for the next part of a body, after `seen` bytes since `begun`."""
    return min(pause, max(begun + BODY_WITHIN + seen / PACE - time.monotonic(), 0.0))


async def _hear_out(receive: Receive, most: int) -> None:
    """Read and discard further data, up to a limit."""
    begun, seen, more = time.monotonic(), 0, True
    _heard_out.add(receive)
    try:
        while more and seen < most:
            message = await asyncio.wait_for(receive(), _wait_seconds(begun, seen, NO_MORE))
            seen += len(message.get("body", b""))
            more = message.get("more_body", False)
    except TimeoutError:
        return
    finally:
        _heard_out.discard(receive)


_heard_out: set[Receive] = set()


def may_read_figures(scope: Scope) -> bool:
    """Whether the client may read the metrics: an allowed network, or the token."""
    if settings.METRICS_TOKEN:
        given = _header(scope, b"authorization")
        if hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
            return True
    try:
        address = ipaddress.ip_address((scope.get("client") or ("",))[0])
    except ValueError:
        return False
    if settings.OWN_NAMES_ONLY and not hosts.is_asked_by_name(scope):
        return False
    # A forwarded request is not local: an unknown proxy may run on this machine.
    if address.is_loopback and any(name in FORWARDED for name, _value in scope["headers"]):
        return False
    return any(address in network for network in settings.METRICS_NETWORKS)


Answer = Callable[[HttpRequest], HttpResponseBase]


def remember_route(get_response: Answer) -> Answer:
    """Django middleware that stores the URL pattern of a request for the log."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        _remember_route(request)
        return response

    return answer


def keep_form_token(get_response: Answer) -> Answer:
    """Middleware that sends the cookie of form tokens only when it is new.

    Django repeats it with every page. An answer that is late would bring the former token back after somebody has joined anew, and
    the next press would be refused.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        name = settings.CSRF_COOKIE_NAME
        if name in response.cookies and response.cookies[name].value == request.COOKIES.get(name):
            del response.cookies[name]
        return response

    return answer


def _remember_route(request: HttpRequest) -> None:
    scope = getattr(request, "scope", None)
    if scope is not None:
        scope[ROUTE] = f"/{settings.STATIC_URL.strip('/')}/" if request.path.startswith(settings.STATIC_URL) else route_of(request)


def _log_request(scope: Scope, status: int, seconds: float) -> None:
    route = scope.get(ROUTE, NOWHERE)
    method = scope["method"] if scope["method"] in METHODS else "other"
    metrics.requests.labels(route, method, str(status)).observe(seconds)
    level = logging.WARNING if status >= 500 and route != "/readyz" else logging.INFO  # a client that disconnects is no error
    log.log(
        level,
        "request" if status else "request without an answer",
        extra={"route": route, "method": method, "status": status, "ms": round(seconds * 1000, 1)},
    )


def _content_length(scope: Scope) -> int:
    length = _header(scope, b"content-length")
    return int(length) if length.isdigit() and len(length) < 20 else 0


def _header(scope: Scope, name: bytes) -> bytes:
    return next((value for each, value in scope["headers"] if each == name), b"")


async def _say(send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    always = (
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    )
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *always]})
    await send({"type": "http.response.body", "body": body})
