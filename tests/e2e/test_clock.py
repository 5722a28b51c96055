"""The clock runs by itself on every screen, and all screens show the same second."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.commands import deadline_of, run_out
from tests.e2e.hands import begin_day, end_phase

pytestmark = pytest.mark.e2e

PHASES = ("Ceremony", "Planning", "Movement", "Action")
# What a clock shows once it shows the time left until a deadline, give or take a second, and something else than before.
RIGHT = """([clock, deadline, before]) => {
  const shown = document.querySelector(clock)?.textContent.trim() ?? "";
  const [minutes, seconds] = shown.split(":").map(Number);
  return shown !== before && Math.abs(60 * minutes + seconds - (deadline - Date.now()) / 1000) < 1.5 && shown;
}"""


def runs_right(page: Page, clock: str, deadline: datetime) -> None:
    """Wait until a clock has shown the right time twice, so that it runs."""
    shown = ""
    for _time in range(2):
        shown = page.wait_for_function(RIGHT, arg=[clock, deadline.timestamp() * 1000, shown]).json_value()


def seconds_of(left):
    """Return the seconds in "09:58"."""
    minutes, rest = left.split(":")
    return 60 * int(minutes) + int(rest)


def test_the_clock_leads_every_screen_through_the_month_by_itself(day):
    """A phase runs out when every screen has shown it, however slow they are."""
    anna, phone, hall = day.staff("anna"), day.phone("cat-1"), day.screen()
    begin_day(day, anna)
    places = (
        (hall, ".face-phase", ".face-left [data-clock=event]"),
        (anna, ".hands-where b", ".hands-left [data-clock=event]"),
        (phone, "#region-clock .bar-when b", "#region-clock [data-clock=event]"),
    )

    for phase, then in pairwise(PHASES):
        for screen, name, clock in places:
            expect(screen.locator(name).first).to_have_text(phase)
            runs_right(screen, clock, day.ask(deadline_of))
        day.ask(run_out)
        for screen, name, _clock in places:
            expect(screen.locator(name).first).to_have_text(then)


def test_a_stopped_clock_stands_on_every_screen_goes_on_from_there_and_is_put_forward(day):
    anna, phone, hall = day.staff("anna"), day.phone("cat-1"), day.screen()
    begin_day(day, anna)

    anna.get_by_role("link", name="Pause").click()
    anna.get_by_label("Reason").fill("Fire alarm")
    anna.get_by_role("button", name="Stop the clock").click()

    expect(hall.locator(".face-paused")).to_contain_text("Fire alarm")
    expect(phone.locator("#region-clock .paused")).to_be_visible()
    expect(phone.locator("#region-clock")).to_contain_text("Fire alarm")
    stood = hall.locator(".face-left").inner_text()
    assert phone.locator("#region-clock [data-clock=event]").inner_text() == stood
    anna.get_by_role("button", name="Resume").click()
    expect(hall.locator(".face-paused")).to_have_count(0)
    expect(hall.locator(".face-left")).not_to_have_text(stood)
    assert 0 < seconds_of(stood) - seconds_of(hall.locator(".face-left").inner_text()) < 60  # it goes on from where it stopped

    end_phase(day, anna, "Ceremony", "Planning")
    expect(hall.locator(".face-phase")).to_have_text("Planning")
    expect(phone.locator("#region-clock")).to_contain_text("Planning")
