"""Connection limits: which connections are closed, which stay, and against whose limit each counts."""

from __future__ import annotations

import asyncio
import time
import uuid
from contextlib import ExitStack
from ipaddress import ip_address, ip_network
from weakref import proxy

import pytest
import uvicorn
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from control.live.budgets import BYTES, FEW, FRAMES, OF_SOURCE, READ, WINDOW, Budget, FrameCount
from control.live.connections import OF_BROWSER, OF_PHONE, Connections, Limits, limits_for
from control.live.http_protocol import kind_of_knock
from control.live.ws_protocol import LineProtocol
from megagame import middleware
from megagame.asgi import application
from tests.amounts import amount
from tests.control.hall import Screen, an_event, in_planning, phone_of, serving, tablet_of
from tests.control.test_hostile import bounded, heard, is_served, line_to, poured
from tests.services import PATIENCE

GET = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n"
DRIPPING = b"POST /nowhere/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n%s\r\na"
KNOCK = (
    b"GET /live/%d/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n%s\r\n"
)
HALL = "192.0.2.1"


async def slow(scope, receive, send):
    """The console with one page that never answers."""
    if scope["type"] == "http" and scope["path"] == "/slow/":
        await asyncio.Event().wait()
    await application(scope, receive, send)


def await_that(so) -> None:
    """Wait until a condition holds, without a limit of its own: the suite has one."""
    while not so():
        time.sleep(0.002)


def asked_slowly(lines: ExitStack, protocol, port: int, count: int, header: bytes = b"") -> None:
    """Open connections whose request is still being answered."""
    for number in range(1, count + 1):
        lines.enter_context(line_to(port)).sendall(GET % (b"/slow/", header))
        await_that(lambda number=number: hasattr(protocol, "all") and protocol.all.count - protocol.all.silent_count == number)


def forwarded(address: str) -> bytes:
    return f"X-Forwarded-For: {address}\r\n".encode()


# --- connections of one address -------------------------------------------------------------------------------------------


def test_too_many_of_one_address_are_turned_away_and_others_are_served():
    protocol = bounded(of_one=5)
    with serving(http=protocol, app=slow) as hall, ExitStack() as lines:
        asked_slowly(lines, protocol, hall.port, 5)
        sixth = lines.enter_context(line_to(hall.port))

        assert heard(sixth).startswith(b"HTTP/1.1 503 ")
        assert is_served(hall.port, "127.0.0.9")
        assert protocol.all.turned_away == 1


@pytest.mark.parametrize("bound", ["of_one", "in_all"])
def test_a_request_whose_body_drips_gives_way(bound):
    protocol = bounded(**{bound: 20})
    with serving(http=protocol) as hall, ExitStack() as lines:
        for _each in range(60):
            lines.enter_context(line_to(hall.port)).sendall(DRIPPING % b"")

        assert is_served(hall.port)
        assert is_served(hall.port, "127.0.0.9")
        assert protocol.all.turned_away == 0


def test_a_body_that_drips_behind_a_whole_request_gives_way_when_that_is_answered():
    protocol = bounded(in_all=5)
    with serving(http=protocol) as hall, ExitStack() as lines:
        for _each in range(5):
            line = lines.enter_context(line_to(hall.port))
            line.sendall(GET % (b"/healthz", b"") + DRIPPING % b"")
            assert line.recv(65_536).startswith(b"HTTP/1.1 200")
        await_that(lambda: protocol.all.silent_count == 5)

        assert is_served(hall.port, "127.0.0.9")


# --- behind a proxy -------------------------------------------------------------------------------------------------------


