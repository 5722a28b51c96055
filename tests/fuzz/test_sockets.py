"""Fuzzing of sockets and of the sheets' address: every frame gets an answer or closes its socket; the server lives on."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from http.client import HTTPConnection, HTTPException

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import connect

from tests.control.hall import Hall, in_planning, phone_of, serving, tablet_of
from tests.fuzz.nasty import FRAMES, frame, raw, words
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True)]

SEED = 20260509
AT_ONCE = 3  # frames over one socket; a few senseless ones close it


@pytest.fixture
def server(caplog):
    """A server, an event in Planning, and the cookies of a phone, a tablet and a stranger. Logged errors are recorded."""
    with serving() as hall, caplog.at_level(logging.ERROR):
        event = in_planning("cat-1", "wolf-1")
        yield hall, event.pk, (phone_of(event, "cat-1"), tablet_of("organizer"), "")


def lives(hall: Hall, event: int) -> bool:
    """Whether a new screen gets its hello."""
    with hall.screen(event) as screen:
        return screen.hear("hello")["t"] == "hello"


def send(hall: Hall, event: int, cookie: str, frames) -> None:
    """Send frames over one socket and ask for a pong: it must arrive unless the socket was closed with a code."""
    with hall.screen(event, cookie) as screen, suppress(ConnectionClosed):
        screen.hear("hello")
        for each in frames:
            screen.line.send(each)
        screen.say(t="ping", c=7)
        while screen.hear("pong")["c"] != 7:
            pass


def test_no_frame_written_by_hand_breaks_the_server(server, caplog):
    hall, event, cookies = server
    for number in range(0, len(FRAMES), AT_ONCE):
        for cookie in cookies:
            send(hall, event, cookie, FRAMES[number : number + AT_ONCE])

    assert lives(hall, event)
    assert [record.getMessage() for record in caplog.records] == []


def test_no_generated_word_breaks_the_server(server, caplog, pytestconfig):
    hall, event, cookies = server
    waiting = []

    @settings(
        max_examples=pytestconfig.getoption("--fuzz"),
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @seed(SEED)
    @given(words)
    def attempt(word) -> None:
        waiting.append(frame(word))
        if len(waiting) == AT_ONCE:
            send(hall, event, cookies[sum(map(len, waiting)) % len(cookies)], waiting)
            waiting.clear()

    attempt()

    assert lives(hall, event)
    assert [record.getMessage() for record in caplog.records] == []


ADDRESSES = (
    "/live/",
    "/live//",
    "/live/999999/",
    "/live/99999999999999999999/",
    "/live/-1/",
    "/live/1/../../etc/passwd",
    "/live/%00/",
    "/live/%ff/",
    "/live/table/%F0%9F%8F%B0/",
    "/live/table/" + "a" * 5000 + "/",
    "/live/nothing/abc/",
    "/nowhere/",
    "/live/1/?" + "hall=" * 1000,
)


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address[:24])
def test_no_address_of_a_socket_breaks_the_server(server, caplog, address):
    hall, event, _cookies = server
    with suppress(InvalidHandshake, InvalidMessage, ConnectionClosed, TimeoutError, OSError):
        odd = {"Cookie": "seat=:::;sessionid=\u00ff;=", "Origin": "null"}
        with connect(f"ws://127.0.0.1:{hall.port}{address}", additional_headers=odd, open_timeout=5, close_timeout=1) as line:
            line.recv(1)

    assert lives(hall, event)
    assert [record.getMessage() for record in caplog.records] == []


def test_no_body_at_the_sheets_own_address_breaks_the_server(server, caplog):
    hall, event, cookies = server
    found = set()
    for number, each in enumerate(FRAMES):
        line = HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "Cookie": cookies[number % 3]}
        with suppress(HTTPException, ConnectionError):
            line.request("POST", f"/live/{event}/sheet/", raw(each) if isinstance(each, str) else each, headers)
            answer = line.getresponse()
            found.add(answer.status)
            assert "sentence" in json.loads(answer.read())
        line.close()

    assert found <= {200, 404, 413, 422}
    assert 422 in found
    assert lives(hall, event)
    assert [record.getMessage() for record in caplog.records] == []
