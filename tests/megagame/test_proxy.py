"""The real proxy before a real console: what phones can reach, what they cannot, and what they cannot forge."""

from __future__ import annotations

import json
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from websockets.exceptions import InvalidStatus

from control.people.throttle import CODES
from megagame.middleware import HEARD_OUT
from tests.control.hall import Screen
from tests.houses import ROOT, House
from tests.proxies import FILES, NAME, HouseBehind, Proxy
from tests.services import PATIENCE, free_port

MAKE = (
    "import json; from control.people import access; from tests.control.hall import *; event = in_planning('cat-1'); "
    "print(json.dumps([event.pk, phone_of(event, 'cat-1'), access.issue_code(event.seats.get(key='wolf-1'))]))"
)
WELL = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nalive"
KNOWN = "shown-to-machines"
TOKEN = {"Authorization": f"Bearer {KNOWN}"}
_ends = count(2)


@dataclass
class Venue:
    """A console behind a proxy for each configuration file, and an event in Planning."""

    house: House
    proxies: dict[str, Proxy]
    event: int
    phone: str  # cookie of a phone that has joined as cat-1
    code: str  # code of wolf-1's badge


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> tuple[Path, list]:
    """Data folder of a console with an event, and facts about it. Made once, since it takes most of the time."""
    house = House.furnished(tmp_path_factory.mktemp("kept") / "var")
    return house.var, json.loads(house.manage("shell", "-v", "0", "-c", MAKE))


@contextmanager
def venue(folder: Path, kept: tuple[Path, list], *, tls: bool) -> Iterator[Venue]:
    var, made = kept
    shutil.copytree(var, folder / "var")
    environment = {"MEGAGAME_HTTPS": str(int(tls)), "ALLOWED_HOSTS": NAME, "TRUSTED_PROXIES": "127.0.0.1", "METRICS_TOKEN": KNOWN}
    with HouseBehind(var=folder / "var", environment=environment) as house:
        # The second web process of Caddyfile.systemd is always dead; nobody may notice.
        one, two = (Proxy(name, folder / name, (house.port, free_port()), tls=tls) for name in FILES)
        with one, two:
            yield Venue(house, {each.file: each for each in (one, two)}, *made)


@pytest.fixture(scope="module")
def secure(tmp_path_factory, kept):
    """Venue with TLS by the proxy's own authority."""
    with venue(tmp_path_factory.mktemp("secure"), kept, tls=True) as found:
        yield found


@pytest.fixture(scope="module")
def plain(tmp_path_factory, kept):
    """Venue without TLS."""
    with venue(tmp_path_factory.mktemp("plain"), kept, tls=False) as found:
        yield found


@pytest.fixture(params=FILES)
def proxy(request, secure) -> Proxy:
    """Proxy with each of the two files."""
    return secure.proxies[request.param]


def elsewhere() -> str:
    """A client address that has sent nothing yet."""
    return f"127.0.7.{next(_ends)}"


# --- reachable for phones ------------------------------------------------------------------------------------------------


def test_pages_and_what_they_are_made_of_come_through(proxy):
    phone = proxy.phone()

    page = phone.ask("/", headers={"Accept-Encoding": "gzip"})
    sheets = re.findall(r'href="(/static/[^"]+\.css)"', phone.ask("/").body.decode())
    sheet = phone.ask(sheets[0], headers={"Accept-Encoding": "gzip"})

    assert (page.status, page.header("content-encoding")) == (200, "gzip")
    assert "script-src" in page.header("content-security-policy")
    assert (sheet.status, sheet.header("content-encoding"), len(sheet.body) > 100) == (200, "gzip", True)
    assert "immutable" in sheet.header("cache-control")


