"""A whole turn of Scythe on a phone, tap by tap, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tables_inside
from tests.e2e.boxes import picture
from tests.e2e.day import Day
from tests.e2e.tables import SCYTHE, SEATS, gather, play, press_at, scythe_fits, tap_space

pytestmark = pytest.mark.e2e

LEAST_TAPS = 8  # upper limit for an ordinary turn
WEIGHTY = re.compile("combat|driven|encounter|Factory")  # results that end a unit's movement or need a decision


class Fingers:
    """A phone whose taps are counted."""

    def __init__(self, phone: Page) -> None:
        self.phone, self.taps = phone, 0

    def press(self, button: str | re.Pattern[str]) -> None:
        """Press a button that plays."""
        self.taps += 1
        press_at(self.phone, ".sy-ask", button)

    def choose(self, choice: str) -> None:
        """Choose another item of a group."""
        self.taps += 1
        self.phone.locator(choice).first.check(force=True)


@pytest.mark.rule("SY-TRN-01", "SY-PRD-03", "SY-BOT-05", "SY-TRN-10")
def test_an_ordinary_turn_takes_eight_taps_at_most(day: Day) -> None:
    company = gather(day, SCYTHE, seats=SEATS)
    phone = company.phones[day.ask(tables_inside.play_to_wealth, company.code)]
    phone.goto(company.address)
    fingers = Fingers(phone)
    picture(phone, "turn-sections")
    scythe_fits(phone)

    fingers.press(re.compile("Produce"))
    expect(phone.get_by_role("heading", name="Top row: Produce")).to_be_visible()
    picture(phone, "turn-produce")
    scythe_fits(phone)
    fingers.press("Produce")

    expect(phone.get_by_role("heading", name=re.compile("^Bottom row: "))).to_be_visible()
    picture(phone, "turn-bottom")
    scythe_fits(phone)
    said = phone.locator(".sy-says b").first
    before = said.inner_text()
    other = phone.locator(".sy-deed .sy-group").first.locator("input:not(:checked)")
    if other.count():
        fingers.choose(".sy-deed .sy-group:first-of-type input:not(:checked)")
        expect(said).not_to_have_text(before)
    place = phone.locator("[data-board] input:not(:checked)")
    if place.count():
        fingers.taps += 1
        space = place.first.get_attribute("data-space") or ""
        tap_space(phone, space)
        expect(phone.locator(f'[data-board] [data-space="{space}"]')).to_be_checked()
    fingers.press(re.compile("^(Upgrade|Deploy|Build|Enlist)$"))

    expect(phone.get_by_role("heading", name="End your turn")).to_be_visible()
    fingers.press("End my turn")
    expect(phone.get_by_role("heading", name=re.compile("turn$"))).to_be_visible()
    expect(phone.locator(".sy-ask")).to_have_count(0)
    assert fingers.taps <= LEAST_TAPS
    assert company.broken == []


def take_back(phone: Page) -> None:
    """Undo the latest press."""
    play(phone.locator("#region-top").get_by_role("button", name="Take back"), "back")


def goes(fingers: Fingers) -> None:
    """Move the open unit to a plain space: tap the space, read the text, press the button."""
    phone = fingers.phone
    targets = phone.locator(".sy-unit[open] .sy-chip", has_not_text=WEIGHTY).locator("[data-space]")
    space = targets.last.get_attribute("data-space") or ""
    fingers.taps += 1
    tap_space(phone, space)
    expect(phone.locator(f'.sy-unit[open] [data-space="{space}"]')).to_be_checked()
    expect(phone.locator(".sy-unit[open] .sy-comes:visible")).to_contain_text(space)
    fingers.press(re.compile("^Move$"))


@pytest.mark.rule("SY-MOV-03", "SY-MOV-07", "SY-MOV-31", "SY-TRN-10")
def test_a_turn_with_two_units_moved_takes_eight_taps_at_most(day: Day) -> None:
    company = gather(day, SCYTHE, seats=SEATS, begins=False)
    phone = company.phones[company.lead("to-move")[0]]
    phone.goto(company.address)
    fingers = Fingers(phone)
    fingers.press(re.compile("^Gain . coins? instead$"))
    expect(phone.get_by_role("heading", name=re.compile("^Bottom row: "))).to_be_visible()
    take_back(phone)
    fingers.press(re.compile("^Move . Gain"))
    expect(phone.locator(".sy-moved")).to_contain_text("0 of 2")
    take_back(phone)  # the section and the first step of its Move were one press
    expect(phone.locator(".sy-sections")).to_be_visible()
    fingers.taps = 0

    fingers.press(re.compile("^Move . Gain"))
    expect(phone.locator(".sy-unit[open]")).to_have_count(1)
    picture(phone, "turn-move")
    scythe_fits(phone)
    goes(fingers)
    expect(phone.locator(".sy-moved")).to_contain_text("1 of 2")
    expect(phone.locator(".sy-unit[open]")).to_have_count(1)
    picture(phone, "turn-move-second")
    fingers.taps += 1
    phone.locator(".sy-unit:not([open]) > summary").last.click()  # another unit than the proposed one
    expect(phone.locator(".sy-unit[open]")).to_have_count(1)
    before = fingers.taps
    goes(fingers)

    bottom = phone.get_by_role("heading", name=re.compile("^Bottom row: "))
    expect(bottom).to_be_visible()
    take_back(phone)  # the last step and the end of the Move were one press
    expect(phone.locator(".sy-moved")).to_contain_text("1 of 2")
    phone.locator(".sy-unit:not([open]) > summary").last.click()
    fingers.taps = before
    goes(fingers)
    expect(bottom).to_be_visible()
    fingers.press(re.compile("^(Upgrade|Deploy|Build|Enlist)$"))
    fingers.press("End my turn")
    expect(phone.locator(".sy-ask")).to_have_count(0)
    assert fingers.taps <= LEAST_TAPS
    assert company.broken == []
