"""Regions of a desk ask together: one request after an act, only changed ones are drawn, and no late answer undoes a newer one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from control.day.clock.pauses import Pause, Resume
from tests.e2e.day import Day, await_every_answer, stop_clock
from tests.e2e.hands import begin_day

pytestmark = pytest.mark.e2e

PART, PARTS, HANDS = re.compile(r"/part/"), re.compile(r"/part/\?"), re.compile(r"/part/\?.*part=hands%3F")
ASKING = "document.querySelector('.htmx-request') !== null"
MARK = "document.querySelectorAll('[data-part]').forEach((each) => each.append(document.createElement('hr')))"
LAID = """() => {
  window.laid = "";
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (detail.shouldSwap) window.laid += detail.serverResponse; });
}"""
MARKED = "[...document.querySelectorAll('[data-part]:has(> hr)')].map(({ id }) => id)"


@pytest.fixture
def hilde(day: Day) -> Page:
    """The page of the clock on a running day, at rest."""
    begin_day(day, day.staff("anna"))
    hilde = day.staff("hilde", "clock/")
    expect(hilde.locator("body")).to_have_attribute("data-state", "live")
    await_every_answer(hilde)
    at_rest(hilde)
    return hilde


def at_rest(page: Page) -> None:
    page.wait_for_timeout(300)  # what has been heard has been asked
    while page.evaluate(ASKING):  # also where the page's clock stands still
        page.wait_for_timeout(50)


def test_an_act_is_one_request_and_draws_only_what_it_has_changed(day, hilde):
    asked: list[str] = []

    def heard(request: Request) -> None:
        if PART.search(request.url):
            asked.append(request.url)

    hilde.evaluate(MARK)
    hilde.on("request", heard)
    day.give(Pause(reason="A fire drill"))

    expect(hilde.locator("#part-hands")).to_contain_text("A fire drill")
    at_rest(hilde)
    assert all(PARTS.search(each) for each in asked)
    together = [each for each in asked if "part=hands%3F" in each]
    assert together
    assert all("part=bar%3F" in each and "part=matters%3F" in each for each in together)
    marked = hilde.evaluate(MARKED)
    assert "part-matters" in marked
    assert not {"part-hands", "part-bar"} & {*marked}


def until(page: Page, held: list[Any], many: int) -> None:
    """Wait until so many requests are held. The page's clock, which stands still, goes on by a millisecond each time."""
    while len(held) < many:
        page.clock.run_for(1)
        page.wait_for_timeout(20)


def shows(page: Page, text: str) -> None:
    """Wait until the region shows this text; the page's clock as in `until`."""
    while text not in page.locator("#part-hands").inner_text():
        page.clock.run_for(1)
        page.wait_for_timeout(20)


