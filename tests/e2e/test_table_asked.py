"""The next question scrolls into view by itself, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.day import Day
from tests.e2e.tables import QUICKPLAY, SEATS, gather, press_statecraft, tab
from tests.e2e.test_statecraft import asked_at

pytestmark = pytest.mark.e2e

NEAR = 320  # pixels

# Distance of a heading below the page's sticky head; negative if it is hidden under it.
BELOW = """heading => heading.getBoundingClientRect().top - document.querySelector(".table-head").getBoundingClientRect().bottom"""

# Makes the news since the last turn as long as possible.
TALL = """() => document.head.insertAdjacentHTML("beforeend", "<style>.since, .table-told { min-height: 700px }</style>")"""

ASKED = "document.querySelector('[data-asked]')"

WANTS_TWO = """() => {
  const inside = "<input type=checkbox name=card>".repeat(3) + "<button>Give</button>";
  document.getElementById("table").insertAdjacentHTML("beforeend", `<form id=two data-wanted=2>${inside}</form>`);
  document.getElementById("two").dispatchEvent(new Event("change", { bubbles: true }));
}"""


def is_before_the_eyes(phone: Page, heading: str) -> None:
    """Check that the heading is just below the page's head."""
    expect(phone.get_by_role("heading", name=heading)).to_be_visible()
    named = "[...document.querySelectorAll('h2')].find(({ textContent }) => textContent === name)"
    phone.wait_for_function(f"name => (below => below >= 0 && below < {NEAR})(({BELOW})({named}))", arg=heading)


def test_the_next_question_comes_before_the_eyes_and_so_does_what_was_taken_back(day: Day) -> None:
    company = gather(day, QUICKPLAY, seats=SEATS)
    company.visit()
    phone = asked_at(company)
    tab(phone, "people")
    phone.locator("#sc-recruit [name=pay]").first.check()
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    press_statecraft(phone, "Recruit")
    is_before_the_eyes(phone, "Take a politician")

    phone.locator(".sc-choice input").first.check()
    press_statecraft(phone, "Take")
    is_before_the_eyes(phone, "Your turn")


def test_what_was_taken_back_from_the_end_of_the_page_is_asked_before_the_eyes_and_in_focus(day: Day) -> None:
    company = gather(day, QUICKPLAY, seats=SEATS, begins=False)
    company.lead("policy")
    company.visit()
    phone = asked_at(company)
    phone.evaluate(TALL)
    back = phone.locator("#region-top .table-back button")
    for motion in ("reduce", "no-preference"):
        phone.emulate_media(reduced_motion=motion)
        tab(phone, "cards")
        phone.locator(".sc-policy [name=way]").first.check(force=True)
        press_statecraft(phone, re.compile("nounce it"))
        expect(back).to_be_visible()
        phone.mouse.move(200, 600)
        phone.mouse.wheel(0, 9)
        phone.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
        phone.wait_for_function("() => scrollY + innerHeight > document.documentElement.scrollHeight - 300")

        back.click()

        expect(back).to_have_count(0)
        phone.wait_for_function(f"near => (below => below >= 0 && below < near)(({BELOW})({ASKED}))", arg=NEAR)
        assert phone.evaluate(f"document.activeElement === {ASKED}")


def test_whoever_reads_somewhere_else_is_not_led_away(day: Day) -> None:
    company = gather(day, QUICKPLAY, seats=SEATS)
    company.visit()
    phone = asked_at(company)
    reads = company.phones[(company.phones.index(phone) + 1) % 3]
    reads.mouse.move(200, 500)
    reads.mouse.wheel(0, 900)
    reads.wait_for_function("() => scrollY > 300")
    tab(phone, "end")
    press_statecraft(phone, "End my turn")

    expect(reads.locator(".sc-ask")).to_have_count(1)
    assert reads.evaluate("scrollY") > 300


def test_a_form_that_wants_two_of_something_counts_them_on_its_button(day: Day) -> None:
    company = gather(day, QUICKPLAY, seats=SEATS[:1], bots=2)
    company.visit()
    phone = company.phones[0]
    phone.evaluate(WANTS_TWO)
    button, boxes = phone.locator("#two button"), phone.locator("#two input")
    expect(button).to_be_disabled()
    expect(button).to_have_text("Give 0 of 2")
    boxes.nth(0).check()
    expect(button).to_have_text("Give 1 of 2")
    boxes.nth(1).check()
    expect(button).to_be_enabled()
    expect(button).to_have_text("Give")
    boxes.nth(2).check()
    expect(button).to_be_disabled()
