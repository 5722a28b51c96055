"""Pages travel compressed: a phone on bad wifi gets a quarter of the bytes. Static files are compressed once, when collected."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware
from django.utils.text import compress_string

LEAST = 800  # bytes below which nothing is gained
PADDING = 100  # random bytes at most, so that a page's length tells nothing about what is in it (BREACH)

Answer = Callable[[HttpRequest], HttpResponseBase]
AsyncAnswer = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def compressed(get_response: Answer | AsyncAnswer) -> Answer | AsyncAnswer:
    """Compress pages for browsers that take gzip; Django's own middleware would go through a thread for it."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return _zipped(request, await cast(AsyncAnswer, get_response)(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _zipped(request, cast(Answer, get_response)(request))

    return answer


def _zipped(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    kind = response.headers.get("Content-Type", "")
    if not isinstance(response, HttpResponse) or not kind.startswith("text/html") or response.has_header("Content-Encoding"):
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    body = response.content
    if len(body) < LEAST or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return response
    response.content = compress_string(body, max_random_bytes=PADDING)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.content))
    return response
