"""One hostile device against the embedded console over real sockets: slow requests end, and nobody else is shut out."""

from __future__ import annotations

import logging
import re
import socket
import time
from contextlib import ExitStack, contextmanager, suppress
from urllib.request import urlopen

import pytest
from django.core.cache import cache

from control.engine.records import replace
from control.live import connections
from control.live.connections import Connections, Limits, raise_descriptors, source_of
from control.live.http_protocol import PIECE, BoundedProtocol
from control.watch import connections as crowd
from control.watch.preflight_lines import LightColour
from tests.control.hall import serving
from tests.services import PATIENCE

UPGRADE = (
    b"GET /live/1/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n%s\r\n"
)
AMPLE = Limits(head_within=600.0, taken_within=600.0, knocks=1_000_000)
HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
PAGE = b"GET /nowhere/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def bounded(**bounds) -> type[BoundedProtocol]:
    """The console's protocol with these limits. `all` and `tasks_of_all` on the class are all connections and their tasks."""

    class Bounded(BoundedProtocol):
        limits = replace(AMPLE, **bounds)
        all: Connections
        tasks_of_all: set[object]

        def connection_made(self, transport):
            type(self).all, type(self).tasks_of_all = self.held, self.tasks
            super().connection_made(transport)

    return Bounded


@contextmanager
def console(**bounds):
    """Port of a console with these limits."""
    with serving(http=bounded(**bounds)) as hall:
        yield hall.port


def line_to(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))


def heard(line: socket.socket) -> bytes:
    """All bytes until the other side closes."""
    found = b""
    with suppress(ConnectionResetError):
        while part := line.recv(65_536):
            found += part
    return found


def poured(line: socket.socket, stuff: bytes, times: int) -> int:
    """Send repeatedly until the other side refuses; returns the number of bytes sent."""
    sent = 0
    with suppress(OSError):
        for _turn in range(times):
            line.sendall(stuff)
            sent += len(stuff)
    return sent


def is_served(port: int, source: str = "127.0.0.1") -> bool:
    with line_to(port, source) as line:
        line.sendall(WHOLE)
        return line.recv(65_536).startswith(b"HTTP/1.1 200")


# --- one request ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begins", "goes_on"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ", b"a" * 4096),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"X-Many: " + b"b" * 100 + b"\r\n"),
        (b"GET /", b"c" * 4096),
        (b"", b"\r\n" * 2048),
        (b"POST /nowhere/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ", b"d" * 4096),
        (b"POST /nowhere/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1;" + b"e" * 4096 + b"\r\n.\r\n"),
    ],
    ids=["one header", "many headers", "address", "blank lines", "trailer", "extensions of chunks"],
)
def test_a_head_without_end_is_given_up_and_not_kept(begins, goes_on):
    with console() as port, line_to(port) as line:
        line.sendall(begins)
        line.settimeout(60)
        assert poured(line, goes_on, 40_000_000 // len(goes_on)) < 40_000_000

        answer = heard(line)

        assert answer == b"" or answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 404 "))
        assert is_served(port)


def test_it_is_told_why():
    with console() as port, line_to(port) as line:
        line.sendall(HALF + b"a" * (AMPLE.head + PIECE))

        assert heard(line).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "said", [b"X-Long: " + b"a" * 9_000 + b"\r\n", b"".join(b"X-%d: many\r\n" % each for each in range(150)), b"X-Odd: \x01\r\n"]
)
def test_a_live_socket_that_opens_with_a_head_that_cannot_be_read_is_closed(said):
    with console() as port, line_to(port) as line:
        line.sendall(UPGRADE % said)

        assert re.match(rb"HTTP/1.1 4\d\d ", heard(line))
        assert is_served(port)


def test_a_body_is_no_head_however_long_it_is():
    body = b"x" * 2_000_000
    head = b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    with console(head=1000) as port, line_to(port) as line:
        line.sendall(head + body)

        assert b" 200 " in heard(line).partition(b"\r\n")[0]


def test_many_requests_on_one_line_are_measured_one_by_one():
    with console(head=200) as port, line_to(port) as line:
        for _turn in range(20):
            line.sendall(WHOLE)
            answer = b""
            while not answer.endswith(b"alive\n"):  # it may come in two pieces
                answer += line.recv(65_536)
            assert answer.startswith(b"HTTP/1.1 200")


