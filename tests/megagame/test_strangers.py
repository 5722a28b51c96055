"""Forged requests: another host name, another address, another machine. None opens anything."""

from __future__ import annotations

import logging
import re
import stat
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.test import Client

from megagame import hosts
from megagame import middleware as doors
from megagame.asgi import application
from megagame.logline import FloodFilter
from megagame.private_files import make_private
from tests.houses import House
from tests.megagame.test_door import ELSEWHERE, HERE, asked, echo

# --- host names ----------------------------------------------------------------------------------------------------------


def scope_of(*names: bytes, server=("192.168.1.7", 8000)):
    return {"headers": [(b"host", name) for name in names], "server": server}


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        (b"192.168.1.7:8000", True),
        (b"192.168.1.7", True),
        (b"localhost:8000", True),
        (b"127.0.0.1:8000", True),
        (b"[::1]:8000", True),
        (b"Table-3", True),
        (b"table-3.local:8000", True),
        (b"192.168.1.8", False),
        (b"elsewhere.example", False),
        (b"192.168.1.7.elsewhere.example", False),
        (b"localhost.elsewhere.example", False),
        (b"", False),
        (b"a b", False),
        (b"\xff", False),
    ],
)
def test_without_a_list_only_the_machines_own_names_and_addresses_are_ours(settings, monkeypatch, name, ours):
    settings.OWN_NAMES_ONLY = True
    monkeypatch.setattr(hosts.socket, "gethostname", lambda: "table-3")
    hosts.own_names.cache_clear()
    try:
        assert hosts.is_asked_by_name(scope_of(name)) is ours
    finally:
        hosts.own_names.cache_clear()


def test_an_ipv4_phone_at_a_server_that_speaks_both(settings):
    settings.OWN_NAMES_ONLY = True

    assert hosts.is_asked_by_name(scope_of(b"192.168.1.7:8000", server=("::ffff:192.168.1.7", 8000)))


def test_two_names_are_none_and_no_name_is_no_browser(settings):
    settings.OWN_NAMES_ONLY = True

    assert not hosts.is_asked_by_name(scope_of(b"localhost", b"elsewhere.example"))
    assert hosts.is_asked_by_name(scope_of())


def test_a_list_holds_for_sockets_as_it_does_for_pages(settings):
    settings.OWN_NAMES_ONLY, settings.ALLOWED_HOSTS = False, ["console.hall"]

    assert hosts.is_asked_by_name(scope_of(b"console.hall"))
    assert not hosts.is_asked_by_name(scope_of(b"192.168.1.7"))


async def test_another_name_gets_one_sentence(settings):
    settings.OWN_NAMES_ONLY = True

    status, headers, body = await asked(doors.request_middleware(echo), "/")

    assert status == 400
    assert b"goes by another name" in body
    assert b"connect-src 'self';" in headers[b"content-security-policy"]


async def test_another_name_opens_no_socket(settings):
    settings.ALLOWED_HOSTS, sent = ["console.hall"], []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message["type"])

    scope = {"type": "websocket", "path": "/live/1/", "query_string": b"", **scope_of(b"elsewhere.example")}
    await application(scope, receive, send)

    assert sent == ["websocket.close"]


@pytest.mark.parametrize(("secure", "scheme"), [(False, "ws"), (True, "wss")])
@pytest.mark.django_db
def test_a_pages_sockets_lead_to_its_own_host_alone(secure, scheme):
    page = Client().get("/staff/login/", secure=secure, headers={"Host": "table-3.local:8000"})

    (leads,) = re.findall(r"connect-src ([^;]*);", page.headers["Content-Security-Policy"])
    assert leads == f"'self' {scheme}://table-3.local:8000"


# --- the figures ---------------------------------------------------------------------------------------------------------

FORGED = [(b"x-forwarded-for", b"127.0.0.1"), (b"forwarded", b"for=127.0.0.1"), (b"x-real-ip", b"127.0.0.1"), (b"via", b"1.1 x")]


@pytest.mark.parametrize("header", FORGED, ids=lambda each: each[0].decode())
def test_what_was_passed_on_reads_no_figures_whatever_it_says(header):
    assert not doors.may_read_figures({"client": HERE, "headers": [header]})
    assert not doors.may_read_figures({"client": ELSEWHERE, "headers": [header]})


def test_a_network_that_was_named_reads_them_through_a_proxy_too(settings):
    settings.METRICS_NETWORKS = [ip_network("192.0.2.0/24")]

    assert doors.may_read_figures({"client": ELSEWHERE, "headers": [FORGED[0]]})
    assert not doors.may_read_figures({"client": HERE, "headers": []})


def test_a_page_of_another_site_reads_no_figures_at_the_consoles_own_machine(settings):
    settings.OWN_NAMES_ONLY = True

    assert not doors.may_read_figures({"client": HERE, "server": HERE, "headers": [(b"host", b"elsewhere.example")]})
    assert doors.may_read_figures({"client": HERE, "server": HERE, "headers": [(b"host", b"127.0.0.1:8000")]})


# --- forwarded headers, files ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A console as `make run` starts it, over data with the open permissions of an earlier release."""
    house = House.furnished(tmp_path_factory.mktemp("open") / "var")
    for path in (house.var, *house.var.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with house:
        yield house


def test_nobody_but_the_consoles_user_reads_its_files(house):
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in (house.var, *house.var.rglob("*"))}

    names = {path.name for path in found}
    assert {"megagame.sqlite3", "megagame.sqlite3-wal", "secret_key"} <= names
    assert {path: oct(mode) for path, mode in found.items() if mode & 0o077} == {}


def test_wrong_codes_are_counted_by_the_address_they_come_from_whatever_they_claim(house):
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    def status(turn: int) -> int:
        try:
            return urlopen(Request(f"{house.address}/j/WRNGCDES/", headers={"X-Forwarded-For": f"192.0.2.{turn}"})).status
        except HTTPError as no:
            return no.code

    assert {status(turn) for turn in range(25)} == {404, 429}


def test_links_are_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("x")
    outside.chmod(0o644)
    (tmp_path / "var").mkdir()
    Path(tmp_path, "var", "link").symlink_to(outside)

    make_private(tmp_path / "var")

    assert stat.S_IMODE(outside.stat().st_mode) == 0o644


# --- the log -------------------------------------------------------------------------------------------------------------


def test_a_form_without_its_boundary_is_one_line(fresh_log, caplog):
    client = Client(raise_request_exception=False)
    with caplog.at_level(logging.WARNING):
        answer = client.generic("POST", "/", b"nothing", "multipart/form-data")

    (record,) = [each for each in caplog.records if each.name == "django.request"]
    assert answer.status_code == 400
    assert (record.levelname, record.exc_info) == ("WARNING", None)


def test_many_senseless_requests_are_a_few_lines_and_a_count():
    flood = FloodFilter(only=("Bad request",), most=3, window=60.0)

    def line(at: float, words: str = "Bad request (%s)") -> logging.LogRecord:
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, words, ("x",), None)
        record.created = at
        return record

    assert [flood.filter(line(at)) for at in range(10)] == [True] * 3 + [False] * 7
    assert flood.filter(line(5, "Internal Server Error: %s")), "what failed is told all the same"
    later = line(61)
    assert flood.filter(later)
    assert later.left_out == 7
