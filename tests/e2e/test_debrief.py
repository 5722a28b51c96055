"""The debrief in a real browser: the slider, other eyes, play, the wall that the organizer leads; and what an inspector says."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.access import NARROW, Inspector
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day

pytestmark = pytest.mark.e2e

PLAYED = """
from control.bots.written import commands_of_day, write_day
from control.debrief.doors import Audience
from control.debrief.opening import open_for
from control.models import Event
from control.people.access import issue_code
from control.people.staff import seat as give_desks
from rooms.realm.frame import NAME
from rooms.realm.scenario_files import scenario_in
from django.contrib.auth.models import User
from pathlib import Path
scenario = scenario_in(Path("fixtures/god_emperor_small"))
carried = commands_of_day(NAME, scenario, scenario.casting, 3)
event = write_day(carried, realm=NAME, name="A day that is over", scenario=scenario, seed=3)
give_desks(event, User.objects.get(username="anna"), ["organizer"], by="")
opened = open_for(event, Audience.LINK, "anna")
print(event.pk, opened.key, issue_code(event.seats.get(key="cat-1")))
"""
MOMENT = "[data-moment]"


@dataclass(frozen=True)
class Past:
    """A day that is over, on a console that serves another one as well."""

    day: Day
    event: int
    key: str
    code: str

    def address(self, place: str = "") -> str:
        return f"{self.day.house.address}/debrief/{self.event}/{place}"

    def visitor(self, size=PHONE, *, script: bool = True) -> Page:
        """Somebody who was given the link."""
        page = self.day.device(size, script=script).new_page()
        page.goto(self.address(f"link/{self.key}/"))
        return page


@pytest.fixture
def past(day) -> Past:
    day.console.password("anna")
    event, key, code = day.console.shell.run(PLAYED).split()[-3:]
    return Past(day=day, event=int(event), key=key, code=code)


def picture(page: Page, name: str) -> None:
    """A picture for people to look at, where a folder is named for it."""
    if folder := os.environ.get("PICTURES"):
        for size in (PHONE, TABLET, PROJECTOR):
            page.set_viewport_size(size)
            page.wait_for_timeout(300)
            page.screenshot(path=f"{folder}/debrief-{name}-{size['width']}.png", full_page=True)


def seq(page: Page) -> int:
    return int(str(page.locator(MOMENT).get_attribute("data-moment")))


def test_a_visitor_finds_who_won_and_goes_through_the_day(past):
    page, broken = past.visitor(), []
    page.on("pageerror", lambda error: broken.append(error.message))
    expect(page.locator(".face-crown")).to_be_in_viewport()
    page.get_by_role("link", name="Time machine").click()
    expect(page.locator(MOMENT)).to_be_visible()
    last = seq(page)

    slider = page.get_by_label("The moment of the day")
    slider.evaluate("(slider) => { slider.value = 300; slider.dispatchEvent(new Event('change', { bubbles: true })); }")
    expect(page).to_have_url(re.compile(r"/at/\d+/\?eye=truth$"))
    expect(page.locator(f"{MOMENT}:not([data-moment='{last}'])")).to_be_visible()
    middle = seq(page)
    assert 0 < middle < last

    page.get_by_label("beside").select_option("team-cat")
    expect(page.locator("section.moment-side")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"beside=team-cat"))
    link = page.url
    other = past.visitor()
    other.goto(link)
    expect(other.locator("section.moment-side")).to_have_count(2)
    assert seq(other) == middle

    page.get_by_role("button", name="Play").click()
    expect(page.locator(f"{MOMENT}:not([data-moment='{middle}'])")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("link", name="Back:").click()
    expect(page.locator("section.moment-side")).to_have_count(2)
    assert broken == []


def test_it_is_read_without_a_script_too(past):
    page = past.visitor(script=False)
    page.goto(past.address("at/"))
    before = seq(page)

    page.get_by_role("link", name="Back:").click()
    page.get_by_label("beside").select_option("team-wolf")
    page.get_by_role("button", name="Show").click()

    assert seq(page) < before
    expect(page.locator("section.moment-side")).to_have_count(2)


def test_the_organizer_leads_the_wall_with_one_press_each(past):
    lead = past.day.staff("anna", "../")
    lead.goto(past.address("stage/"))
    with lead.expect_popup() as opened:
        lead.get_by_role("link", name="The wall", exact=True).click()
    wall = opened.value
    wall.set_viewport_size(PROJECTOR)
    first = wall.locator("h1").inner_text()

    lead.get_by_role("button", name="Next").click()
    expect(wall.locator(".wall-when")).to_be_visible()
    expect(wall.locator("h1")).not_to_have_text(first)
    picture(lead, "stage")
    for _each in range(30):
        lead.get_by_role("button", name="Next").click()
    expect(wall.locator(".face-crown")).to_be_visible()
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_an_inspector_finds_nothing_on_any_page_and_they_fit_a_narrow_phone(past):
    inspector, page = Inspector(), past.visitor()
    tabs = page.locator(".debrief-tabs a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert len(tabs) >= 3
    for at, tab in enumerate(tabs):
        page.goto(f"{past.day.house.address}{tab}")
        inspector.look(page, f"debrief {tab}")
        page.set_viewport_size(NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], tab
        page.set_viewport_size(PHONE)
        picture(page, f"tab-{at}")
        page.set_viewport_size(PHONE)

    assert inspector.wrong == []
