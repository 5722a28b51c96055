"""Input that no honest phone sends is refused with one sentence, and the console keeps running."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import APIResponse, Browser, Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from control.models import Event
from tests.e2e.day import LONG, PHONE, Console, Day, event_of, fast_scenario
from tests.e2e.hands import choose
from tests.e2e.inside import players_sheets
from tests.e2e.war_board import TO_PLANNING
from tests.services import PATIENCE

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("bad_input")]

HERE = CheckIn(seat=SeatId("cat-1"), before=Presence.EXPECTED, presence=Presence.PRESENT)
TEN_MEGABYTES = 10 * 1024 * 1024
Fields = dict[str, Any]  # of a socket message, as JSON has them
Form = dict[str, str | float | bool]
MOVE: Fields = {"kind": "move", "units": 1, "origin": "amn", "target": "zen"}


@pytest.fixture(scope="module")
def day(console: Console, chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    """One event in Planning, shared by all tests here, because refused input changes nothing."""
    with event_of(console, chromium, fast_scenario(tmp_path_factory.mktemp("scenario"), **LONG)) as day:
        day.give(HERE, *TO_PLANNING)
        yield day


@pytest.fixture(scope="module")
def joined(day: Day) -> Page:
    """Cat's phone with an open war sheet."""
    phone = day.phone("cat-1")
    choose(phone, "War Room")
    return phone


@pytest.fixture
def phone(day: Day, joined: Page) -> Page:
    """The same phone, back on its page."""
    joined.goto(f"{day.house.address}/play/")
    return joined


@pytest.fixture
def unchanged(day: Day) -> Iterator[None]:
    """Check that a test stores no sheet."""
    before = stored(day)
    yield
    assert stored(day) == before


@pytest.fixture
def line(day: Day, phone: Page) -> Iterator[ClientConnection]:
    """A socket of Cat's outside the browser, after its first message."""
    cookies = "; ".join(f"{each['name']}={each['value']}" for each in phone.context.cookies())
    address = f"{day.house.address.replace('http', 'ws')}/live/{day.event}/"
    with connect(address, additional_headers={"Cookie": cookies}, open_timeout=PATIENCE) as line:
        assert json.loads(line.recv())["t"] == "hello"
        yield line


def sheet(orders: list[Fields], month: int = 1, kind: str = "war") -> Fields:
    """Return a sheet in the form in which the phone's script sends it."""
    body = {"orders": orders, "extra": None, "allies": [], "betray": False}
    return {"t": "sheet", "seat": "cat-1", "kind": kind, "month": month, "key": str(uuid4()), "body": body}


def post_sheet(day: Day, phone: Page, frame: Fields) -> APIResponse:
    return phone.request.post(f"{day.house.address}/live/{day.event}/sheet/", data=frame)


def post_form(day: Day, phone: Page, place: str, fields: Form) -> APIResponse:
    token = next(each["value"] for each in phone.context.cookies() if each["name"] == "csrftoken")
    address = f"{day.house.address}{place}"
    return phone.request.post(address, form=fields, headers={"X-CSRFToken": token})


def stored(day: Day) -> int:
    """Return the number of sheets that players have sent."""
    return day.ask(sheets_of)


