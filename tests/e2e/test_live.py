"""The connection between a phone and the console: typed text stays, a sheet arrives once, and a dead connection is visible."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from control.day.clock.phases import BeginDay, SetClock
from control.models import Event
from rooms.realm.scenario.ids import Phase
from tests.e2e.commands import arrivals
from tests.e2e.day import PATIENCE, stop_clock
from tests.e2e.hands import begin_day, choose, write_move
from tests.e2e.inside import players_sheets

pytestmark = pytest.mark.e2e

PLANNING = (BeginDay(), SetClock(month=1, phase=Phase.PLANNING, seconds=600), *arrivals("cat-1"))
STATE = "[data-sheet-state]"
PARTS = re.compile(r"/part/\?")  # regions of a desk ask together
RECEIPT = "#region-sheet [data-receipt]"
OWN_LINE = """() => {
  Math.random = () => 0.5;
  window.WebSocket = class { static OPEN = 1; readyState = 1; constructor() { window.line = this; } send() {} close() {} };
  document.body.dataset.told = 0;
  document.body.addEventListener("probe", () => document.body.dataset.told++);
  for (const each of ["offline", "online"]) window.dispatchEvent(new Event(each));
}"""  # from then on the test speaks for the console, and chance is a half
TOLD = "document.body.dataset.told"
POKE = 'spread => window.line.onmessage({ data: JSON.stringify({ t: "poke", topics: ["probe"], spread: spread ?? undefined }) })'
SCRIPTS = Path(__file__).parents[2] / "control/static/control"
# A screen alone: its script, and how often it said what.
SCREEN = """<!DOCTYPE html><html lang="en"><body data-role="hall" data-live="/live/1/"><script>
  window.htmx = {};
  const counts = (name) => document.body.addEventListener(name, () => (window[name] = (window[name] ?? 0) + 1));
  ["awake", "live:open", "live:lost", "live:pong"].forEach(counts);
</script><script type="module" src="/live.js"></script>"""
HELLO = json.dumps({"t": "hello", "now": 0, "seat": None, "clock": None})


@pytest.fixture
def phone(day):
    """The phone of Cat's first player, in Planning, with the war sheet open."""
    day.give(*PLANNING)
    phone = day.phone("cat-1")
    choose(phone, "War Room")
    ready(phone)
    return phone


def ready(phone: Page) -> None:
    """Wait until the connection is open and the script controls the form. From then on the sheet is not redrawn by itself."""
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    expect(phone.locator("form[data-sheet=ready]")).to_be_attached()


def a_move(phone) -> tuple[str, str]:
    """Write a Move of 1 unit to the second neighbour. Returns both regions."""
    phone.get_by_role("group", name="Order 1").get_by_role("radio", name="Move").check()
    origin = phone.locator("#order1-from").input_value()
    target = phone.locator("#order1-to option").nth(1).get_attribute("value")
    write_move(phone, 1, units=1, origin=origin, target=target)
    return origin, target


def sheets_of(event: Event) -> list[list[Any]]:
    """Stored sheets: seat, revision and content."""
    return [[sheet.seat, sheet.revision, json.loads(sheet.body)] for sheet in players_sheets(event).order_by("pk")]


def test_no_poke_takes_a_draft_from_under_the_thumb_and_it_survives_a_reload(day, phone):
    origin, target = a_move(phone)
    expect(phone.locator(STATE)).to_contain_text("Draft on this phone")

    day.give(SetClock(month=1, phase=Phase.MOVEMENT, seconds=600))

    # Another process gave the command, and the console notices it only in the journal.
    expect(phone.locator("#region-clock")).to_contain_text("Movement")
    expect(phone.locator("#order1-from")).to_have_value(origin)
    expect(phone.locator(STATE)).to_contain_text("Draft on this phone")

    phone.reload()

    expect(phone.locator(STATE)).to_contain_text("Draft on this phone")
    expect(phone.locator("#order1-from")).to_have_value(origin)
    expect(phone.locator("#order1-to")).to_have_value(target)
    expect(phone.get_by_role("group", name="Order 1").get_by_role("radio", name="Move")).to_be_checked()


