"""Three phones play Statecraft in a real browser: a Quickplay to its end, and an event of an Advanced game, chosen in secret."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boxes import wrong_in
from tests.e2e.day import PHONE, Day

pytestmark = pytest.mark.e2e

PERMITTED = """
from rooms.tables.models import TablePermit
TablePermit.objects.create(event_id={event}, players=True)
"""
LED = """
from control.models import Event
from tests.e2e.steering import lead
lead(Event.objects.get(pk={event}).tables.get().code, {moment!r})
"""
SMALL = 44  # pixels of what is pressed


@dataclass(frozen=True)
class Hall:
    """A table in a browser: the phones in the order of their chairs."""

    day: Day
    phones: Sequence[Page]

    def played(self, moment: str) -> None:
        """Let the table play by itself until this moment of tests/e2e/steering.py."""
        self.day.console.shell.run(LED.format(event=self.day.event, moment=moment))
        for phone in self.phones:
            phone.reload()

    def asked(self) -> Page:
        """The phone that is asked something; at least one of them is."""
        for phone in self.phones:
            expect(phone.locator("[data-statecraft]")).to_be_visible()
        expect(self.phones[0].locator("#region-top .is-waited").first).to_be_visible()
        return next(phone for phone in self.phones if phone.locator(".sc-ask").count())


def opened(day: Day, mode: str) -> Hall:
    """Three at a table of Statecraft, which one of them has opened; the game has begun."""
    day.console.shell.run(PERMITTED.format(event=day.event))
    phones = [day.phone("cat-1"), day.phone("wolf-1"), day.phone("ram-1")]
    host = phones[0]
    for page in phones:
        page.emulate_media(reduced_motion="reduce")
    host.get_by_role("link", name="House").click()
    host.get_by_role("link", name="Side tables").click()
    card = host.locator("form", has=host.get_by_role("heading", name="Statecraft"))
    card.get_by_text("Agree on something first").click()
    card.get_by_label("Chairs").select_option("3")
    card.get_by_label("Mode").select_option(mode)
    if mode == "advanced":
        card.get_by_label("Events (Advanced)").select_option("chaotic")
    card.get_by_role("button", name="Open a table").first.click()
    code = host.locator("#region-top .table-code").inner_text()
    for phone in phones[1:]:
        phone.goto(f"{day.house.address}/tables/")
        phone.get_by_label("Code of the table").fill(code.lower())
        phone.get_by_role("button", name="Go", exact=True).click()
        phone.get_by_role("button", name="Sit here").first.click()
        expect(phone.locator(".seat.is-mine")).to_be_visible()
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator("[data-statecraft]")).to_be_visible()
    return Hall(day=day, phones=phones)


def picture(page: Page, name: str) -> None:
    """A picture for people to look at, when a folder is named for them."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def press(phone: Page, button: str | re.Pattern[str]) -> None:
    """Press a button that plays; the table takes it."""
    with phone.expect_response(re.compile(r"/do/$")) as answer:
        phone.locator(".sc-ask").get_by_role("button", name=button).locator("visible=true").first.click()
    assert answer.value.status == 200, answer.value.text()


def tab(phone: Page, which: str) -> None:
    """Open a part of the turn."""
    phone.locator(f"#sc-do-{which}").check(force=True)