def sheets_of(event: Event) -> int:
    return players_sheets(event).count()


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        pytest.param(sheet([MOVE], month=2), "month", id="the sheet of another month"),
        pytest.param(sheet([{**MOVE, "target": "atlantis"}]), "atlantis", id="a region on no map"),
        pytest.param(sheet([{**MOVE, "origin": "hag", "target": "elf"}]), "Hag", id="a region of somebody else"),
        pytest.param(sheet([{**MOVE, "units": -3}]), "-3", id="a negative number"),
        pytest.param(sheet([{**MOVE, "units": 10**9}]), "1000000000", id="a huge number"),
        pytest.param(sheet([{**MOVE, "units": "many"}]), "number", id="a word for a number"),
        pytest.param(sheet([MOVE] * 9), "A third order is refused", id="more orders than there are"),
        pytest.param(sheet([MOVE], kind="poem"), "", id="a sheet of no kind"),
        pytest.param({"t": "sheet"}, "could not be read", id="half a message"),
        pytest.param({"t": "rule the world"}, "could not be read", id="a message of no kind"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_with_one_sentence(day: Day, phone: Page, frame: Fields, sentence: str) -> None:
    answer = post_sheet(day, phone, frame)

    told = answer.json()
    assert answer.status == 422
    assert told["status"] == "refused"
    assert sentence in told["sentence"]
    assert 10 < len(told["sentence"]) < 200


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        pytest.param({"month": "2", "order1_kind": ""}, 409, id="another month"),
        pytest.param({"month": "-1", "order1_kind": ""}, 422, id="a month before the first"),
        pytest.param({"month": "one", "order1_kind": ""}, 422, id="a month in words"),
        pytest.param(
            {"month": "1", "order1_kind": "move", "order1_units": "-2", "order1_from": "amn", "order1_to": "zen"},
            422,
            id="a negative number",
        ),
        pytest.param({"month": "1", "order1_kind": "recruit", "order1_region": "atlantis"}, 422, id="a region on no map"),
    ],
)
def test_a_form_that_cannot_be_is_refused_with_one_sentence(day: Day, phone: Page, fields: Form, status: int) -> None:
    answer = post_form(day, phone, "/play/sheet/war/", fields)

    phone.set_content(answer.text())
    assert answer.status == status
    expect(phone.locator(".refused").and_(phone.locator("[role=alert]:not([hidden])"))).to_have_count(1)


def test_an_unknown_code_is_one_sentence(day: Day) -> None:
    page = day.device(PHONE).new_page()

    day.join(page, "AAAA-AAAA")

    expect(page.get_by_role("alert")).to_have_text(
        "This code belongs to nobody. Compare it with your badge, or ask at the check-in desk."
    )
    expect(page.get_by_label("The code on your badge")).to_have_value("AAAA-AAAA")


@pytest.mark.parametrize("place", ["/", "/play/sheet/war/", "/play/call/", "/staff/login/"])
def test_a_huge_form_does_no_harm(day: Day, phone: Page, place: str) -> None:
    answer = post_form(day, phone, place, {"code": "A" * TEN_MEGABYTES, "month": "1"})

    assert answer.status == 413
    phone.set_content(answer.text())
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    expect_alive(day, phone)


def test_a_huge_sheet_does_no_harm(day: Day, phone: Page) -> None:
    answer = post_sheet(day, phone, sheet([{**MOVE, "target": "z" * TEN_MEGABYTES}]))

    assert answer.status == 413
    assert answer.json()["sentence"] == "This sheet is far too long; shorten it."
    expect_alive(day, phone)


def expect_alive(day: Day, phone: Page) -> None:
    """Check that the console still accepts an honest sheet."""
    assert post_sheet(day, phone, sheet([MOVE])).status == 200


def test_a_socket_that_talks_nonsense_is_told_so_and_then_closed(day: Day, phone: Page, line: ClientConnection) -> None:
    told = []
    for garbage in ("{", "[]", '{"t":"hello"}', b"\x00\xff\xfe", "ж" * 900):
        line.send(garbage)
        told.append(json.loads(line.recv()))

    assert [word["t"] for word in told] == ["refused"] * 5
    assert {word["sentence"] for word in told} <= {"This message could not be read.", "This message is too long."}
    with pytest.raises(ConnectionClosed) as closed:
        line.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    expect_alive(day, phone)


def test_a_frame_of_ten_megabytes_closes_only_its_own_socket(day: Day, phone: Page, line: ClientConnection) -> None:
    with suppress(ConnectionClosed):  # it may be closed while the test still writes
        line.send("x" * TEN_MEGABYTES)

    with pytest.raises(ConnectionClosed):
        line.recv()
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    expect_alive(day, phone)


@pytest.mark.usefixtures("unchanged")
def test_somebody_elses_sheet_is_refused_on_the_socket(day: Day, line: ClientConnection) -> None:
    line.send(json.dumps({**sheet([MOVE]), "seat": "wolf-1"}))

    assert json.loads(line.recv())["sentence"] == "This device belongs to another player by now; join again with your code."
