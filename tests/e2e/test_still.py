"""Buttons stay where they are when the list is redrawn after a press."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.boxes import box_of
from tests.e2e.day import Day

pytestmark = pytest.mark.e2e

LOW = ViewportSize(width=1180, height=480)  # so low that even a short list is longer than the screen
# Number of answers with the list so far; and whether there is a newer one and the page is at rest.
LOOKS = "performance.getEntriesByType('resource').filter(({ name }) => /part=people%3F/.test(name)).length"
LOOKED = f"before => {LOOKS} > before && !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
BAR = re.compile(r"/part/\?.*part=bar%3F")
MIDDLE = "each => each.scrollIntoView({block: 'center'})"


def top_of(page: Page, selector: str) -> float:
    return box_of(page.locator(selector))["y"]


def check_in_list(day: Day) -> Page:
    """Open the list and wait for the refresh that follows every new connection."""
    dora = day.staff("dora", "people/", LOW)
    expect(dora.locator("body")).to_have_attribute("data-state", "live")
    dora.wait_for_function(LOOKED, arg=0)
    return dora


def looks(page: Page) -> int:
    """Return how many times the list has been loaded."""
    return int(page.evaluate(LOOKS))


def test_the_check_in_list_does_not_jump_under_the_hand_that_marks_somebody(day):
    dora = check_in_list(day)
    late = dora.locator("#mark-ram-1-late")
    late.evaluate(MIDDLE)
    before = top_of(dora, "#mark-ram-1-late")
    box, seen = box_of(late), looks(dora)

    dora.mouse.click(box["x"] + 10, box["y"] + 10)  # at its place, because a locator would scroll to it first
    expect(late).to_have_attribute("aria-pressed", "true")
    dora.wait_for_function(LOOKED, arg=seen)

    assert dora.evaluate("scrollY") > 0
    assert abs(top_of(dora, "#mark-ram-1-late") - before) < 2


def test_nor_when_a_question_about_somebody_in_the_middle_has_been_answered(day):
    dora = check_in_list(day)
    dora.locator("#more-ram-1").evaluate(MIDDLE)
    before = top_of(dora, "#more-ram-1")
    box = box_of(dora.locator("#more-ram-1"))
    dora.mouse.click(box["x"] + 10, box["y"] + 10)
    dora.locator("#ask input[name=first_timer]").check()
    seen = looks(dora)

    dora.locator("#ask").get_by_role("button", name="Remember").click()
    expect(dora.locator("#part-people")).to_contain_text("first time")
    dora.wait_for_function(LOOKED, arg=seen)

    assert abs(top_of(dora, "#more-ram-1") - before) < 24  # the mark makes the row higher


def test_marks_that_are_tapped_faster_than_the_answers_come_are_all_marked(day):
    dora = check_in_list(day)
    seats = ("cat-1", "cat-2", "wolf-1")
    dora.evaluate("seats => seats.forEach((seat) => document.getElementById(`mark-${seat}-present`).click())", seats)

    for seat in seats:
        expect(dora.locator(f"#mark-{seat}-present")).to_have_attribute("aria-pressed", "true")


def test_a_look_that_gives_way_to_a_newer_one_is_no_error_and_one_that_fails_still_is(day):
    dora = check_in_list(day)
    told: list[str] = []
    dora.on("console", lambda line: told.append(line.text) if line.type == "error" else None)
    refresh = "htmx.trigger('#part-bar', 'refresh')"
    dora.route(BAR, lambda _held: None)
    with dora.expect_request(BAR):
        dora.evaluate(refresh)
    dora.unroute(BAR)

    with dora.expect_response(BAR):
        dora.evaluate(refresh)
    dora.evaluate("document.querySelectorAll('[data-parts]').forEach((each) => htmx.trigger(each, 'htmx:abort'))")
    dora.wait_for_function(LOOKED, arg=0)
    assert [each for each in told if "htmx" in each] == []

    dora.route(BAR, lambda route: route.abort())
    with dora.expect_event("console", lambda line: "htmx:sendError" in line.text):
        dora.evaluate(refresh)
