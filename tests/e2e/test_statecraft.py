"""Three phones play Statecraft in a real browser: a Quickplay to its end, and a secret choice in an Advanced game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boxes import picture
from tests.e2e.day import PHONE, TABLET, UPRIGHT, Day
from tests.e2e.pages import Sheet
from tests.e2e.still_tables import StillTable
from tests.e2e.tables import ADVANCED, QUICKPLAY, SEATS, Company, gather, press_statecraft, statecraft_fits, tab

pytestmark = pytest.mark.e2e


def asked_at(company: Company) -> Page:
    """Return the first phone that is asked something. At least one phone is."""
    for phone in company.phones:
        expect(phone.locator("[data-statecraft]")).to_be_visible()
    expect(company.phones[0].locator("#region-top .is-waited").first).to_be_visible()
    return next(phone for phone in company.phones if phone.locator(".sc-ask").count())


@pytest.mark.rule("SC-QIK-07", "SC-REC-01", "SC-POL-01", "SC-TRN-04", "SC-WIN-10")
def test_three_phones_play_a_quickplay_to_its_end(day: Day) -> None:
    company = gather(day, QUICKPLAY, seats=SEATS)
    company.visit()
    phone = asked_at(company)
    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()
    phone.locator("#sc-help > summary").click()
    expect(phone.get_by_text("The manoeuvres")).to_be_visible()
    phone.locator("#sc-key > summary").click()
    expect(phone.locator(".sc-key dt").filter(has_text="Anarchism")).to_be_visible()
    phone.locator("#sc-key > summary").click()
    statecraft_fits(phone)
    picture(phone, "turn", whole=True)

    tab(phone, "people")
    phone.locator("#sc-recruit [name=pay]").first.check()
    press_statecraft(phone, "Recruit")
    expect(phone.get_by_role("heading", name="Take a politician")).to_be_visible()
    picture(phone, "take", whole=True)
    statecraft_fits(phone)
    phone.locator(".sc-choice input").first.check()
    press_statecraft(phone, "Take")
    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()

    tab(phone, "cards")
    ways = phone.locator(".sc-policy [name=way]")
    if ways.count():
        ways.first.check(force=True)
        expect(phone.locator(".sc-would:visible").first).to_contain_text("→")
        picture(phone, "would", whole=True)
        statecraft_fits(phone)
        press_statecraft(phone, re.compile("nounce it"))
    tab(phone, "end")
    press_statecraft(phone, "End my turn")
    other = asked_at(company)
    assert other is not phone
    tab(other, "end")
    press_statecraft(other, "End my turn")

    company.lead("late")
    while not company.phones[0].locator("[data-kind=over]").count():
        phone = asked_at(company)
        picture(phone, "late", whole=True)
        tab(phone, "end")
        press_statecraft(phone, "End my turn")
        if phone.locator("[data-kind=discard-down]").count():
            most = phone.locator(".sc-choices [data-most]")
            for _each in range(int(most.get_attribute("data-most") or 1) if most.count() else 1):
                phone.locator(".sc-choice input:not(:checked)").first.check()
            press_statecraft(phone, "Discard")
        company.phones[0].reload()

    for page in company.phones:
        expect(page.locator(".sc-headline")).to_contain_text(re.compile("win|victory"))
        expect(page.locator(".sc-result tbody tr")).to_have_count(3)
        statecraft_fits(page)
    picture(company.phones[1], "over", whole=True)
    assert company.broken == []


@pytest.mark.rule("SC-EVT-03", "SC-EVT-10", "SC-HID-05")
def test_an_event_is_chosen_in_secret_on_three_phones(day: Day) -> None:
    company = gather(day, ADVANCED, seats=SEATS, begins=False)
    company.lead("event")
    company.visit()
    first, second, third = company.phones

    for phone in company.phones:
        expect(phone.get_by_role("heading", name="Choose an option")).to_be_visible()
        expect(phone.locator(".sc-thinkers li")).to_have_count(3)
        statecraft_fits(phone)
    picture(first, "event", whole=True)
    first.locator(".sc-choice input").first.check()
    press_statecraft(first, "Choose, in secret")
    expect(first.get_by_text(re.compile("You have chosen"))).to_be_visible()
    expect(second.locator(".sc-thinkers .sc-chosen")).to_have_count(1)
    expect(second.get_by_text(re.compile("You have chosen"))).to_have_count(0)
    picture(first, "event-chosen", whole=True)
    second.locator(".sc-choice input").first.check()
    press_statecraft(second, "Choose, in secret")
    third.locator(".sc-choice input").first.check()
    press_statecraft(third, "Choose, in secret")

    for phone in company.phones:
        expect(phone.locator("[data-kind=event-choice] .sc-chosen")).to_have_count(0)


def test_tablets_lay_the_table_out_wider(db: None, sheet: Sheet) -> None:
    html = StillTable(QUICKPLAY, seats=SEATS).asked()

    for size in (PHONE, UPRIGHT, TABLET):
        page = sheet.lay(html, size)
        expect(page.locator(".sc-ask")).to_be_visible()
        statecraft_fits(page)
        picture(page, f"tablet-{size['width']}", whole=True)