def test_behind_a_proxy_a_connection_counts_for_the_address_that_the_proxy_names(settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    protocol = bounded(of_one=2)
    with serving(http=protocol, app=slow) as hall, ExitStack() as lines:
        asked_slowly(lines, protocol, hall.port, 2, forwarded(f"198.51.100.1, {HALL}"))
        third = lines.enter_context(line_to(hall.port))
        third.sendall(GET % (b"/healthz", forwarded(HALL)))
        assert heard(third).startswith(b"HTTP/1.1 503 ")

        for address in ("198.51.100.1", "[2001:db8::1]:443", "192.0.2.2:80", f"{HALL}, 192.0.2.3"):
            other = lines.enter_context(line_to(hall.port))
            other.sendall(GET % (b"/healthz", forwarded(address)))
            assert other.recv(65_536).startswith(b"HTTP/1.1 200")
        assert protocol.all.most_of_one() == 2


def test_whom_a_stranger_names_is_not_believed():
    protocol = bounded(of_one=2)
    with serving(http=protocol, app=slow) as hall, ExitStack() as lines:
        asked_slowly(lines, protocol, hall.port, 2, forwarded(HALL))

        assert heard(lines.enter_context(line_to(hall.port))).startswith(b"HTTP/1.1 503 ")


def test_a_proxy_that_names_nobody_is_all_its_phones(settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    protocol = bounded(of_one=2)
    with serving(http=protocol, app=slow) as hall, ExitStack() as lines:
        asked_slowly(lines, protocol, hall.port, 6)

        assert is_served(hall.port)


def test_what_a_proxy_keeps_open_for_its_next_request_never_gives_way():
    held = Connections(Limits(in_all=2), [ip_network("127.0.0.1")])
    kept, asking = Phone(held, "127.0.0.1"), Phone(held, "127.0.0.1")
    for phone in (kept, asking):
        assert held.enter(phone, "127.0.0.1")
    assert held.asks(asking, [HALL.encode()])
    held.rests(asking)

    assert not held.enter(Phone(held, "127.0.0.1"), "127.0.0.1")
    assert held.asks(kept, [HALL.encode()])
    assert held.enter(Phone(held, "127.0.0.1"), "127.0.0.1")
    assert (kept.gone, asking.gone) == (True, False)


# --- live sockets -----------------------------------------------------------------------------------------------------------


def screen_cookie(event, name: str, shows: str) -> str:
    """Cookie of a browser that is a screen of the hall."""
    tag = event.screens.create(tag=uuid.uuid4(), name=name, shows=shows, seen_at=timezone.now()).tag
    return f"screen-{event.pk}={tag}"


def opened(lines: ExitStack, port: int, event: int, cookie: str = "", *, query: str = "", browser: str = "one") -> Screen:
    """A live socket of a browser in the hall. Behind the proxy the whole hall has one address."""
    headers = {"X-Forwarded-For": HALL, **({"Cookie": cookie} if cookie else {})}
    address = f"ws://127.0.0.1:{port}/live/{event}/{query}"
    options = {"compression": None, "open_timeout": PATIENCE, "close_timeout": 1, "proxy": None, "user_agent_header": browser}
    screen = Screen(lines.enter_context(connect(address, additional_headers=headers, **options)))
    screen.hear("hello")
    return screen


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("query", ["", "?hall"], ids=["as a player", "as a screen of the hall"])
def test_phones_with_badges_and_tablets_are_served_while_strangers_open_sockets_without_end(settings, query):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    event, protocol = in_planning("cat-1"), bounded(of_one=30, of_browser=10, in_all=60)
    badge, tablet = phone_of(event, "cat-1"), tablet_of("war")
    with serving(http=protocol) as hall, ExitStack() as lines:
        first = [opened(lines, hall.port, event.pk, cookie, query=query) for cookie in (badge, tablet)]
        for number in range(amount(150, 600)):
            opened(lines, hall.port, event.pk, browser=f"kind {number % 40}")
        assert protocol.all.most_of_one() <= 30

        assert [screen.topics() for screen in first] == [[], []]
        for cookie in (phone_of(event, "wolf-1"), ""):
            opened(lines, hall.port, event.pk, cookie, query=query)
        assert is_served(hall.port)
        assert protocol.all.turned_away == 0


@pytest.mark.django_db(transaction=True)
def test_ten_thousand_sockets_of_strangers_at_one_address_shut_nobody_out(settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    event, protocol = in_planning("cat-1"), bounded()
    with serving(http=protocol) as hall, ExitStack() as lines:
        badge = opened(lines, hall.port, event.pk, phone_of(event, "cat-1"))
        for number in range(amount(200, 10_000)):
            line = lines.enter_context(line_to(hall.port))
            line.sendall(KNOCK % (event.pk, f"User-Agent: kind {number % 1000}\r\n".encode() + forwarded(HALL)))
            assert line.recv(65_536).startswith((b"HTTP/1.1 101 ", b"HTTP/1.1 503 "))

        assert badge.topics() == []
        for seat in ("cat-1", "wolf-1"):
            opened(lines, hall.port, event.pk, phone_of(event, seat))
        opened(lines, hall.port, event.pk)
        assert is_served(hall.port)
        assert protocol.all.turned_away == 0


@pytest.mark.django_db(transaction=True)
def test_one_browser_without_a_badge_has_few_sockets():
    event, protocol = an_event(), bounded(of_browser=3)
    with serving(http=protocol) as hall, ExitStack() as lines:
        first, *others = [opened(lines, hall.port, event.pk) for _each in range(4)]
        another = opened(lines, hall.port, event.pk, browser="another")

        with pytest.raises(ConnectionClosed):
            first.line.recv(PATIENCE)
        assert [screen.topics() for screen in (*others, another)] == [[], [], [], []]
        assert protocol.all.count == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "shows"), [("Gallery", "clock"), ("Screen 1", "news")], ids=["named", "sent somewhere"])
def test_a_screen_that_control_knows_keeps_its_sockets_while_browsers_like_it_come_and_go(settings, name, shows):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    event, protocol = an_event(), bounded(of_browser=3)
    cookie = screen_cookie(event, name, shows)
    with serving(http=protocol) as hall, ExitStack() as lines:
        known = [opened(lines, hall.port, event.pk, cookie, query=query) for query in ("?hall", "")]
        for number in range(10):
            opened(lines, hall.port, event.pk, "" if number % 2 else f"screen-{event.pk}={uuid.uuid4()}", query="?hall")

        assert [screen.topics() for screen in known] == [[], []]
        assert protocol.all.count == 5


@pytest.mark.django_db(transaction=True)
def test_a_browser_that_opened_the_screens_page_alone_proves_nothing(settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    event, protocol = an_event(), bounded(of_browser=3)
    cookie = screen_cookie(event, "Screen 1", "clock")
    with serving(http=protocol) as hall, ExitStack() as lines:
        first = opened(lines, hall.port, event.pk, cookie, query="?hall")
        for _each in range(3):
            opened(lines, hall.port, event.pk, cookie, query="?hall")

        with pytest.raises(ConnectionClosed):
            first.line.recv(PATIENCE)


def test_a_screens_knock_is_counted_beside_those_of_strangers(settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    held = Connections(Limits(of_browser=1, knocks=1))
    Phone(held).comes("", "one")
    late = Phone(held)
    late.comes()

    assert [held.may_knock(late, kind) for kind in ("", "", "screen")] == [True, False, True]
    assert [kind_of_knock(name) for name in ({}, {"screen-1": "a"}, {"sessionid": "a", "screen-1": "a"}, {"screen-x": "a"})] == [
        "",
        "screen",
        "account",
        "",
    ]


@pytest.mark.django_db(transaction=True)
def test_an_address_with_many_strangers_opens_few_sockets_a_second_but_for_badges_and_others(settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    event, protocol = in_planning("cat-1"), bounded(of_browser=3, knocks=0)
    badge = phone_of(event, "cat-1")
    with serving(http=protocol) as hall, ExitStack() as lines:
        for browser in ("one", "two", "three"):
            opened(lines, hall.port, event.pk, browser=browser)

        for cookie in ("", "sessionid=made-up", "seat=forged"):
            with pytest.raises(InvalidStatus, match="503"):
                opened(lines, hall.port, event.pk, cookie)
        opened(lines, hall.port, event.pk, badge)
        stranger = lines.enter_context(line_to(hall.port))
        stranger.sendall(KNOCK % (event.pk, forwarded("192.0.2.2")))
        assert stranger.recv(65_536).startswith(b"HTTP/1.1 101 ")
        assert is_served(hall.port)


def test_those_who_may_not_knock_in_this_second_may_in_another(monkeypatch):
    held = Connections(Limits(of_browser=1, knocks=2))
    Phone(held).comes("", "one")
    late = Phone(held)
    late.comes()
    seconds = iter((5.0, 5.3, 5.6, 5.9, 6.0))
    monkeypatch.setattr("control.live.connections.time.monotonic", lambda: next(seconds))

    assert [held.may_knock(late, "") for _each in range(3)] == [True, True, False]
    assert held.may_knock(late, "account")
    assert held.may_knock(late, "")


@pytest.mark.django_db(transaction=True)
def test_a_socket_keeps_its_place_until_it_ends():
    event, protocol = an_event(), bounded(of_one=2)
    with serving(http=protocol) as hall:
        with ExitStack() as lines:
            for _each in range(2):
                opened(lines, hall.port, event.pk)
            assert (protocol.all.count, protocol.all.silent_count) == (2, 0)
        await_that(lambda: protocol.all.count == 0)
        assert is_served(hall.port)


# --- which connection is closed ---------------------------------------------------------------------------------------------


class Phone:
    """A connection that ends when it has to make room."""

    def __init__(self, held: Connections, address: str = HALL) -> None:
        self.held, self.address, self.gone = proxy(held), address, False  # otherwise the figures count it until it is collected

    def give_way(self) -> None:
        self.gone = True
        self.held.leave(self)

    def comes(self, proof: str | None = None, browser: str = "") -> bool:
        """Enter; with a proof ("" for none) also open a live socket. Returns whether there was room."""
        here = self.held.enter(self, self.address)
        if here and proof is not None:
            self.held.busy(self)
            self.held.opened(self, proof, browser)
        return here


def test_an_address_is_read_once_however_many_pieces_come_from_it(monkeypatch):
    read = []
    monkeypatch.setattr("control.live.connections.ip_address", lambda address: read.append(address) or ip_address(address))
    held = Connections(Limits(), [ip_network("10.0.0.0/8")])
    phone = Phone(held, "198.51.100.77")
    assert phone.comes()
    for _each in range(50):
        held.keeps(phone, 1)

    assert read == ["198.51.100.77"]


def test_three_hundred_phones_with_six_connections_each_fit_behind_one_address():
    held = Connections(limits_for(4096))
    hall = [Phone(held) for _each in range(1800)]

    assert all(phone.comes() for phone in hall)
    for phone in hall:
        held.busy(phone)
    assert Phone(held, "192.0.2.2").comes()
    assert not any(phone.gone for phone in hall)


def test_three_hundred_badges_behind_one_address_stay_while_it_floods():
    held = Connections(Limits())
    hall = [Phone(held) for _each in range(3000)]
    assert all(phone.comes(f"seat:1:{number % 300}") for number, phone in enumerate(hall))

    assert all(Phone(held).comes("", f"kind {number % 500}") for number in range(10_000))

    assert not any(phone.gone for phone in hall)
    assert held.most_of_one() <= held.limits.of_one
    assert held.turned_away == 0


def test_a_flood_of_sockets_from_many_addresses_gives_way_to_whoever_comes():
    held = Connections(Limits())
    lone, half = Phone(held, "192.0.2.9"), Phone(held, "192.0.2.8")
    assert lone.comes("")
    assert half.comes()

    flood = [Phone(held, f"198.51.100.{number % 6}") for number in range(15_000)]
    assert all(phone.comes("", f"kind {number}") for number, phone in enumerate(flood))

    assert held.count - held.silent_count == held.limits.unproven
    assert Phone(held).comes()
    assert (lone.gone, half.gone) == (False, False)


def test_connections_from_many_addresses_give_way_to_whoever_comes():
    held = Connections(Limits())
    lone = Phone(held, "192.0.2.9")
    assert lone.comes()

    assert all(Phone(held, f"198.51.100.{number % 6}").comes() for number in range(15_000))

    assert held.count == held.limits.in_all
    assert Phone(held).comes()
    assert not lone.gone


def test_a_browser_with_more_sockets_than_any_has_loses_its_oldest():
    held = Connections(Limits())
    first, *others = [Phone(held) for _each in range(OF_BROWSER + 1)]
    for phone in (first, *others):
        phone.comes("", "one")

    assert first.gone
    assert not any(phone.gone for phone in others)


def test_the_last_to_give_way_is_a_badge_that_has_more_sockets_than_a_phone_needs():
    held = Connections(Limits(in_all=OF_PHONE + 3))
    lone, greedy = Phone(held), [Phone(held) for _each in range(OF_PHONE + 1)]
    for phone in (lone, *greedy):
        phone.comes(f"seat:1:{'lone' if phone is lone else 'greedy'}")
    stranger = Phone(held)
    stranger.comes("")

    assert Phone(held).comes("seat:1:second")
    assert (stranger.gone, greedy[0].gone) == (True, False)
    assert Phone(held).comes("seat:1:third")
    assert (greedy[0].gone, greedy[1].gone, lone.gone) == (True, False, False)
    assert not Phone(held).comes()
    assert held.turned_away == 1


def test_who_has_waited_longest_gives_way_and_who_is_answered_stays():
    held = Connections(Limits(of_one=3, in_all=100))
    first, second, third, fourth = (Phone(held) for _each in range(4))
    for each in (first, second, third):
        each.comes()
    held.busy(first)

    assert fourth.comes()
    assert (first.gone, second.gone, third.gone) == (False, True, False)


def test_who_has_begun_a_request_is_behind_those_who_say_nothing():
    held = Connections(Limits(of_one=2))
    first, second = Phone(held), Phone(held)
    first.comes()
    second.comes()
    held.asks(first)

    assert Phone(held).comes()
    assert (first.gone, second.gone) == (False, True)


def test_when_all_places_are_taken_the_address_that_holds_most_of_them_gives_way():
    held = Connections(Limits(of_one=100, in_all=4))
    greedy, lone = [Phone(held) for _each in range(3)], Phone(held, "192.0.2.2")
    for phone in (*greedy, lone):
        phone.comes()

    assert Phone(held, "192.0.2.3").comes()
    assert (greedy[0].gone, lone.gone) == (True, False)


# --- messages on live sockets ----------------------------------------------------------------------------------------------

MASK = bytes(4)
EMPTY = {
    "texts": b"\x81\x80" + MASK,
    "pieces of a text": b"\x00\x80" + MASK,
    "pings": b"\x89\x80" + MASK,
    "pongs that nobody asked for": b"\x8a\x80" + MASK,
}


def live_line(lines: ExitStack, port: int, event: int):
    """A stranger's live socket as a plain TCP socket, for tests of single bytes."""
    line = lines.enter_context(line_to(port))
    line.sendall(KNOCK % (event, b""))
    answer = b""
    while b'"hello"' not in answer:
        answer += line.recv(65_536)
    return line


class CountingLine(LineProtocol):
    """Line protocol that counts the frames it reads."""

    read = 0

    def handle_events(self) -> None:
        """Count the frames read now, for all connections of this class."""
        type(self).read += len(self.conn.events)
        super().handle_events()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", EMPTY)
def test_a_socket_that_sends_empty_frames_is_closed_before_they_are_read(kind):
    event, protocol = an_event(), bounded()

    class Counting(CountingLine):
        """A count of this test alone."""

    with serving(http=protocol, ws=Counting) as hall, ExitStack() as lines:
        calm = opened(lines, hall.port, event.pk)
        line = live_line(lines, hall.port, event.pk)
        if kind == "pieces of a text":
            line.sendall(b"\x01\x80" + MASK)
        poured(line, EMPTY[kind] * 20_000, 5)

        await_that(lambda: protocol.all.count == 1)
        assert calm.topics() == []
        assert Counting.read <= FRAMES + 5  # and those that opened the sockets and asked here


def test_whoever_sends_byte_by_byte_pays_for_each_time_that_the_loop_wakes():
    config = uvicorn.Config(application, ws_per_message_deflate=False)
    config.load()
    loop = asyncio.new_event_loop()
    line = LineProtocol(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    loop.close()

    assert [line.may_say(b"x") for _read in range(BYTES // READ + 1)] == [True] * (BYTES // READ) + [False]


@given(
    st.lists(st.tuples(st.sampled_from([0x81, 0x00, 0x89, 0x8A]), st.sampled_from([0, 1, 125, 126, 65_535, 65_536])), max_size=8),
    st.data(),
)
def test_frames_are_counted_however_their_bytes_come(frames, data):
    wire, count, counted = b"", FrameCount(), 0
    for code, size in frames:
        named = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2) if size < 65_536 else b"\x7f" + size.to_bytes(8)
        wire += bytes([code, named[0] | 0x80]) + named[1:] + MASK + bytes(size)
    while wire:
        size = data.draw(st.one_of(st.integers(1, 20), st.integers(1, len(wire))))
        piece, wire = wire[:size], wire[size:]
        counted += count.begun(piece, 1000)

    assert counted == len(frames)


def test_all_sockets_of_an_address_share_a_budget_and_one_that_says_little_keeps_its_place():
    held, crowd = Connections(Limits()), OF_SOURCE * 2
    sockets = [(Phone(held), Budget()) for _each in range(crowd)]
    calm, calm_budget = Phone(held), Budget()
    for phone in (*(phone for phone, _budget in sockets), calm):
        phone.comes("", "one")

    kept = [held.says(phone, budget, FRAMES, 1, 5.0) for phone, budget in sockets]

    assert kept == [True] * OF_SOURCE + [False] * OF_SOURCE
    assert held.says(calm, calm_budget, FEW, 1, 5.0)
    assert not held.says(calm, calm_budget, 1, 1, 5.0)
    assert held.says(calm, calm_budget, FRAMES, 1, 5.0 + WINDOW)


def test_a_badge_shares_its_budget_with_nobody_else_at_its_address():
    held = Connections(Limits())
    phones = [(Phone(held), Budget(), f"seat:1:{number}") for number in range(OF_SOURCE * 3)]
    for phone, _budget, proof in phones:
        phone.comes(proof)

    assert all(held.says(phone, budget, FRAMES, 1, 5.0) for phone, budget, _proof in phones)


def test_an_address_whose_sockets_say_too_much_opens_few_more(monkeypatch):
    held = Connections(Limits(knocks=1))
    monkeypatch.setattr("control.live.connections.time.monotonic", lambda: 5.0)
    for _each in range(OF_SOURCE + 1):
        loud = Phone(held)
        loud.comes("", "one")
        held.says(loud, Budget(), FRAMES, 1, 5.0)
    again, other = Phone(held), Phone(held, "192.0.2.2")
    again.comes()
    other.comes()

    assert [held.may_knock(again, "") for _each in range(2)] == [True, False]
    assert all(held.may_knock(other, "") for _each in range(3))


def test_phones_behind_a_proxy_that_names_nobody_share_no_budget():
    held = Connections(Limits(bodies_of_one=100), [ip_network("127.0.0.1")])
    phones = [(Phone(held, "127.0.0.1"), Budget()) for _each in range(OF_SOURCE * 3)]
    for phone, _budget in phones:
        phone.comes("", "one")

    assert all(held.says(phone, budget, FRAMES, 1, 5.0) for phone, budget in phones)
    assert not held.says(*phones[0], 1, 1, 5.0)
    for phone, _budget in phones:
        held.keeps(phone, 30)
    assert not any(phone.gone for phone, _budget in phones)


# --- incomplete bodies -------------------------------------------------------------------------------------------------------


def test_half_a_body_gives_way_to_others_where_too_many_bytes_are_kept(monkeypatch):
    monkeypatch.setattr(middleware, "NEXT_PART", 3600)  # no body is dropped for its silence
    monkeypatch.setattr(middleware, "BODY_WITHIN", 3600)
    protocol = bounded(bodies_of_one=500_000)
    half = b"POST /join/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 130000\r\n\r\n" + b"x" * 100_000
    with serving(http=protocol) as hall, ExitStack() as lines:
        halves = [lines.enter_context(line_to(hall.port)) for _each in range(20)]
        for line in halves:
            line.sendall(half)
        await_that(lambda: hasattr(protocol, "all") and protocol.all.turned_away >= 15)

        assert protocol.all.count <= 5
        assert is_served(hall.port)


def test_the_body_of_which_nothing_came_for_longest_gives_way_first():
    held = Connections(Limits(bodies_of_one=100))
    stalled, slow, brisk = Phone(held), Phone(held), Phone(held)
    for phone in (brisk, stalled, slow):
        phone.comes()
        held.keeps(phone, 30)

    held.keeps(brisk, 30)
    assert (stalled.gone, slow.gone, brisk.gone) == (True, False, False)
    held.keeps(brisk, 20)
    assert (slow.gone, brisk.gone) == (True, False)


def test_bytes_are_bounded_over_all_addresses_and_the_one_with_most_gives_way():
    held = Connections(Limits(bodies_of_one=80, bodies=100))
    lone, *crowd = Phone(held, "192.0.2.9"), Phone(held), Phone(held)
    for phone in (lone, *crowd):
        phone.comes()
        held.keeps(phone, 34)

    assert [phone.gone for phone in (lone, *crowd)] == [False, True, False]


def test_a_whole_body_counts_until_it_is_answered_and_never_gives_way():
    held = Connections(Limits(bodies_of_one=100))
    whole, half = Phone(held), Phone(held)
    whole.comes()
    half.comes()
    held.keeps(whole, 90)
    held.whole(whole)

    held.keeps(half, 20)
    assert (whole.gone, half.gone) == (False, True)
    held.answered(whole)
    later = Phone(held)
    later.comes()
    held.keeps(later, 90)
    assert not later.gone
