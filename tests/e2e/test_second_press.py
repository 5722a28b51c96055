"""A second press at the same place: a button that has newly appeared there is dead for a second, and then works."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from rooms.realm.scenario.ids import Phase
from tests.e2e.boxes import box_of, picture
from tests.e2e.commands import arrivals
from tests.e2e.day import PHONE, PROJECTOR, TABLET, UPRIGHT, Day
from tests.e2e.pages import NOWHERE, static_file
from tests.e2e.war_board import TO_PLANNING

pytestmark = pytest.mark.e2e

SIZES = pytest.mark.parametrize("size", [PHONE, UPRIGHT, TABLET, PROJECTOR], ids=["phone", "upright", "across", "wall"])
PAGE = """<!doctype html><html><head><meta name="viewport" content="width=device-width">
<meta name="htmx-config" content='{{"defaultSettleDelay":0}}'>
<style>button {{ width: 100%; height: 60px; }} dialog {{ inset: 0; margin: 0; padding: 0; width: 100%; border: 0; }}</style>
<script src="/static/django_htmx/htmx-2.min.js"></script><script type="module" src="/static/control/still.js"></script></head>
<body style="margin: 0">{content}<dialog id="box"><button>Yes</button></dialog></body></html>"""
LIST = '<div id="list">{rows}</div>'
ROW = '<button name="row" value="{row}" hx-post="/press/{row}/" hx-target="#list" hx-swap="outerHTML">Nothing</button>'
# Each case: the first page, then the answer to each press.
MOVED_UP = [LIST.format(rows="".join(ROW.format(row=row) for row in rows)) for rows in ([1, 2, 3], [2, 3], [3])]
MEANS_MORE = [LIST.format(rows=ROW.format(row=1).replace("Nothing", words)) for words in ("Pause", "Go on", "Pause")]
NEW_PAGE = [
    f'<form method="post" action="/press/{row}/"><button>{words}</button></form>'
    for row, words in ((1, "End Planning"), (2, "End Movement"), (3, "End Action"))
]
SAME = [LIST.format(rows=f"<b>{count}</b>{ROW.format(row=1)}") for count in range(3)]


class Server:
    """Answers each press with the next piece of HTML and counts the presses."""

    def __init__(self, page: Page, pieces: list[str]) -> None:
        self.page, self.pieces, self.pressed = page, pieces, 0
        page.route(f"{NOWHERE}**", self._answer)

    def _answer(self, asked: Route) -> None:
        if "/static/" in asked.request.url:
            return static_file(asked)
        whole = "HX-Request" not in {name.title().replace("Hx", "HX") for name in asked.request.headers}
        self.pressed += "/press/" in asked.request.url
        piece = self.pieces[min(self.pressed, len(self.pieces) - 1)].replace(">", f' data-answer="{self.pressed}">', 1)
        return asked.fulfill(body=PAGE.format(content=piece) if whole else piece, content_type="text/html")


@pytest.fixture
def serve(page: Page) -> Callable[[list[str], ViewportSize], Server]:
    """Factory of pages whose clock is paused."""

    def made(pieces: list[str], size: ViewportSize) -> Server:
        page.set_viewport_size(size)
        server = Server(page, pieces)
        page.clock.install()
        page.goto(NOWHERE)
        page.clock.pause_at(page.evaluate("Date.now() + 100"))
        return server

    return made


def after(server: Server, press: Callable[[], None]) -> None:
    """Press and wait until the answer is drawn."""
    with server.page.expect_response(lambda answer: "/press/" in answer.url):
        press()
    expect(server.page.locator(f"[data-answer='{server.pressed}']")).to_be_attached()  # in a new page, not in the one that goes
    server.page.wait_for_load_state()
    server.page.wait_for_function("() => !document.querySelector('.htmx-request')")


@SIZES
@pytest.mark.parametrize("pieces", [MOVED_UP, MEANS_MORE, NEW_PAGE], ids=["moved up", "means something else", "a new page"])
def test_what_has_come_under_the_finger_is_dead_for_a_second(serve, pieces: list[str], size: ViewportSize) -> None:
    server = serve(pieces, size)
    page = server.page
    after(server, lambda: page.mouse.click(100, 30))
    assert server.pressed == 1
    for wait in (250, 450):
        page.clock.run_for(wait)
        page.mouse.click(100, 30)
    assert page.locator("button").first.get_attribute("aria-disabled") == "true"
    page.clock.run_for(500)
    assert server.pressed == 1
    after(server, lambda: page.mouse.click(100, 30))
    assert server.pressed == 2


@SIZES
def test_the_same_button_counts_at_once(serve, size: ViewportSize) -> None:
    server = serve(SAME, size)
    for pressed in (1, 2):
        after(server, lambda: server.page.mouse.click(100, 60))
        assert server.pressed == pressed


def test_what_lay_there_before_stays_alive(serve) -> None:
    server = serve(MOVED_UP, PHONE)
    after(server, lambda: server.page.mouse.click(100, 55))  # the second button is under the finger as well
    assert server.page.locator("button[value='2']").get_attribute("aria-disabled") is None


def test_what_a_closed_question_leaves_under_the_finger_is_dead_too(serve) -> None:
    server = serve(MOVED_UP, PHONE)
    page = server.page
    page.evaluate("() => { const box = document.getElementById('box'); box.showModal(); box.onclick = () => box.close(); }")
    page.mouse.click(100, 30)
    page.wait_for_function("() => document.querySelector('[data-fresh]')")
    page.mouse.click(100, 30)
    page.clock.run_for(1_000)
    assert server.pressed == 0


MAP = """<div data-map><div data-map-frame style="height: 200px"><svg width="390" height="200">
<a href="#amn" data-region="amn"><rect width="390" height="200"></rect></a></svg></div></div>
<script type="module" src="/static/control/map.js"></script>"""
COUNTS = """() => {
  const box = document.getElementById("box");
  document.addEventListener("map:pick", (event) => {
    event.preventDefault();
    event.detail.ring = false;
    window.picked = (window.picked ?? 0) + 1;
  });
  box.showModal();
  box.onclick = () => box.close();
}"""
LIFTS = """() => {
  const region = document.querySelector("[data-region]");
  const finger = { bubbles: true, pointerId: 7, pointerType: "touch", clientX: 100, clientY: 30 };
  for (const kind of ["pointerdown", "pointerup"]) region.dispatchEvent(new PointerEvent(kind, finger));
  return window.picked ?? 0;
}"""


def test_a_region_of_the_map_under_a_closed_question_is_dead_too(serve) -> None:
    page = serve([MAP], PHONE).page
    page.evaluate(COUNTS)
    page.mouse.click(100, 30)
    page.wait_for_function("() => document.querySelector('[data-region][data-fresh]')")
    assert page.evaluate(LIFTS) == 0
    page.clock.run_for(1_000)
    assert page.evaluate(LIFTS) == 1


ASKS = """() => {
  const box = document.getElementById("box"), ask = document.createElement("button");
  Object.assign(ask.style, { position: "fixed", left: 0, top: "200px" });
  ask.onclick = () => box.showModal();
  box.onclick = ({ target }) => { if (target === box) box.close(); };
  document.body.prepend(ask);
}"""


@SIZES
def test_a_tap_beside_a_question_that_has_just_opened_leaves_it_open(serve, size: ViewportSize) -> None:
    page = serve(MOVED_UP, size).page
    page.evaluate(ASKS)
    page.mouse.click(100, 230)
    for wait in (20, 680, 290):
        page.clock.run_for(wait)
        page.mouse.click(100, 230)
        page.mouse.click(200, 280)
        assert page.locator("#box").is_visible()
    page.clock.run_for(20)
    page.mouse.click(100, 230)
    assert page.locator("#box").is_hidden()


@SIZES
def test_a_phase_is_not_ended_by_the_press_that_ended_the_one_before(day: Day, size: ViewportSize) -> None:
    day.give(*arrivals("cat-1"), *TO_PLANNING)
    anna = day.staff("anna", "clock/", size)
    anna.get_by_role("link", name="End it now").click()
    confirm = anna.locator("#ask").get_by_role("button", name="End Planning")
    expect(confirm).to_be_enabled()
    picture(anna, f"second-press-{size['width']}")
    box = box_of(confirm)
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    anna.mouse.click(*place)
    expect(anna.locator("#ask-box")).to_be_hidden()
    anna.mouse.click(*place)
    expect(anna.locator(".hands-where")).to_contain_text("Movement")
    assert day.state.clock.phase == Phase.MOVEMENT


@SIZES
def test_the_question_about_a_phase_stays_when_its_button_is_tapped_twice(day: Day, size: ViewportSize) -> None:
    day.give(*arrivals("cat-1"), *TO_PLANNING)
    anna = day.staff("anna", "clock/", size)
    anna.clock.install()
    anna.clock.pause_at(anna.evaluate("Date.now() + 100"))
    anna.evaluate(
        "addEventListener('click', ({ clientX, clientY }) => { window.place = [clientX, clientY]; }, { capture: true, once: true })"
    )
    anna.get_by_role("link", name="End it now").click()
    place = anna.evaluate("window.place")
    expect(anna.locator("#ask-box")).to_be_visible()
    anna.clock.run_for(700)
    for x, y in (place, (2, 2), (size["width"] - 2, size["height"] - 2)):
        anna.mouse.click(x, y)
    expect(anna.locator("#ask-box")).to_be_visible()
    assert day.state.clock.phase == Phase.PLANNING


LED = """<!doctype html><html><head><meta name="htmx-config" content='{"timeout":12000}'>
<script src="/static/django_htmx/htmx-2.min.js"></script><script type="module" src="/static/control/answers.js"></script></head>
<body><button hx-post="/press/" hx-target="#said">Press</button>
<i id="look" hx-get="/look/" hx-trigger="look"></i><p id="said"></p></body></html>"""


def test_a_look_that_leads_to_the_door_waits_for_the_answer_to_a_press(page: Page) -> None:
    held: list[Route] = []
    cancelled: list[str] = []

    def answer(asked: Route) -> None:
        path = asked.request.url.removeprefix(NOWHERE.rstrip("/"))
        if path.startswith("/static/"):
            return static_file(asked)
        if path == "/press/":
            return held.append(asked)
        if path == "/look/":
            return asked.fulfill(status=404, headers={"HX-Redirect": "/door/"})
        return asked.fulfill(body="Door" if path == "/door/" else LED, content_type="text/html")

    page.route(f"{NOWHERE}**", answer)
    page.on("requestfailed", lambda request: cancelled.append(request.url))
    page.goto(NOWHERE)
    page.wait_for_function("() => window.htmx && document.readyState === 'complete'")
    with page.expect_request("**/press/"):
        page.get_by_role("button").click()
    with page.expect_response("**/look/"):
        page.evaluate("htmx.trigger('#look', 'look')")
    page.evaluate("new Promise((done) => setTimeout(done))")
    held[0].fulfill(body="Done")
    expect(page.locator("body")).to_have_text("Door")
    assert cancelled == []
