"""Pages under ASGI: one thread from first to last, from a few that are kept, whatever becomes of the request."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.signals import request_finished, request_started
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from megagame.pages import LOOKS, PRESSES, pages


def threads(request: HttpRequest) -> HttpResponse:
    """The name of the thread that answers."""
    return HttpResponse(threading.current_thread().name)


def typed(request: HttpRequest) -> HttpResponse:
    """What was posted."""
    return HttpResponse(f"{request.POST['word']} by {threading.current_thread().name}")


def broken(request: HttpRequest) -> HttpResponse:
    """It fails."""
    raise ValueError("never shown")


def streamed(request: HttpRequest) -> StreamingHttpResponse:
    """Word by word."""

    def words() -> Iterator[str]:
        yield from ("one ", "two")

    return StreamingHttpResponse(words())


def file(request: HttpRequest) -> FileResponse:
    """A file from the disk."""
    return FileResponse(Path(__file__).open("rb"))


urlpatterns = [path(f"{view.__name__}/", view) for view in (threads, typed, broken, streamed, file)]
pytestmark = pytest.mark.usefixtures("_own_addresses")


@pytest.fixture
def _own_addresses() -> Iterator[None]:
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.common.CommonMiddleware"]):
        yield


async def asked(app, where, *, method="GET", parts=(b"",), headers=(), gone=False):
    """Status and body of an answer; with `gone` the client has left before it had sent everything."""
    waiting, sent = list(parts), []

    async def receive():
        if not waiting:
            if gone:
                return {"type": "http.disconnect"}
            await asyncio.sleep(60)
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting) or gone}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": where,
        "raw_path": where.encode(),
        "query_string": b"",
        "headers": [(b"host", b"testserver"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
        "scheme": "http",
        "http_version": "1.1",
    }
    await app(scope, receive, send)
    return (sent[0]["status"] if sent else None), b"".join(each.get("body", b"") for each in sent)


def test_few_threads_answer_many_and_presses_have_their_own():
    async def all_of_them():
        app = pages()
        form = [(b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", b"7")]
        looks = [asked(app, "/threads/") for _each in range(40)]
        presses = [asked(app, "/typed/", method="POST", parts=(b"word=", b"no"), headers=form) for _each in range(40)]
        return await asyncio.gather(*looks), await asyncio.gather(*presses)

    looks, presses = asyncio.run(all_of_them())

    assert {status for status, _body in (*looks, *presses)} == {200}
    assert all(body.startswith(b"look") for _status, body in looks)
    assert all(body.startswith(b"no by press") for _status, body in presses)
    assert len(set(looks)) <= LOOKS
    assert len(set(presses)) <= PRESSES


def test_every_request_begins_and_finishes_once_in_the_thread_that_answers():
    heard: list[tuple[str, str]] = []

    def began(**_named):
        heard.append(("began", threading.current_thread().name))

    def finished(**_named):
        heard.append(("finished", threading.current_thread().name))

    request_started.connect(began)
    request_finished.connect(finished)
    try:
        _status, body = asyncio.run(asked(pages(), "/threads/"))
    finally:
        request_started.disconnect(began)
        request_finished.disconnect(finished)

    assert heard == [("began", body.decode()), ("finished", body.decode())]


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
@pytest.mark.parametrize(("where", "what"), [("/streamed/", b"one two"), ("/file/", Path(__file__).read_bytes())])
def test_what_is_streamed_arrives_whole(where, what):
    finished: list[bool] = []

    def finish(**_named):
        finished.append(True)

    request_finished.connect(finish)
    try:
        assert asyncio.run(asked(pages(), where)) == (200, what)
    finally:
        request_finished.disconnect(finish)
    assert finished == [True]


def test_a_failure_is_an_answer_and_the_thread_goes_on():
    async def both():
        app = pages()
        return await asked(app, "/broken/"), await asked(app, "/threads/")

    (failed, page), (status, _body) = asyncio.run(both())

    assert (failed, status) == (500, 200)
    assert b"never shown" not in page


def test_a_client_that_leaves_in_the_middle_is_answered_nothing():
    assert asyncio.run(asked(pages(), "/typed/", method="POST", parts=(b"wor",), gone=True)) == (None, b"")
