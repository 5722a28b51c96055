"""The lab in a real browser: an author studies the own scenario, reads the report, and opens the day behind a figure."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from control.models import Event
from tests.e2e.boxes import picture
from tests.e2e.day import PHONE, TABLET, Day

pytestmark = pytest.mark.e2e

PLAYED = 300_000  # milliseconds: upper limit for two days of bots, with the start of their process
SIZES = {"laptop": TABLET, "phone": PHONE}


def be_alone(event: Event) -> None:
    """Turn every other event into a demonstration, because the lab waits for the other events' days."""
    Event.objects.exclude(pk=event.pk).update(demo=True)


def begun(page: Page, games: str) -> None:
    page.get_by_label("What is studied").select_option(
        page.locator("option", has_text="The scenario of").first.get_attribute("value")
    )
    page.get_by_label("How many days or games").fill(games)
    page.get_by_role("button", name="Begin").click()


def thrown_away(page: Page) -> None:
    page.locator("summary", has_text="Throw away").click()
    page.get_by_role("button", name=re.compile("^Throw away")).click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_an_author_studies_the_own_scenario_and_goes_behind_its_figures(day: Day):
    day.console.password("anna")
    day.ask(be_alone)
    pages = {name: day.staff("anna", size=size) for name, size in SIZES.items()}
    laptop, broken = pages["laptop"], list[str]()
    for page in pages.values():
        page.on("pageerror", lambda error: broken.append(error.message))
    laptop.goto(f"{day.house.address}/lab/")

    begun(laptop, "many")
    expect(laptop.get_by_role("alert")).to_have_text("Write how many as a whole number.")
    begun(laptop, "400")  # two days may be over before their page is there
    expect(laptop.get_by_role("progressbar")).to_be_visible()
    laptop.get_by_role("button", name=re.compile("^Stop")).click()
    thrown_away(laptop)
    begun(laptop, "2")
    expect(laptop.get_by_role("heading", name="In short")).to_be_visible(timeout=PLAYED)  # the page reloads itself

    report = laptop.url
    for name, page in pages.items():
        page.goto(report)
        expect(page.locator("#short")).to_contain_text("Every game came to its end.")
        expect(page.locator("svg.pic-draw:visible").first).to_be_visible()
        tables = page.locator("summary", has_text="As a table")
        tables.first.click()
        expect(page.locator("details[open] table").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"the report is wider than a {name}"
        picture(page, f"lab-{name}", whole=True)

        page.locator("#rounds a, #decided a").first.click()
        expect(page.get_by_text("of 2 games")).to_be_visible()
        page.get_by_role("rowheader").get_by_role("link").first.click()
        page.get_by_role("button", name=re.compile("this day")).click()  # written by the first page, read by the second
        expect(page.locator("[data-moment]")).to_be_visible()

        page.goto(report)
        page.get_by_role("link", name="In the scenario").first.click()
        page.locator("summary", has_text="scenario.yaml").click()
        expect(page.get_by_role("region", name="scenario.yaml").get_by_text("2 days").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"the files are wider than a {name}"
        picture(page, f"lab-{name}-files", whole=True)

    laptop.goto(f"{day.house.address}/lab/")
    thrown_away(laptop)
    expect(laptop.get_by_text("Nothing has been studied yet.")).to_be_visible()
    assert broken == []
