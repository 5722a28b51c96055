"""The clock runs by itself on every screen, and all screens show the same second."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import begin_day, end_phase

pytestmark = pytest.mark.e2e

# Notes when each text first appeared in a place, and each second that a clock showed with the instant it appeared.
WATCH = """([place, clock]) => {
  window.phases = {};
  window.seconds = [];
  const look = () => {
    const phase = document.querySelector(place)?.textContent.trim();
    if (phase && !(phase in window.phases)) window.phases[phase] = Date.now();
    const left = document.querySelector(clock)?.textContent.trim();
    if (left && window.seconds.at(-1)?.[1] !== left) window.seconds.push([Date.now(), left]);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
}"""


def phases(page):
    """When each phase was first shown."""
    return page.evaluate("window.phases")


def seconds(page):
    """Every second that was shown, with the instant at which it appeared."""
    return [(at, int(left.split(":")[-1])) for at, left in page.evaluate("window.seconds")]


def seconds_of(left):
    """Return the seconds in "09:58"."""
    minutes, rest = left.split(":")
    return 60 * int(minutes) + int(rest)


def order(found):
    """The phases in the order in which a screen showed them."""
    return [phase for phase in sorted(found, key=found.get) if phase in ("Planning", "Movement", "Action")]


def apart(one, other):
    """Return how many seconds two clocks differ.

    Each shown second implies when the phase ends, so a late drawing on a busy machine does not count as a difference.
    """
    ends, others = [[at / 1000 + second for at, second in shown] for shown in (one, other)]
    return max(min(abs(end - theirs) for theirs in others) for end in ends)


def test_the_clock_leads_every_screen_through_the_month_by_itself(make_day):
    day = make_day(ceremony=3, planning=5, movement=3, action=6, return_=3)
    anna, phone, hall = day.staff("anna"), day.phone("cat-1"), day.screen()
    begin_day(day, anna)
    phone.evaluate(WATCH, ["#region-clock .bar-when b", "#region-clock [data-clock=event]"])
    hall.evaluate(WATCH, [".face-phase", ".face-left [data-clock=event]"])
    anna.evaluate(WATCH, [".hands-where b", ".hands-left [data-clock=event]"])

    for screen in (hall, anna, phone):  # each screen recorded what it showed, so a late check misses nothing
        screen.wait_for_function("() => 'Action' in window.phases")

    assert [order(phases(screen)) for screen in (hall, anna, phone)] == [["Planning", "Movement", "Action"]] * 3
    assert apart(seconds(hall), seconds(phone)) < 1.5
    assert apart(seconds(hall), seconds(anna)) < 1.5


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
    anna.get_by_role("button", name="Go on").click()
    expect(hall.locator(".face-paused")).to_have_count(0)
    expect(hall.locator(".face-left")).not_to_have_text(stood)
    assert 0 < seconds_of(stood) - seconds_of(hall.locator(".face-left").inner_text()) < 60  # it goes on from where it stopped

    end_phase(day, anna, "Ceremony", "Planning")
    expect(hall.locator(".face-phase")).to_have_text("Planning")
    expect(phone.locator("#region-clock")).to_contain_text("Planning")
