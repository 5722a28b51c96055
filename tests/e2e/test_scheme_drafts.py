"""An unsent scheme does not delay anything: the phone follows the day, and the draft stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from control.day.clock.phases import BeginDay, EndPhase
from rooms.realm.scenario.ids import Phase
from tests.e2e.commands import arrivals
from tests.e2e.hands import choose

pytestmark = pytest.mark.e2e

PLANNING = (*arrivals("cat-1", "wolf-1"), BeginDay(), EndPhase(month=1, phase=Phase.CEREMONY))


@pytest.mark.rule("GE-UND-01", "GE-UND-02")
def test_a_phone_that_was_loaded_again_over_a_draft_goes_on_with_the_day(day):
    day.give(*PLANNING)
    cat, wolf = day.phone("cat-1"), day.phone("wolf-1")
    for phone in (cat, wolf):
        choose(phone, "Underground")
    cat.get_by_role("button", name="Mass Poisoning").click()
    cat.locator("#field0-0").select_option("wolf")
    expect(cat.locator("[data-sheet-state]").first).to_contain_text("with Control since")
    cat.reload()
    expect(cat.locator("body")).to_have_attribute("data-state", "live")
    expect(cat.locator("#field0-0")).to_have_value("wolf")

    day.give(EndPhase(month=1, phase=Phase.PLANNING), EndPhase(month=1, phase=Phase.MOVEMENT))

    expect(wolf.locator("#und-title")).to_be_visible()
    expect(cat.locator("#und-title")).to_be_visible()


@pytest.mark.rule("GE-UND-02", "R-16")
def test_a_draft_that_is_too_late_says_so_and_promises_nothing_more(day):
    day.give(*PLANNING)
    cat = day.phone("cat-1")
    choose(cat, "Underground")
    cat.get_by_role("button", name="Mass Poisoning").click()
    cat.locator("#field0-0").select_option("wolf")
    expect(cat.locator(".while-open")).to_be_visible()

    day.give(EndPhase(month=1, phase=Phase.PLANNING))

    expect(cat.locator("[data-beside]").first).to_contain_text("What is typed below was not sent.")
    expect(cat.locator(".while-open")).to_be_hidden()
    expect(cat.get_by_role("button", name="Send it late")).to_be_visible()
    expect(cat.locator("#field0-0")).to_have_value("wolf")
