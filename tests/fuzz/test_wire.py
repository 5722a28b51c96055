"""Fuzzing of raw HTTP: requests that no browser sends get an answer below 500 or a closed connection."""

from __future__ import annotations

import logging
import socket

import pytest

from megagame import middleware
from tests.control.hall import serving

pytestmark = [pytest.mark.django_db(transaction=True)]

HOST = b"Host: 127.0.0.1\r\n"
END = b"Connection: close\r\n\r\n"
PATHS = (
    b"/%ff%fe/",
    b"/%00",
    b"/\xff\xfe/",
    b"//",
    b"//elsewhere.example/",
    b"/./../../etc/passwd",
    b"/static/../../megagame/settings.py",
    b"/static/%2e%2e/%2e%2e/manage.py",
    b"/static/\xed\xa0\x80",
    b"/control/%F0%9F%8F%B0/",
    b"/control/1/people/%ED%A0%80/",
    b"/j/%ED%A0%80/",
    b"/j/" + b"a" * 20_000 + b"/",
    b"/tables/%00%00/",
    b"/screen/table/%ff/",
    b"/live/1/sheet/%00",
    b"/?" + b"a=1&" * 5_000,
    b"/?%ff=%ff&%ED%A0%80=%00",
    b"/staff/login/?next=%00//elsewhere.example",
    b"/staff/login/?next=https://[",
    b"*",
    b"http://elsewhere.example/",
)
REQUESTS = (
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,  # a client that tries TLS
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n" + HOST + END,
    b"GET / HTTP/1.1\r\n" + END,
    b"GET / HTTP/1.1\r\nHost: \r\n" + END,
    b"GET / HTTP/1.1\r\nHost: a b\r\n" + END,
    b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n" + END,
    b"GET / HTTP/1.1\r\n" + HOST + b"".join(b"X-%d: 1\r\n" % number for number in range(2_000)) + END,
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: seat=\xff\xfe; sessionid=\x80; csrftoken=\xff\r\n" + END,
    b"GET / HTTP/1.1\r\n" + HOST + b"Accept-Language: \xff\r\nAccept-Encoding: \xff\r\nHX-Request: \xff\r\n" + END,
    b"GET /control/ HTTP/1.1\r\n" + HOST + b"HX-Request: true\r\nHX-Current-URL: \xff//[::1\r\n" + END,
    b"GET / HTTP/1.1\r\n" + HOST + b"X-Forwarded-For: \xff, nonsense, 1.2.3.4:x\r\nX-Forwarded-Proto: \xff\r\n" + END,
    b"NONSENSE / HTTP/1.1\r\n" + HOST + END,
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n" + END,
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n" + END + b"aa",
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n" + END,
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 7000000\r\n" + END + b"x" * 1000,
    b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n" + END + b"zz\r\n",
    b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n" + END + b"0\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + HOST + b"Expect: nonsense\r\nContent-Length: 0\r\n" + END,
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Type: \xff\r\nContent-Length: 3\r\n" + END + b"a=1",
    b"GET /live/1/ HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: nonsense\r\n\r\n",
    b"GET /live/1/ HTTP/1.1\r\n" + HOST + b"Upgrade: nonsense\r\nConnection: Upgrade\r\n\r\n",
)


@pytest.fixture
def port(caplog):
    """A server's port. Logged errors are recorded."""
    with serving() as hall, caplog.at_level(logging.ERROR):
        yield hall.port


def status_of(port: int, request: bytes, *, patience: float = 10.0) -> int:
    """Status of the answer; 0 if the connection was closed or left waiting for more, without an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as line:
        heard = b""
        try:
            line.sendall(request)
            while b"\r\n" not in heard and (more := line.recv(4096)):
                heard += more
        except (ConnectionError, TimeoutError):
            pass
    return int(heard.split(b" ")[1]) if heard.startswith(b"HTTP/") else 0


def test_no_path_breaks_the_server(port, caplog):
    found = {path: status_of(port, b"GET " + path + b" HTTP/1.1\r\n" + HOST + END) for path in PATHS}

    assert {path: status for path, status in found.items() if status >= 500} == {}
    assert found[b"/static/../../megagame/settings.py"] in (400, 404)
    assert found[b"/static/%2e%2e/%2e%2e/manage.py"] in (400, 404)
    assert status_of(port, b"GET /healthz HTTP/1.1\r\n" + HOST + END) == 200
    assert [record.getMessage() for record in caplog.records] == []


def test_no_request_breaks_the_server(port, caplog):
    found = {request[:60]: status_of(port, request, patience=2.0) for request in REQUESTS}

    assert {request: status for request, status in found.items() if status >= 500} == {}
    assert sum(status > 0 for status in found.values()) > len(found) / 2
    assert status_of(port, b"GET /healthz HTTP/1.1\r\n" + HOST + END) == 200
    assert [record.getMessage() for record in caplog.records] == []


def test_a_body_that_drips_is_given_up_and_costs_nobody_else(port, monkeypatch):
    monkeypatch.setattr(middleware, "NEXT_PART", 0.5)

    status = status_of(port, b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\nabc")

    assert status == 408
