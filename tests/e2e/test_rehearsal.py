"""A rehearsal's page in a browser: made, manned, started, disturbed, stopped, graded and deleted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from control.models import Event
from tests.e2e.boxes import picture
from tests.e2e.day import PHONE, TABLET, Day

pytestmark = pytest.mark.e2e

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
OVERLAP = """() => {
  const box = name => document.querySelector(name)?.getBoundingClientRect();
  const bar = box(".bar"), keeper = box(".keeper");
  return !bar || !keeper || (bar.bottom > keeper.top + 1 && keeper.bottom > bar.top + 1);
}"""


CORNER = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  return (box(".corner-clock > *")?.top ?? 0) - (box("[data-rehearsal]")?.bottom ?? 1);
}"""  # first line of a wall's clock, below the band


def is_there(_event: Event, number: int) -> bool:
    """Return whether the console has an event of this number."""
    return Event.objects.filter(pk=number).exists()


def made(day: Day) -> Page:
    anna = day.staff("anna", "rehearsal/")
    anna.get_by_label("How many rounds").select_option("1")
    anna.get_by_label("How fast").select_option(label="in real time")
    anna.get_by_label("Sheets come on paper").select_option(label="by surprise")
    anna.get_by_role("button", name="Make the rehearsal").click()
    expect(anna.get_by_role("heading", name="It waits for you")).to_be_visible()
    return anna


def test_a_page_loads_itself_anew_only_after_the_answer_to_a_press(day: Day) -> None:
    anna = made(day)
    copy = re.search(r"/control/(\d+)/", anna.url)
    assert copy is not None
    held: list[Route] = []

    def answer(asked: Route) -> None:
        """Hold the answer to the press. From then on the page's own requests get 404."""
        if asked.request.url.endswith("/away/"):
            return held.append(asked)
        return asked.fulfill(status=404, body="") if held and not asked.request.is_navigation_request() else asked.continue_()

    anna.route(re.compile(f"/control/{copy[1]}/"), answer)
    anna.evaluate("addEventListener('submit', () => setInterval(() => htmx.trigger('[data-part]', 'refresh'), 50))")
    anna.locator("#led-away summary").click()
    with anna.expect_response(lambda answer: answer.status == 404 and answer.request.resource_type == "fetch"):
        anna.locator("#led-away").get_by_role("button", name="Throw it away").click(no_wait_after=True)
    held[0].continue_()

    expect(anna).to_have_url(day.address("rehearsal/"))
    assert not day.ask(is_there, int(copy[1]))


def test_an_organizer_leads_one_from_its_making_to_its_card(day: Day) -> None:
    anna = made(day)
    expect(anna.locator("[data-rehearsal]")).to_be_visible()
    expect(anna.get_by_text("Speed: in real time.")).to_be_visible()
    copy = re.search(r"/control/(\d+)/", anna.url)
    assert copy is not None

    wall = day.device(TABLET).new_page()
    for width, height in ((1920, 1080), (1180, 820)):
        wall.set_viewport_size({"width": width, "height": height})
        wall.goto(f"{day.house.address}/screen/{copy[1]}/map/")
        wall.wait_for_function(f"() => ({CORNER})() >= 0")

    wanda = day.staff("wanda", size=PHONE)
    wanda.goto(f"{day.house.address}/control/")
    wanda.locator(f"a[href='/control/{copy[1]}/']").click()  # of all rehearsals on this console
    expect(wanda.locator(".keeper")).to_contain_text("Bots keep War Control.")
    for width, height in ((820, 1180), (1180, 820), (1920, 1080), (PHONE["width"], PHONE["height"])):
        wanda.set_viewport_size({"width": width, "height": height})
        picture(wanda, f"kept-by-bots-{width}")
        wanda.wait_for_function(f"() => !({OVERLAP})()")  # a part that is being redrawn has no place for an instant
        wanda.wait_for_function(f"() => {SIDEWAYS} <= 0")
    expect(anna.get_by_role("row", name=re.compile("^War Control bots"))).to_be_visible()
    wanda.locator("#keeper-press").click()
    expect(wanda.locator(".keeper")).to_contain_text("You keep War Control.")

    anna.locator("#led-run").click()
    expect(anna.get_by_role("heading", name="It runs")).to_be_visible()
    expect(anna.get_by_role("row", name=re.compile("^War Control wanda"))).to_be_visible()
    anna.get_by_label("Let something go wrong now").select_option(label="A wrong ruling")
    anna.get_by_role("button", name="Now", exact=True).click()
    expect(anna.locator("#said")).to_contain_text("It begins in a moment")
    expect(anna.get_by_role("row", name=re.compile("A wrong ruling.*nobody has noticed yet"))).to_be_visible()

    anna.locator("#led-stop summary").click()
    anna.locator("#led-stop").get_by_role("button", name="Stop and grade it").click()
    expect(anna.get_by_role("heading", name="Report card")).to_be_visible()
    expect(anna.get_by_role("row", name=re.compile("^War Control kept by wanda"))).to_be_visible()
    expect(anna.locator(".rehearse-mark")).to_have_text("for the record")  # wanda has done nothing, and was asked nothing
    picture(anna, "card")
    expect(anna.locator("[data-rehearsal]")).to_have_count(0)  # the card belongs to the event

    anna.get_by_role("link", name="To the rehearsal").click()
    anna.locator("#led-away summary").click()
    anna.locator("#led-away").get_by_role("button", name="Throw it away").click()
    expect(anna.get_by_role("heading", name="There is one")).to_have_count(0)
    expect(anna.get_by_role("table", name="Rehearsals that are over").locator("tbody tr")).to_have_count(1)
    assert not day.ask(is_there, int(copy[1]))