def is_well_laid_out(page: Page, *, under: str = "Choose, in secret|Take</button>|nounce it<") -> None:
    """Nothing sticks out or lies over something else, nothing to press is smaller than a finger: of a choice its whole label."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = wrong_in(page, ".sc-phone", least=SMALL, whole=False)
    assert [each for each in wrong if not re.search(f"^[0-9x]+ px: <input|{under}", each)] == []
    labels = page.locator(".sc-phone label:visible").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert min([SMALL, *labels]) >= SMALL - 0.5


@pytest.mark.rule("SC-QIK-07", "SC-REC-01", "SC-POL-01", "SC-TRN-04", "SC-WIN-10")
def test_three_phones_play_a_quickplay_to_its_end(day):
    hall, broken = opened(day, "quickplay"), []
    for page in hall.phones:
        page.on("pageerror", lambda error: broken.append(error.message))
    phone = hall.asked()
    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()
    phone.locator("#sc-help > summary").click()
    expect(phone.get_by_text("The manoeuvres")).to_be_visible()
    phone.locator("#sc-key > summary").click()
    expect(phone.locator(".sc-key dt").filter(has_text="Anarchism")).to_be_visible()
    phone.locator("#sc-key > summary").click()
    is_well_laid_out(phone)
    picture(phone, "turn")

    tab(phone, "people")
    phone.locator("#sc-recruit [name=pay]").first.check()
    press(phone, "Recruit")
    expect(phone.get_by_role("heading", name="Take a politician")).to_be_visible()
    picture(phone, "take")
    is_well_laid_out(phone)
    phone.locator(".sc-choice input").first.check()
    press(phone, "Take")
    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()

    tab(phone, "cards")
    ways = phone.locator(".sc-policy [name=way]")
    if ways.count():
        ways.first.check(force=True)
        expect(phone.locator(".sc-would:visible").first).to_contain_text("→")
        picture(phone, "would")
        is_well_laid_out(phone)
        press(phone, re.compile("nounce it"))
    tab(phone, "end")
    press(phone, "End my turn")
    other = hall.asked()
    assert other is not phone
    tab(other, "end")
    press(other, "End my turn")

    hall.played("late")
    while not hall.phones[0].locator("[data-kind=over]").count():
        phone = hall.asked()
        picture(phone, "late")
        tab(phone, "end")
        press(phone, "End my turn")
        if phone.locator("[data-kind=discard-down]").count():
            most = phone.locator(".sc-choices [data-most]")
            for _each in range(int(most.get_attribute("data-most") or 1) if most.count() else 1):
                phone.locator(".sc-choice input:not(:checked)").first.check()
            press(phone, "Discard")
        hall.phones[0].reload()

    for page in hall.phones:
        expect(page.locator(".sc-headline")).to_contain_text(re.compile("win|victory"))
        expect(page.locator(".sc-result tbody tr")).to_have_count(3)
        is_well_laid_out(page)
    picture(hall.phones[1], "over")
    assert broken == []


@pytest.mark.rule("SC-EVT-03", "SC-EVT-10", "SC-HID-05")
def test_an_event_is_chosen_in_secret_on_three_phones(day):
    hall = opened(day, "advanced")
    hall.played("event")
    first, second, third = hall.phones

    for phone in hall.phones:
        expect(phone.get_by_role("heading", name="Choose an option")).to_be_visible()
        expect(phone.locator(".sc-thinkers li")).to_have_count(3)
        is_well_laid_out(phone)
    picture(first, "event")
    first.locator(".sc-choice input").first.check()
    press(first, "Choose, in secret")
    expect(first.get_by_text(re.compile("You have chosen"))).to_be_visible()
    expect(second.locator(".sc-thinkers .sc-chosen")).to_have_count(1)
    expect(second.get_by_text(re.compile("You have chosen"))).to_have_count(0)
    picture(first, "event-chosen")
    second.locator(".sc-choice input").first.check()
    press(second, "Choose, in secret")
    third.locator(".sc-choice input").first.check()
    press(third, "Choose, in secret")

    for phone in hall.phones:
        expect(phone.locator("[data-kind=event-choice] .sc-chosen")).to_have_count(0)


def test_tablets_lay_the_table_out_wider(day):
    hall = opened(day, "quickplay")
    phone = hall.asked()

    for width, height in ((PHONE["width"], PHONE["height"]), (820, 1180), (1180, 820)):
        phone.set_viewport_size({"width": width, "height": height})
        is_well_laid_out(phone)
        picture(phone, f"tablet-{width}")
