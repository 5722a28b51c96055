"""Pages under ASGI: each request stays in one thread from a small pool, whatever becomes of the request."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.signals import request_finished, request_started
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path, reverse
from django.views.decorators.csrf import csrf_exempt
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from control.journal import ballots
from control.live.page_priority import CROWD as MANY
from control.live.page_priority import CrowdedError, way
from control.people.access import SeatCookie
from control.people.login import COOKIE, remember_device
from megagame import request_threads as made
from megagame.middleware import request_middleware
from megagame.request_threads import BALLOTS, FRESH, LOOKS, PHONES, PHONES_AFAR, PRESSES, SIGN_IN, SIGN_INS, set_up_pages
from tests.services import PATIENCE

CROWD, OTHER = "192.0.2.1", "192.0.2.2"


def threads(request: HttpRequest) -> HttpResponse:
    """Answer with the name of the thread."""
    return HttpResponse(threading.current_thread().name)


def typed(request: HttpRequest) -> HttpResponse:
    """Answer with the posted word."""
    return HttpResponse(f"{request.POST['word']} by {threading.current_thread().name}")


def broken(request: HttpRequest) -> HttpResponse:
    """Raise an error."""
    raise ValueError("never shown")


def streamed(request: HttpRequest) -> StreamingHttpResponse:
    """Stream word by word."""

    def words() -> Iterator[str]:
        yield from ("one ", "two")

    return StreamingHttpResponse(words())


def file(request: HttpRequest) -> FileResponse:
    """Answer with a file."""
    return FileResponse(Path(__file__).open("rb"))


begun: list[str] = []  # client addresses in the order in which their requests began
before_crowds: list[bool] = []  # for each of these requests, whether a crowd gave way to it
held = threading.Event()


@csrf_exempt
def slow(request: HttpRequest) -> HttpResponse:
    """Wait until the test continues."""
    begun.append(request.META["REMOTE_ADDR"])
    before_crowds.append(way.is_given(MANY + 1))
    held.wait(PATIENCE)
    return HttpResponse("")


urlpatterns = [path(f"{view.__name__}/", view) for view in (threads, typed, broken, streamed, file, slow)]
urlpatterns += [path(where[1:], slow) for where in ("/staff/login/", FRESH)]
pytestmark = pytest.mark.usefixtures("_own_addresses")


@pytest.fixture
def _held() -> Iterator[None]:
    begun.clear()
    before_crowds.clear()
    held.clear()
    yield
    held.set()


@pytest.fixture
def _own_addresses() -> Iterator[None]:
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.common.CommonMiddleware"]):
        yield


async def asked(app, where, *, method="GET", parts=(b"",), headers=(), gone=False, address="127.0.0.1", leaves=None):
    """Status and body of an answer. `gone`: the client disconnects within the body. Else it disconnects after `leaves`."""
    waiting, sent = list(parts), []

    async def receive():
        if not waiting:
            if gone:
                return {"type": "http.disconnect"}
            await (leaves or asyncio.Event()).wait()
            return {"type": "http.disconnect"}
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
        "client": (address, 1),
        "server": ("testserver", 80),
        "scheme": "http",
        "http_version": "1.1",
    }
    await app(scope, receive, send)
    return (sent[0]["status"] if sent else None), b"".join(each.get("body", b"") for each in sent)


def test_few_threads_answer_many_and_presses_have_their_own():
    async def all_of_them():
        app = set_up_pages()
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


@pytest.mark.usefixtures("_held")
def test_ballots_have_their_own_threads_and_count_as_come_from_the_first_moment(monkeypatch):
    monkeypatch.setattr(made.registry, "ballots", lambda: frozenset({"/slow/"}))
    monkeypatch.setattr(made, "seat_cookie", lambda cookies: SeatCookie(event=1, seat="cat-1", issue=1, device="here"))

    async def all_of_them():
        app = set_up_pages()
        crowd = [asyncio.ensure_future(asked(app, "/slow/", method="POST")) for _each in range(BALLOTS + 4)]
        await until(lambda: len(begun) == BALLOTS)
        assert (await asked(app, "/threads/"))[0] == 200
        await until(lambda: len(ballots._undone) == BALLOTS + 4)
        held.set()
        await asyncio.gather(*crowd)

    asyncio.run(all_of_them())

    assert len(begun) == BALLOTS + 4
    assert ballots._undone == {}


def test_every_request_begins_and_finishes_once_in_the_thread_that_answers():
    heard: list[tuple[str, str]] = []

    def began(**_named):
        heard.append(("began", threading.current_thread().name))

    def finished(**_named):
        heard.append(("finished", threading.current_thread().name))

    request_started.connect(began)
    request_finished.connect(finished)
    try:
        _status, body = asyncio.run(asked(set_up_pages(), "/threads/"))
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
        assert asyncio.run(asked(set_up_pages(), where)) == (200, what)
    finally:
        request_finished.disconnect(finish)
    assert finished == [True]


def test_a_failure_is_an_answer_and_the_thread_goes_on():
    async def both():
        app = set_up_pages()
        return await asked(app, "/broken/"), await asked(app, "/threads/")

    (failed, page), (status, _body) = asyncio.run(both())

    assert (failed, status) == (500, 200)
    assert b"never shown" not in page


def test_a_client_that_leaves_in_the_middle_is_answered_nothing():
    assert asyncio.run(asked(set_up_pages(), "/typed/", method="POST", parts=(b"wor",), gone=True)) == (None, b"")


# --- order of requests ---------------------------------------------------------------------------------------------------


async def until(so) -> None:
    """Run other tasks until a condition holds."""
    while not so():
        await asyncio.sleep(0.001)


@pytest.mark.usefixtures("_held")
@pytest.mark.parametrize(("method", "size"), [("GET", LOOKS), ("POST", PRESSES)])
def test_an_address_that_asks_once_does_not_wait_behind_one_that_asks_without_end(method, size):
    async def all_of_them():
        app = set_up_pages()
        crowd = [asyncio.ensure_future(asked(app, "/slow/", method=method, address=CROWD)) for _each in range(60)]
        await until(lambda: len(begun) == size)
        other = asyncio.ensure_future(asked(app, "/slow/", method=method, address=OTHER))
        lane = app._looks if method == "GET" else app._presses
        await until(lambda: OTHER in lane._lines)
        held.set()
        await asyncio.gather(*crowd, other)

    asyncio.run(all_of_them())

    assert begun.index(OTHER) <= size + 1
    assert len(begun) == 61


@pytest.mark.usefixtures("_held")
def test_behind_a_trusted_proxy_the_addresses_that_it_names_have_their_turns():
    async def all_of_them():
        pages = set_up_pages()
        app = ProxyHeadersMiddleware(pages, trusted_hosts=["127.0.0.1"])
        crowd, other = ([(b"x-forwarded-for", address.encode())] for address in (CROWD, OTHER))
        asking = [asyncio.ensure_future(asked(app, "/slow/", headers=crowd)) for _each in range(60)]
        await until(lambda: len(begun) == LOOKS)
        asking.append(asyncio.ensure_future(asked(app, "/slow/", headers=other)))
        await until(lambda: OTHER in pages._looks._lines)
        held.set()
        await asyncio.gather(*asking)

    asyncio.run(all_of_them())

    assert begun.index(OTHER) <= LOOKS + 1


@pytest.mark.usefixtures("_held")
def test_a_request_whose_client_has_hung_up_before_its_turn_is_not_begun():
    async def all_of_them():
        app, leaves = set_up_pages(), asyncio.Event()
        first = [asyncio.ensure_future(asked(app, "/slow/", address=OTHER)) for _each in range(LOOKS)]
        await until(lambda: len(begun) == LOOKS)
        crowd = [asyncio.ensure_future(asked(app, "/slow/", address=CROWD, leaves=leaves)) for _each in range(30)]
        await asyncio.sleep(0)
        leaves.set()
        assert await asyncio.gather(*crowd) == [(None, b"")] * 30
        held.set()
        await asyncio.gather(*first)
        assert (await asked(app, "/threads/"))[0] == 200

    asyncio.run(all_of_them())

    assert begun == [OTHER] * LOOKS


@pytest.mark.usefixtures("_held")
def test_a_request_that_was_begun_is_answered_although_its_client_has_gone():
    async def both():
        app, leaves = set_up_pages(), asyncio.Event()
        others = [asyncio.ensure_future(asked(app, "/slow/")) for _each in range(LOOKS - 1)]
        leaving = asyncio.ensure_future(asked(app, "/slow/", leaves=leaves))
        await until(lambda: len(begun) == LOOKS)
        leaves.set()
        held.set()
        return await asyncio.gather(leaving, *others)

    assert {status for status, _body in asyncio.run(both())} == {200}


@pytest.mark.usefixtures("_held")
def test_so_many_requests_of_an_address_wait_and_no_more(monkeypatch):
    monkeypatch.setattr(made, "OF_ONE", 5)

    async def all_of_them():
        app = set_up_pages()
        crowd = [asyncio.ensure_future(asked(app, "/slow/", address=CROWD)) for _each in range(LOOKS)]
        await until(lambda: len(begun) == LOOKS)
        crowd += [asyncio.ensure_future(asked(app, "/slow/", address=CROWD)) for _each in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(CrowdedError):
            await asked(app, "/slow/", address=CROWD)
        status, body = await asked(request_middleware(app), "/slow/", address=CROWD)
        other = asyncio.ensure_future(asked(app, "/slow/", address=OTHER))
        await asyncio.sleep(0)
        held.set()
        await asyncio.gather(*crowd, other)
        return status, body

    status, body = asyncio.run(all_of_them())

    assert status == 503
    assert b"Wait some seconds" in body
    assert begun.count(OTHER) == 1


# --- phones --------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_held")
@pytest.mark.parametrize(("vendor", "size"), [("sqlite", PHONES), ("postgresql", PHONES_AFAR)])
def test_no_page_waits_for_phones_and_no_phone_for_pages(monkeypatch, vendor, size):
    monkeypatch.setattr(made, "connection", SimpleNamespace(vendor=vendor))

    async def all_of_them():
        app = set_up_pages()
        phones = [asyncio.ensure_future(asked(app, FRESH, address=f"198.51.100.{at}")) for at in range(40)]
        await until(lambda: len(begun) == size)
        page = await asked(app, "/threads/")
        pages = [asyncio.ensure_future(asked(app, "/slow/", address=OTHER)) for _each in range(LOOKS + 1)]
        await until(lambda: begun.count(OTHER) == LOOKS)
        assert len(begun) == size + LOOKS
        held.set()
        await asyncio.gather(*phones, *pages)
        return page

    status, body = asyncio.run(all_of_them())

    assert (status, body.startswith(b"look")) == (200, True)


@pytest.mark.usefixtures("_held")
@pytest.mark.parametrize(
    ("method", "where", "given"), [("GET", "/slow/", True), ("GET", FRESH, False), ("HEAD", FRESH, True), ("POST", FRESH, False)]
)
def test_a_crowd_gives_way_to_a_page_and_not_to_phones(method, where, given):
    held.set()

    asyncio.run(asked(set_up_pages(), where, method=method))

    assert before_crowds == [given]


def test_the_address_at_which_phones_ask_has_their_lane():
    with override_settings(ROOT_URLCONF="megagame.urls"):
        assert reverse("control:fresh") == FRESH


# --- sign-in -------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_held")
def test_presses_do_not_wait_for_those_who_sign_in():
    async def all_of_them():
        app = set_up_pages()
        crowd = [asyncio.ensure_future(asked(app, "/staff/login/", method="POST", address=f"198.51.100.{at}")) for at in range(40)]
        await until(lambda: len(begun) == SIGN_INS)
        form = [(b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", b"7")]
        pressed = await asked(app, "/typed/", method="POST", parts=(b"word=no",), headers=form)
        held.set()
        await asyncio.gather(*crowd)
        return pressed

    status, body = asyncio.run(all_of_them())

    assert (status, body.startswith(b"no by press")) == (200, True)


@pytest.mark.usefixtures("_held")
def test_a_device_that_was_let_in_before_waits_for_no_stranger_at_its_address(monkeypatch):
    monkeypatch.setattr(made, "SIGN_INS_OF_ONE", 3)
    let_in = HttpResponse()
    remember_device(let_in, "anna", secure=False)
    known = [(b"cookie", f"{COOKIE}={let_in.cookies[COOKIE].value}".encode())]

    async def all_of_them():
        app = set_up_pages()
        crowd = [asyncio.ensure_future(asked(app, "/staff/login/", method="POST", address=CROWD))]
        await until(lambda: len(begun) == SIGN_INS)
        crowd += [asyncio.ensure_future(asked(app, "/staff/login/", method="POST", address=CROWD)) for _each in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(CrowdedError):
            await asked(app, "/staff/login/", method="POST", address=CROWD)
        anna = asyncio.ensure_future(asked(app, "/staff/login/", method="POST", address=CROWD, headers=known))
        await asyncio.sleep(0)
        held.set()
        return (await asyncio.gather(anna, *crowd))[0]

    assert asyncio.run(all_of_them())[0] == 200


def test_every_address_that_asks_for_a_password_has_the_lane_for_it():
    with override_settings(ROOT_URLCONF="megagame.urls"):
        assert {reverse(name).rstrip("/") for name in ("login", "admin:login")} == SIGN_IN
