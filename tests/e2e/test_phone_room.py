"""A phone in its room: the step's clock is large, with the phase's beside it.

And its text when the connection is lost and returns.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from control.day.clock.phases import BeginDay
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.boxes import wrong_in
from tests.e2e.commands import arrivals, phase_ends, seatings, step_ends
from tests.e2e.hands import choose, write_move

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1", "wolf-1")
SEATED = seatings(Room.WAR, "cat-1")
TO_ACTION = phase_ends(Phase.PLANNING, Phase.MOVEMENT)
SIZE = "each => parseFloat(getComputedStyle(each).fontSize)"
# Makes every attempt to connect fail, fixes the random number, and records the time of each attempt.
BROKEN = """chance => {
  Math.random = () => chance;
  window.tried = [];
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 3;
    constructor() {
      window.tried.push(Date.now());
      setTimeout(() => this.onclose?.({ code: 1006 }), 0);
    }
    close() {}
    send() {}
  };
  document.body.dispatchEvent(new CustomEvent("live:signal"));
}"""


@pytest.fixture
def action(day):
    """Action of month 1: Cat's first player is in the War Room, Wolf's in no room."""
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY), *SEATED, *TO_ACTION)
    return day


def test_in_a_room_the_step_is_counted_large_and_the_phase_beside_it(action):
    phone = action.phone("cat-1")
    clock = phone.locator("#region-clock")
    step, phase = clock.locator("[data-clock=war]"), clock.locator("[data-clock=event]")
    expect(clock.locator(".bar-step")).to_contain_text("Updates")
    expect(step).to_be_visible()
    assert step.evaluate(SIZE) > 1.4 * phase.evaluate(SIZE)
    before = step.inner_text(), phase.inner_text()
    expect(step).not_to_have_text(before[0])
    expect(phase).not_to_have_text(before[1])
    assert wrong_in(phone, ".top .bar") == []
    expect(phone.locator("#region-now")).to_contain_text("Now: Updates. Listen to what has changed on the map.")

    action.give(*step_ends(Room.WAR, "updates"))
    expect(clock.locator(".bar-step")).to_contain_text("Orders")
    expect(clock.locator("[data-clock=war]").first).to_be_visible()

    other = action.phone("wolf-1")
    expect(other.locator("#region-clock [data-clock=war]")).to_have_count(0)
    other.locator("#region-now").get_by_role("link", name="Call Control").click()
    expect(other.locator("#call")).to_be_visible()


def test_without_a_signal_a_sent_sheet_says_one_thing_and_the_old_receipt_that_a_newer_one_waits(day):
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    choose(phone, "War Room")
    write_move(phone, 1, units=1, origin="amn", target="zen")
    phone.get_by_role("button", name="Send to Control").click()
    receipt = phone.locator("#region-sheet [data-receipt]")
    expect(receipt).to_contain_text("rev 1")
    phone.locator(".sheet-change > summary").click()
    write_move(phone, 1, units=2, origin="amn", target="zen")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Send to Control").click()

    expect(phone.locator("[data-sheet-state=waiting]")).to_contain_text("kept on this phone and sent by itself")
    expect(phone.locator("#trouble")).to_be_hidden()
    expect(receipt).to_contain_text("A newer one waits on this phone.")

    phone.context.set_offline(False)
    expect(receipt).to_contain_text("rev 2")
    expect(receipt).not_to_contain_text("waits")


def test_a_broken_line_is_tried_again_within_seconds_for_ever_and_never_by_all_at_once(day):
    day.give(*HERE, BeginDay())
    gaps = {}
    for chance in (0.0, 0.999):
        phone = day.phone("cat-1")
        expect(phone.locator("body")).to_have_attribute("data-state", "live")
        phone.context.route("**/*", lambda route: route.abort())  # any HTTP answer would reconnect at once
        phone.clock.install()
        phone.evaluate(BROKEN, chance)
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        phone.evaluate("window.dispatchEvent(new Event('offline'))")  # the old connection closes, and the failing one is tried
        phone.clock.run_for(120_000)
        tried = phone.evaluate("window.tried")
        gaps[chance] = [later - earlier for earlier, later in pairwise(tried)][2:]  # the first attempts have no pause
    assert all(len(each) > 20 for each in gaps.values()), gaps
    assert max(gaps[0.999]) <= 5_000  # a console that returns is found within five seconds
    assert min(gaps[0.0]) >= 1_000  # a dead console is not flooded
    assert gaps[0.999][-1] - gaps[0.0][-1] >= 2_000  # chance spreads the attempts of a hall over seconds


def test_a_restarted_console_is_found_again_however_long_it_was_gone(make_fragile_day):
    day = make_fragile_day(ceremony=600, planning=600, movement=600, action=600, return_=600)
    day.give(*HERE, BeginDay())
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    day.house.end()
    words = phone.locator("[data-live-words]")
    expect(words).to_contain_text("No connection, as of")
    for _attempt in range(4):  # by the fourth attempt the pauses would be long
        with phone.expect_websocket():
            pass
    day.house.start()

    with phone.expect_websocket():
        pass
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