def holding(page: Page, most: int) -> list[Route]:
    """Stop the page's clock, and hold this many of its next questions."""
    page.clock.install()
    stop_clock(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if len(held) < most:
            held.append(route)
        else:
            route.continue_()

    page.route(HANDS, hold)
    return held


def refresh(page: Page) -> None:
    page.evaluate("htmx.trigger('#part-hands', 'refresh')")


BETWEEN = "<!--part part-hands hands:000000000000--><p>Between</p><!--/part-->"


def test_a_late_answer_to_an_older_question_is_dropped(day, hilde):
    late: list[tuple[Route, APIResponse]] = []

    def hold_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    hilde.clock.install()
    stop_clock(hilde)
    hilde.route(HANDS, hold_first)
    day.give(Pause(reason="A fire drill"))
    until(hilde, late, 1)
    day.give(Resume())
    day.give(Pause(reason="Lunch"))
    shows(hilde, "Lunch")

    route, answer = late[0]
    assert "A fire drill" in answer.text()
    hilde.evaluate(LAID)
    with hilde.expect_event("requestfinished", lambda request: HANDS.search(request.url) is not None):
        route.fulfill(response=answer)
    at_rest(hilde)

    assert "A fire drill" not in hilde.evaluate("window.laid")
    expect(hilde.locator("#part-hands")).to_contain_text("Lunch")


def test_what_came_back_to_how_it_was_shown_is_never_left_as_it_was_between(day, hilde):
    """The newer answer says that nothing has changed since its question, but the older one has changed the page meanwhile."""
    held = holding(hilde, 2)
    for many in (1, 2):
        refresh(hilde)
        until(hilde, held, many)
    older, newer = held

    older.fulfill(body=BETWEEN, content_type="text/html")
    expect(hilde.locator("#part-hands")).to_have_text("Between")
    newer.continue_()

    shows(hilde, "Ceremony")
    expect(hilde.locator(".hands-where")).to_be_visible()


def test_an_older_answer_to_other_fields_is_dropped(day, hilde):
    """What somebody has chosen last stays, though the answer to the choice before comes first."""
    held = holding(hilde, 2)
    choose = "(when) => document.querySelector('#part-hands').setAttribute('hx-vals', JSON.stringify({ when }))"
    for many, when in enumerate(("2", ""), start=1):
        hilde.evaluate(choose, when)
        refresh(hilde)
        until(hilde, held, many)
    older, newer = held
    hilde.evaluate(LAID)

    with hilde.expect_event("requestfinished", lambda request: HANDS.search(request.url) is not None):
        older.fulfill(body=BETWEEN, content_type="text/html")
    with hilde.expect_event("requestfinished", lambda request: HANDS.search(request.url) is not None):
        newer.continue_()

    assert "Between" not in hilde.evaluate("window.laid")
    expect(hilde.locator(".hands-where")).to_be_visible()


def test_a_question_that_hangs_is_given_up_for_a_newer_one(day, hilde):
    held = holding(hilde, 2)
    for many in (1, 2):
        refresh(hilde)
        until(hilde, held, many)
    given_up: list[str] = []

    def failed(request: Request) -> None:
        given_up.append(request.url)

    hilde.on("requestfailed", failed)
    hilde.evaluate("document.body.addEventListener('clock', () => (window.heard = true))")
    day.give(Pause(reason="A fire drill"))
    while not hilde.evaluate("window.heard"):
        hilde.wait_for_timeout(20)
    hilde.clock.run_for(60)
    assert not given_up  # it may only be slow

    hilde.clock.run_for(3_000)  # nothing else happens meanwhile

    shows(hilde, "A fire drill")
    assert len(given_up) == 1


def test_a_region_that_is_refused_or_broken_holds_up_no_other(day, hilde):
    """The region `here` is broken. It and the hands may ask together or one after the other."""

    def breaks(route: Route) -> None:
        if "part=here%3F" in route.request.url or HANDS.search(route.request.url):
            route.fulfill(status=500)
        else:
            route.continue_()

    hilde.route(re.compile(r"/part/here/"), lambda route: route.fulfill(status=500))
    hilde.route(PARTS, breaks)
    with (
        hilde.expect_response(re.compile(r"/part/hands/")),  # each asks alone
        hilde.expect_response(lambda answer: answer.status == 500 and PARTS.search(answer.url) is not None),
    ):
        hilde.evaluate("document.querySelectorAll('[data-part]').forEach((each) => htmx.trigger(each, 'refresh'))")

    day.give(Pause(reason="A fire drill"))

    expect(hilde.locator("#part-hands")).to_contain_text("A fire drill")


def test_a_press_uses_up_its_form_also_where_nothing_else_has_changed(day, hilde):
    pressed = hilde.locator(".hands-times input[name=command_id]")
    before = pressed.get_attribute("value") or ""
    hilde.route("**/clock/time/", lambda route: route.abort())
    hilde.locator("#time-more-1").click()
    at_rest(hilde)
    expect(pressed).to_have_value(before)

    hilde.evaluate("htmx.trigger('#part-hands', 'refresh')")

    expect(pressed).not_to_have_value(before)