def test_requests_do_not_wait_behind_each_other_by_the_thousand():
    with console(waiting=3) as port, line_to(port) as line:
        line.sendall(WHOLE * 500)

        assert heard(line).count(b"HTTP/1.1 200") <= 3
        assert is_served(port)


def test_a_line_that_ends_while_requests_wait_on_it_is_no_error(caplog):
    http = bounded(waiting=3)
    with serving(http=http) as hall:
        assert is_served(hall.port)
        for _turn in range(10):
            with line_to(hall.port) as line:
                line.sendall(PAGE * 3)
        while http.all.count or http.tasks_of_all:
            time.sleep(0.01)

    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("said", [b"", b"GET", HALF], ids=["nothing", "a word", "half a head"])
def test_a_request_has_to_be_said_in_time(said):
    with console(head_within=0.05) as port, line_to(port) as line:
        line.sendall(said)

        assert heard(line).startswith(b"HTTP/1.1 408 ")


def test_so_has_the_next_one_on_the_same_line():
    with console(head_within=0.3) as port, line_to(port) as line:
        line.sendall(WHOLE)
        assert line.recv(65_536).startswith(b"HTTP/1.1 200")
        line.sendall(HALF)

        assert heard(line).startswith(b"HTTP/1.1 408 ")


# --- many connections ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bound", ["of_one", "in_all"])
@pytest.mark.parametrize("said", [b"", HALF], ids=["nothing", "half a head"])
def test_two_hundred_who_say_half_a_request_shut_nobody_out(bound, said):
    with console(**{bound: 60}) as port, ExitStack() as lines:
        for _each in range(200):
            lines.enter_context(line_to(port)).sendall(said)

        assert is_served(port)
        assert is_served(port, "127.0.0.9")


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("2001:db8::ffff", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::1"),
        ("", ""),
    ],
)
def test_a_device_is_not_many_by_taking_many_addresses(address, source):
    assert source_of(address) == source


# --- figures for the team ------------------------------------------------------------------------------------------------


def test_the_process_takes_as_many_descriptors_as_a_crowd_needs(monkeypatch):
    given = []
    monkeypatch.setattr(connections.resource, "getrlimit", lambda _what: (256, 8192))
    monkeypatch.setattr(connections.resource, "setrlimit", lambda _what, limit: given.append(limit))

    assert raise_descriptors() == 8192
    assert given == [(8192, 8192)]


@pytest.mark.parametrize(
    ("full", "colour", "says"),
    [
        ({}, LightColour.GREEN, "20 of 10000 connections, 6 of 2000 from one address; 60 of 16384 files."),
        ({"connections": 1900, "of_one": 1700}, LightColour.RED, "1700 of 2000 from one address"),
        ({"connections": 8500, "of_one": 12}, LightColour.RED, "8500 of 10000"),
        ({"descriptors": 15_000}, LightColour.RED, "15000 of 16384"),
        ({"most": 600, "most_of_one": 360}, LightColour.RED, "20 of 600"),
    ],
)
def test_preflight_says_what_is_near_its_limit(monkeypatch, full, colour, says):
    cache.clear()
    quiet = crowd.ProcessConnections(
        connections=20, most=10_000, of_one=6, most_of_one=2000, descriptors=60, most_descriptors=16_384, turned_away=0
    )
    monkeypatch.setattr(crowd, "own_crowd", lambda: replace(quiet, **full))

    found = crowd.look_at_crowds()

    assert found.colour is colour
    assert says in found.words
    assert bool(found.mend) is (colour is LightColour.RED)


def test_another_process_tells_of_itself(monkeypatch):
    cache.clear()
    quiet = crowd.ProcessConnections(
        connections=1, most=2, of_one=1, most_of_one=9, descriptors=1, most_descriptors=9, turned_away=0
    )
    monkeypatch.setattr(crowd, "own_crowd", lambda: quiet)
    crowd.tell_crowd()
    monkeypatch.setattr(crowd, "own_crowd", lambda: None)

    assert crowd.crowds_now() == (quiet,)


def test_the_figures_tell_of_connections():
    with console() as port, urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        assert b"\nmegagame_connections 1.0" in answer.read()
