"""Two tablets at one desk: whoever is second is told so, and nothing is done twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.day import TO

pytestmark = pytest.mark.e2e

PRESS_AT = "([button, at]) => setTimeout(() => document.querySelector(button).click(), at - Date.now())"
STEPS_ENDED = "event.stream.entries.filter(kind='StepEnded').count()"


@pytest.fixture
def action(day):
    """An event in the Action of month 1, at the first step of the War Room."""
    day.give("give(BeginDay())", *TO["ACTION"])
    return day


def press_together(button, *tablets):
    """Press a button on several tablets in the same millisecond."""
    at = tablets[0].evaluate("Date.now() + 700")
    for tablet in tablets:
        tablet.evaluate(PRESS_AT, [button, at])


def test_of_two_presses_at_once_one_is_done_and_the_other_told(action):
    first, second = action.staff("wanda", "war/"), action.staff("hilde", "war/")
    answers = []
    for tablet in (first, second):
        tablet.on("response", lambda response: answers.append(response.status) if response.url.endswith("/war/step/") else None)
        expect(tablet.locator("[data-live-state]")).to_have_attribute("data-live-state", "live")

    press_together("#apply-updates", first, second)

    expect(first.locator("#said .said-line")).to_be_visible()
    expect(second.locator("#said .said-line")).to_be_visible()
    told = sorted(tablet.locator("#said").inner_text() for tablet in (first, second))
    assert sorted(answers) == [200, 409]
    assert any("Your screen was out of date." in words for words in told)
    expect(first.locator("[aria-current=step]")).to_contain_text("Orders")
    expect(second.locator("[aria-current=step]")).to_contain_text("Orders")
    assert action.ask(STEPS_ENDED) == 1


def test_a_double_tap_is_one_press(action):
    wanda = action.staff("wanda", "war/")

    wanda.locator("#apply-updates").dblclick()

    expect(wanda.locator("#said .done")).to_be_visible()
    expect(wanda.locator("[aria-current=step]")).to_contain_text("Orders")
    assert action.ask(STEPS_ENDED) == 1


def test_a_desk_of_another_room_finds_no_war_desk(action):
    conrad = action.staff("conrad", "war/")

    expect(conrad.get_by_role("heading", level=1)).to_have_text("There is nothing here for you")
    expect(conrad.get_by_role("link", name="War")).to_have_count(0)