def test_a_sheet_on_its_way_is_sent_again_after_a_reload(day, phone):
    a_move(phone)
    phone.context.route("**/live/**", lambda route: route.abort())
    phone.evaluate("WebSocket.prototype.send = () => {}")
    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator(STATE)).to_have_text("Sending…")
    phone.context.unroute("**/live/**")

    phone.reload()

    expect(phone.locator(RECEIPT)).to_contain_text("rev 1")
    assert len(day.ask(sheets_of)) == 1


def test_what_a_rule_refuses_is_said_and_stays_as_typed_and_what_is_sent_over_the_socket_gets_its_receipt(day, phone):
    posts: list[str] = []
    phone.on("request", lambda request: posts.extend([request.url] if request.method == "POST" else []))
    origin, target = a_move(phone)
    phone.locator("#order1-units").evaluate("units => (units.max = 99)")
    phone.locator("#order1-units").fill("50")

    phone.get_by_role("button", name="Send to Control").click()

    expect(phone.locator(STATE)).to_contain_text("the order moves 50. Lower the number or start elsewhere.")
    expect(phone.locator("#order1-units")).to_have_value("50")
    assert day.ask(sheets_of) == []

    phone.locator("#order1-units").fill("1")
    phone.get_by_label("Wolf").check(force=True)

    phone.get_by_role("button", name="Send to Control").click()

    expect(phone.locator(RECEIPT)).to_contain_text("rev 1")
    sheet = {"orders": [{"kind": "move", "target": target, "units": 1, "origin": origin}], "extra": None}
    assert day.ask(sheets_of) == [["cat-1", 1, {**sheet, "allies": ["wolf"], "betray": False, "immortals": []}]]
    assert posts == []


def test_the_players_second_device_shows_the_receipt(day, phone):
    second = day.phone("cat-1")
    ready(second)

    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator(STATE)).to_have_text("No orders and no allies: you oppose everyone. Send it so?")
    assert day.ask(sheets_of) == []
    phone.get_by_role("button", name="Send it so").click()

    expect(second.locator(RECEIPT)).to_contain_text("rev 1")


def test_news_that_comes_while_a_page_still_loads_is_not_lost(day):
    anna, hilde, held = day.staff("anna"), day.staff("hilde"), []
    hilde.route("**/desk*.js", lambda route: held.append(route))
    hilde.goto(day.address("clock/"), wait_until="commit")
    expect(hilde.locator("body")).to_have_attribute("data-state", "live")
    hilde.evaluate("document.body.addEventListener('live:clock', () => (window.heard = true))")

    begin_day(day, anna)
    hilde.wait_for_function("() => window.heard")
    assert held
    for each in held:
        each.continue_()

    expect(hilde.locator(".hands-where")).to_contain_text("Ceremony")


def test_a_region_that_got_no_answer_asks_again_by_itself(day):
    anna, hilde = day.staff("anna"), day.staff("hilde", "clock/")
    expect(hilde.locator("body")).to_have_attribute("data-state", "live")
    hilde.route(PARTS, lambda route: route.fulfill(status=503))

    with hilde.expect_response(lambda answer: answer.status == 503):
        begin_day(day, anna)
    hilde.unroute(PARTS)

    expect(hilde.locator(".hands-where")).to_contain_text("Ceremony")


@pytest.mark.parametrize(
    ("spreads", "wait"),
    [([200], 100), ([None], 500), ([2], 1), ([1000, 200], 100), ([200, 1000], 100), ([200, 200], 100), ([1000, 900, 800], 400)],
)
def test_a_phone_waits_a_part_of_the_spread_that_it_is_told_and_a_shorter_one_counts(day, spreads, wait):
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    phone.clock.install()
    stop_clock(phone)
    phone.evaluate(OWN_LINE)
    phone.evaluate(POKE, 0)
    phone.clock.run_for(1)
    expect(phone.locator("body")).to_have_attribute("data-told", "1")  # what waited since the page was opened has gone, too

    for spread in spreads:
        phone.evaluate(POKE, spread)
    told = [phone.evaluate(TOLD)]
    for rest in (wait - 1, 2, 2_000):
        phone.clock.run_for(rest)
        told.append(phone.evaluate(TOLD))

    assert told == ["1", "1", "2", "2"]  # one question for all of them