def test_a_phone_joins_through_it_and_its_cookies_never_travel_without_tls(proxy, secure):
    phone = proxy.phone()
    page = phone.ask(f"/j/{secure.code}/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.body.decode())[1]
    headers = {
        "Cookie": page.cookies[0].partition(";")[0],
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": proxy.origin,
        "Referer": f"{proxy.origin}/",
    }

    joined = phone.ask(f"/j/{secure.code}/", method="POST", body=f"csrfmiddlewaretoken={token}".encode(), headers=headers)

    assert (joined.status, joined.header("location")) == (302, "/play/")
    assert len(joined.cookies) >= 1
    assert all("; Secure" in each and "SameSite=Lax" in each for each in (*page.cookies, *joined.cookies))
    assert re.match(r"max-age=\d{6,}", page.header("strict-transport-security"))
    forged = {**headers, "Origin": "https://elsewhere.example", "Referer": "https://elsewhere.example/"}
    assert phone.ask("/", method="POST", body=f"csrfmiddlewaretoken={token}".encode(), headers=forged).status == 403


def test_a_browser_that_comes_without_tls_is_sent_to_it(proxy):
    answer = proxy.phone().ask("/play/?x=1", plainly=True)

    assert answer.status == 308
    assert re.fullmatch(rf"https://{NAME}(:{proxy.port})?/play/\?x=1", answer.header("location"))
    assert answer.cookies == []


def test_another_name_leads_nowhere(proxy):
    assert proxy.phone().ask("/", headers={"Host": "elsewhere.example"}).body == b""


def test_a_live_socket_lives(proxy, secure):
    with proxy.phone().screen(secure.event, secure.phone) as line:
        screen = Screen(line)
        assert screen.hear("hello")["seat"] == "cat-1"
        screen.say(t="ping", c=7)
        assert screen.hear("pong")["c"] == 7


def test_what_is_sent_through_one_proxy_is_told_at_a_screen_behind_the_other(secure):
    one, two = (secure.proxies[file].phone() for file in FILES)
    with one.screen(secure.event, secure.phone) as first, two.screen(secure.event, secure.phone) as second:
        sender, other = Screen(first), Screen(second)
        for each in (sender, other):
            each.hear("hello")

        receipt = sender.send_sheet({"orders": [], "extra": None, "allies": [], "betray": False})

        assert receipt["status"] == "received", receipt
        assert other.hear("poke")["topics"] == ["sheet"]


def test_a_page_of_another_site_opens_no_socket(proxy, secure):
    with pytest.raises(InvalidStatus) as refused:
        proxy.phone().screen(secure.event, secure.phone, origin="https://elsewhere.example")

    assert refused.value.response.status_code == 403


# --- not reachable -------------------------------------------------------------------------------------------------------

MACHINES = [
    *("/metrics", "/metrics/", "/readyz", "/readyz/", "/healthz", "/healthz/"),
    *(
        "/METRICS",
        "//metrics",
        "/metrics//",
        "/%6detrics",
        "/metrics%2F",
        "/x/../metrics",
        "/./readyz",
        "/healthz?x",
        "/metrics/.",
        "/metrics#",
    ),
]


@pytest.mark.parametrize("path", MACHINES)
def test_addresses_for_machines_do_not_exist_outside(proxy, path):
    answer = proxy.phone().ask(path, headers=TOKEN)

    assert answer.status == 404
    assert b"megagame_" not in answer.body


def test_machines_inside_find_them(secure):
    for path in ("/metrics", "/healthz"):
        with urlopen(Request(f"{secure.house.address}{path}", headers=TOKEN), timeout=PATIENCE) as answer:
            assert answer.status == 200


def sent(how: str, size: int) -> object:
    """A body of this many bytes: with its length announced, or in chunks without a length."""
    return b"x" * size if how == "announced" else (b"x" * 65_536 for _part in range(size // 65_536 + 1))


@pytest.mark.parametrize("how", ["announced", "in parts"])
def test_a_body_that_is_too_large_is_refused_by_the_consoles_own_page(proxy, how):
    answer = proxy.phone().ask("/", method="POST", body=sent(how, 6_500_000))

    assert (answer.status, b"Send less" in answer.body) == (413, True)


@pytest.mark.parametrize("how", ["announced", "in parts"])
def test_what_is_larger_by_far_ends_at_the_proxy(proxy, how):
    answer = proxy.phone().ask("/", method="POST", body=sent(how, 25_000_000))

    assert (answer.status, answer.body) == (413, b"")


@pytest.mark.parametrize("file", FILES)
def test_the_proxy_gives_up_before_the_console_stops_hearing(file):
    """Otherwise both would refuse the same body at once, and one answer would be cut off."""
    (most,) = re.findall(r"^\s*max_size (\d+)MB$", (ROOT / "deploy" / file).read_text(encoding="utf-8"), re.MULTILINE)

    assert settings.LARGEST_BODY < int(most) * 1_000_000 < settings.LARGEST_BODY * HEARD_OUT


# --- forged headers ------------------------------------------------------------------------------------------------------

FORGED = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP", "CF-Connecting-IP", "True-Client-IP")


def test_wrong_codes_are_counted_by_the_phones_own_address_whatever_it_claims(proxy):
    guessing, beside = elsewhere(), elsewhere()
    claims = [
        {name: (f"for=192.0.2.{turn}" if name == "Forwarded" else f"192.0.2.{turn}") for name in FORGED} for turn in range(30)
    ]

    tries = [proxy.phone(guessing).ask("/j/WRNGCDES/", headers=claims[turn]).status for turn in range(CODES.most + 1)]

    assert tries == [404] * CODES.most + [429]
    assert proxy.phone(beside).ask("/j/WRNGCDES/").status == 404
    # Nobody uses up the attempts of a neighbour, or of the proxy itself.
    victim = elsewhere()
    for _turn in range(CODES.most + 1):
        proxy.phone(guessing).ask("/j/WRNGCDES/", headers={"X-Forwarded-For": victim})
    assert proxy.phone(victim).ask("/j/WRNGCDES/").status == 404


def test_a_code_that_is_right_opens_the_door_all_the_same(proxy, secure):
    guessing = elsewhere()
    for _turn in range(CODES.most):
        proxy.phone(guessing).ask("/j/WRNGCDES/")

    assert proxy.phone(guessing).ask("/j/WRNGCDES/").status == 429
    assert proxy.phone(guessing).ask(f"/j/{secure.code}/").status == 200


def test_how_a_phone_came_is_the_proxys_word_alone(proxy):
    forged = {
        "X-Forwarded-Proto": "http",
        "X-Forwarded-Host": "elsewhere.example",
        "X-Forwarded-Port": "80",
        "X-Forwarded-Ssl": "off",
    }

    page = proxy.phone().ask("/", headers=forged)

    assert page.status == 200
    assert "; Secure" in page.cookies[0]
    assert b"elsewhere.example" not in page.body


# --- without TLS ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_a_hall_without_tls_works_and_insists_on_nothing(plain, file):
    proxy = plain.proxies[file]

    page = proxy.phone().ask("/", headers={"X-Forwarded-Proto": "https"})
    with proxy.phone().screen(plain.event, plain.phone) as line:
        hello = Screen(line).hear("hello")

    assert (page.status, page.header("strict-transport-security")) == (200, "")
    assert "; Secure" not in page.cookies[0]
    assert hello["seat"] == "cat-1"
    assert [proxy.phone().ask(path).status for path in ("/metrics", "/readyz/", "/healthz")] == [404, 404, 404]
    guessing = elsewhere()
    tries = [proxy.phone(guessing).ask("/j/WRNGCDES/", headers={"X-Forwarded-For": f"192.0.2.{turn}"}).status for turn in range(21)]
    assert tries == [404] * 20 + [429]


# --- when something goes wrong -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_a_web_process_that_is_started_again_costs_a_wait_and_no_error(tmp_path, file):
    port = free_port()
    with Proxy(file, tmp_path, (port, free_port())) as proxy, ThreadPoolExecutor(1) as phones:
        asked = phones.submit(proxy.phone().ask, "/play/")
        time.sleep(1)
        assert not asked.done()
        with upstream(port, WELL):
            assert (asked.result().status, asked.result().body) == (200, b"alive")


@pytest.mark.parametrize("file", FILES)
def test_what_went_wrong_is_logged_without_codes_and_cookies(tmp_path, file):
    port = free_port()
    with upstream(port, b""), Proxy(file, tmp_path, (port, free_port())) as proxy:
        headers = {
            "Cookie": "mg_seat=CANARYCOOKIE",
            "Referer": f"{proxy.origin}/j/CANARYREFERER/",
            "Authorization": "Bearer CANARYTOKEN",
        }

        answer = proxy.phone().ask("/j/CANARYCODE/?code=CANARYQUERY", method="POST", body=b"code=CANARYBODY", headers=headers)

        told = [json.loads(line) for line in proxy.log.splitlines()]
        assert answer.status == 502
        assert [each["status"] for each in told if each.get("logger") == "http.log.error"] == [502]
        assert "CANARY" not in proxy.log


@contextmanager
def upstream(port: int, answer: bytes) -> Iterator[None]:
    """A web process that reports to be healthy, gives the same answer to every other request and disconnects."""
    with socket.create_server(("127.0.0.1", port)) as door:

        def serve() -> None:
            while True:
                try:
                    line, _from = door.accept()
                except OSError:
                    return
                with line, suppress(OSError):
                    asked = line.recv(65_536)
                    line.sendall(WELL if asked.startswith(b"GET /healthz") else answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield
        finally:
            door.shutdown(socket.SHUT_RDWR)
            thread.join(5)
