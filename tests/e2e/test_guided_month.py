"""First ten minutes at the War desk, in a browser: only what the guide points at is pressed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.access import Inspector
from tests.e2e.day import PHONE, TABLET, Day
from tests.e2e.guided import step_of, walk

pytestmark = pytest.mark.e2e

STEPS = ["updates", "orders", "paper", "favors", "undo", "favors-again", "move", "battle", "rewards", "recruit"]
# What covers the marked element; null while it is being redrawn.
COVERED = """() => {
  const label = document.querySelector(".guide-arrow:popover-open")?.getBoundingClientRect();
  const here = document.querySelector("[data-guide-here]")?.getBoundingClientRect();
  const panel = document.querySelector("[data-guide-panel]").getBoundingClientRect();
  if (document.getElementById("guide-done")) return { wrong: "" };
  if (!here || !label) return null;
  const over = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
  const inPanel = document.querySelector("[data-guide-panel] [data-guide-here]");
  const inDialog = document.querySelector("dialog[open]");
  const under = !inPanel && !inDialog && over(panel, here);
  return { wrong: over(label, here) ? "the label lies on it" : under ? "the panel lies on it" : "" };
}"""


def begun(day: Day, size: ViewportSize = TABLET) -> Page:
    page = day.staff("wanda", "guide/", size)
    page.locator("#new-war").click()
    expect(page.locator("[data-guide-panel]")).to_have_attribute("data-step", "updates")
    return page


def test_a_newcomer_walks_the_month_by_pressing_what_is_pointed_at(day: Day) -> None:
    page = begun(day)
    covered: list[str] = []

    def look(step: str, _number: int) -> None:
        if found := page.wait_for_function(COVERED).json_value()["wrong"]:
            covered.append(f"{step}: {found}")

    taken = walk(page, look)
    assert taken == STEPS
    assert covered == []
    expect(page.locator("#guide-do")).to_contain_text("You have done all steps")
    page.locator("#guide-done summary").click()
    expect(page.locator("#guide-done li")).to_have_count(len(STEPS))
    page.locator("#guide-alone").click()
    expect(page.locator("#guide-title")).to_contain_text("Alone")
    expect(page.locator("[data-guide-here]")).to_have_count(0)


def test_a_question_that_hides_what_the_step_needs_is_pointed_at_to_be_closed(day: Day) -> None:
    page = begun(day)
    here = page.locator("[data-guide-here]")
    here.click()
    expect(page.locator("[data-guide-panel]")).to_have_attribute("data-step", "orders")
    page.locator(".war-step-did").first.click()
    expect(page.locator("#ask-box [data-close][data-guide-here]")).to_be_visible()
    expect(page.locator(".guide-arrow:popover-open")).to_have_text("Close this first")
    here.click()
    expect(page.locator("#ask-box")).to_be_hidden()
    expect(page.locator("#apply-orders[data-guide-here]")).to_be_visible()


def test_it_is_said_once_reached_by_keyboard_and_stands_on_another_tablet(day: Day) -> None:
    page = begun(day, size=PHONE)
    expect(page.locator("#guide-said")).to_have_text(page.locator("#guide-do").inner_text())
    page.locator("#guide-again").focus()
    page.keyboard.press("Enter")
    here = page.locator("[data-guide-here]")
    expect(here).to_be_focused()
    expect(here).to_have_attribute("aria-describedby", "guide-do")
    inspector = Inspector()
    inspector.look(page, "a step of the guide", narrow=True)
    assert inspector.wrong == []
    here.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-guide-panel]")).to_have_attribute("data-step", "orders")
    other = day.staff("wanda")
    other.goto(page.url)
    expect(other.locator("[data-guide-panel]")).to_have_attribute("data-step", "orders")
    assert step_of(other) == "orders"