class Alone:
    """A screen alone with its script. The test speaks for the console; the page's clock stands still."""

    def __init__(self, page: Page, role: str) -> None:
        self.page, self.lines = page, list[WebSocketRoute]()
        page.set_default_timeout(PATIENCE)

        def scripts(route: Route) -> None:
            name = route.request.url.rpartition("/")[2]
            if name:
                route.fulfill(path=SCRIPTS / name, content_type="text/javascript")
            else:
                route.fulfill(body=SCREEN.replace("hall", role), content_type="text/html")

        page.route("http://screen/**", scripts)
        page.route_web_socket("ws://screen/**", lambda line: self.lines.append(line))
        page.clock.install()
        stop_clock(page)
        page.goto("http://screen/")

    def opens(self) -> WebSocketRoute:
        """Wait until the screen opens a line."""
        while not self.lines:
            self.page.wait_for_timeout(20)
        return self.lines.pop()

    def said(self, name: str, times: int) -> None:
        """Wait until its script has said this so many times."""
        self.page.wait_for_function("([name, times]) => window[name] === times", arg=[name, times])

    def count(self, name: str) -> int:
        """How often its script has said this."""
        return int(self.page.evaluate("name => window[name] ?? 0", name))

    def run_for(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)


@pytest.fixture
def alone(chromium: Browser) -> Iterator[Callable[[str], Alone]]:
    """Open a screen of this role alone."""
    with closing(chromium.new_page()) as page:
        yield lambda role: Alone(page, role)


def test_a_screen_that_connects_twice_within_a_second_looks_again_after_the_second_time(alone: Callable[[str], Alone]) -> None:
    """News that came between the two connections is in no answer to the first look."""
    wall = alone("hall")
    line = wall.opens()
    line.send(HELLO)
    wall.said("awake", 1)

    line.close()
    wall.said("live:lost", 1)
    wall.page.evaluate("document.body.dispatchEvent(new Event('live:signal'))")  # the line is opened anew at once
    wall.opens().send(HELLO)
    wall.said("live:open", 2)
    assert wall.count("awake") == 1
    wall.run_for(1_000)
    assert wall.count("awake") == 2
    wall.run_for(5_000)
    assert wall.count("awake") == 2


TAKEN_UP = "Math.random = () => 0.9; document.dispatchEvent(new Event('visibilitychange'))"


def taken_up(alone: Callable[[str], Alone]) -> tuple[Alone, WebSocketRoute]:
    """A phone with an open line that has asked since it was connected, and whose owner looks at it again."""
    phone = alone("player")
    line = phone.opens()
    line.send(HELLO)
    phone.said("live:open", 1)
    phone.run_for(1_000)
    assert phone.count("awake") == 1
    phone.run_for(1_000)
    phone.page.evaluate(TAKEN_UP)
    return phone, line


def test_a_phone_that_is_taken_up_asks_before_a_hall_of_phones_would_and_keeps_a_line_that_answers(
    alone: Callable[[str], Alone],
) -> None:
    phone, line = taken_up(alone)
    phone.run_for(60)
    assert phone.count("awake") == 2
    line.send(json.dumps({"t": "pong", "c": 0, "s": 0}))
    phone.said("live:pong", 1)
    phone.run_for(1_000)
    assert phone.count("live:lost") == 0


def test_a_phone_whose_line_died_while_it_slept_opens_another(alone: Callable[[str], Alone]) -> None:
    phone, _line = taken_up(alone)
    phone.run_for(1_060)
    phone.said("live:lost", 1)
    phone.opens().send(HELLO)
    phone.said("live:open", 2)
    phone.run_for(60)
    assert phone.count("awake") == 3
