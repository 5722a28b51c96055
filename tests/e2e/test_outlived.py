"""A question at a desk outlives the step it was opened in, and an answer that never arrived: nothing typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.day import TO, Day

pytestmark = pytest.mark.e2e

BEFORE = tuple(f"give(EndStep(room='war', month=1, step='{step}'))" for step in ("updates", "orders"))
FAVORS_ENDS = "give(EndStep(room='war', month=1, step='favors'))"
WORDS = "The Favors of the Wolves first"


def in_favors(day: Day) -> Page:
    """War Control writes an announcement while Favors runs."""
    day.give("give(BeginDay())", *TO["ACTION"], *BEFORE)
    wanda = day.staff("wanda", "war/")
    expect(wanda.locator("#step-now")).to_have_attribute("data-step", "favors")
    write(wanda)
    return wanda


def write(wanda: Page) -> None:
    wanda.get_by_role("link", name="Announce …").click()
    wanda.locator("#ask textarea").fill(WORDS)


def test_a_step_that_ends_leaves_the_question_open_and_says_so(day: Day) -> None:
    wanda = in_favors(day)
    ask = wanda.locator("#ask")
    expect(ask.locator(".outlived")).to_have_count(0)

    day.give(FAVORS_ENDS)

    expect(ask.locator(".outlived")).to_have_text(
        "Favors has ended meanwhile: look whether this still fits before you send it; what you typed is still here."
    )
    expect(ask.locator("textarea")).to_have_value(WORDS)
    ask.locator("[data-close]").click()
    write(wanda)
    expect(ask.locator(".outlived")).to_have_count(0)  # this one was opened in the step that runs


def test_an_answer_that_never_arrived_keeps_the_question_and_what_was_typed(day: Day) -> None:
    wanda = in_favors(day)
    ask = wanda.locator("#ask")

    wanda.context.set_offline(True)
    ask.get_by_role("button", name="Look it over").click()

    expect(ask.get_by_role("alert")).to_contain_text("No answer from the server. Press again")
    expect(ask.locator("textarea")).to_have_value(WORDS)
